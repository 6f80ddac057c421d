// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
)

// UnknownOutcomeError is a create whose outcome the client cannot know: the object may exist. It was not tried again, for
// that could create it twice.
type UnknownOutcomeError struct {
	Kind  string // as of Collection.String
	Name  string // the value of the name field, or empty
	Cause error
}

func (e *UnknownOutcomeError) Error() string {
	return fmt.Sprintf("it is not known whether the %s %q was created: %s; look for it in the engine, and if it is there, "+
		"import it instead of applying again, which would create a second one", e.Kind, e.Name, e.Cause)
}

func (e *UnknownOutcomeError) Unwrap() error { return e.Cause }

// Create makes an object of all fields of doc and returns what the engine made of them; it has a text id. An engine that
// refuses fields because they are accepted on update alone gets the document without them: what the reply lacks is left
// to an update.
func (c *Client) Create(ctx context.Context, col Collection, doc Document) (Document, error) {
	body := without(doc, c.refusals.of(col))
	var refused []string
	for {
		created, err := c.createOnce(ctx, col, body)
		if err == nil {
			c.refusals.add(col, refused)
			return created, nil
		}
		names := refusedOnCreate(col, body, err)
		if len(names) == 0 {
			return nil, err
		}
		refused = append(refused, names...)
		body = without(body, names)
	}
}

func (c *Client) createOnce(ctx context.Context, col Collection, body Document) (Document, error) {
	created, err := c.post(ctx, col, body)
	if err != nil && mayBeCreated(err) {
		name, _ := body["name"].(string)
		return nil, &UnknownOutcomeError{Kind: col.String(), Name: name, Cause: err}
	}
	return created, err
}

func (c *Client) post(ctx context.Context, col Collection, body Document) (Document, error) {
	reply, err := c.do(ctx, call{
		method: http.MethodPost, address: address{op: opCreate, col: col}, body: body, once: true,
	})
	if err != nil {
		return nil, err
	}
	created, err := c.object(reply)
	if err != nil {
		return nil, err
	}
	if id, ok := created["id"].(string); !ok || checkSegment(id) != nil {
		return nil, c.unusable(reply, "the answer has no usable id")
	}
	return created, nil
}

// mayBeCreated says whether the error of a POST leaves open that it was processed.
func mayBeCreated(err error) bool {
	var lost *transportError
	if errors.As(err, &lost) {
		return lost.sent
	}
	var answer *Error
	if !errors.As(err, &answer) {
		return false
	}
	switch answer.Status {
	case http.StatusSeeOther:
		return true
	case http.StatusNotImplemented, http.StatusServiceUnavailable, http.StatusHTTPVersionNotSupported:
		return false
	}
	// A 2xx that came as an error could not be used; the other answers from 500 on may come after the work was done.
	return answer.Status < http.StatusMultipleChoices || answer.Status >= http.StatusInternalServerError
}

// refusedOnCreate are the fields of body that a 400 names, if all that it names are fields for update alone.
func refusedOnCreate(col Collection, body Document, err error) []string {
	var answer *Error
	if !errors.As(err, &answer) || answer.Status != http.StatusBadRequest {
		return nil
	}
	var names []string
	for _, field := range answer.Fields {
		if len(field.Path) == 0 {
			return nil
		}
		name, ok := field.Path[0].(string)
		if !ok || !slices.Contains(kinds[col.kind].updateOnly, name) {
			return nil
		}
		if _, sent := body[name]; !sent {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// without is a copy of doc that lacks some fields.
func without(doc Document, names []string) Document {
	rest := make(Document, len(doc))
	maps.Copy(rest, doc)
	for _, name := range names {
		delete(rest, name)
	}
	return rest
}

// refusals remembers which fields the engine refused on create, so that only the first create of a kind is sent twice.
type refusals struct {
	mu     sync.Mutex
	byKind map[string][]string
}

func newRefusals() *refusals { return &refusals{byKind: map[string][]string{}} }

func (r *refusals) of(col Collection) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.byKind[col.kind])
}

func (r *refusals) add(col Collection, names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byKind[col.kind] = append(r.byKind[col.kind], names...)
}
