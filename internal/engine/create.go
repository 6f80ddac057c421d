// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"cmp"
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
// refuses fields which the interface document accepts on update alone gets the document without them, and then an update
// with them. When that is refused too, the values are wrong and not the time: the object is removed again, and the error
// is the first refusal. With an error, the document is that of an object that is there nevertheless, or nil.
func (c *Client) Create(ctx context.Context, col Collection, doc Document) (Document, error) {
	body := without(doc, c.refusals.of(col))
	var refused []string
	var first error
	for {
		created, err := c.createOnce(ctx, col, body)
		if err == nil {
			return c.addRefused(ctx, col, created, doc, body, refused, first)
		}
		names := refusedOnCreate(col, body, err)
		if len(names) == 0 {
			return nil, err
		}
		refused = append(refused, names...)
		body = without(body, names)
		first = cmp.Or(first, err)
	}
}

// addRefused sends what a create had to leave out of doc. That the engine takes it now proves that it refuses the fields on
// create, whatever their values: later creates leave them out at once.
func (c *Client) addRefused(ctx context.Context, col Collection, created, doc, body Document, refused []string, first error) (Document, error) {
	patch := without(doc, slices.Collect(maps.Keys(body)))
	if len(patch) == 0 {
		return created, nil
	}
	key := fmt.Sprint(created["id"]) // post made sure of the text
	updated, err := c.Update(ctx, col, key, patch)
	switch {
	case err == nil:
		c.refusals.add(col, refused)
		return updated, nil
	case !IsInvalid(err):
		return created, nil // The caller sees what the object lacks, sends it, and reports what comes of that.
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.cfg.RequestTimeout)
	defer cancel()
	if removeErr := c.Delete(late, col, key); removeErr != nil {
		return created, fmt.Errorf("%w; the %s %s was created without the refused values and could not be removed again: %w",
			cmp.Or(first, err), col, key, removeErr)
	}
	return nil, cmp.Or(first, err)
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
	key, ok := created["id"].(string)
	if !ok || checkSegment(key) != nil {
		return nil, c.unusable(reply, "the answer has no usable id")
	}
	c.fresh.add(col, key)
	if !isPart(created, body) {
		return created, nil
	}
	if whole, err := c.Read(ctx, col, key); err == nil {
		return whole, nil
	}
	return created, nil // The object is there, and what is known of it must not be lost.
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
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	case http.StatusServiceUnavailable:
		return answer.unrefused
	}
	// A 2xx that came as an error could not be used; the other answers from 500 on may come after the work was done.
	return answer.Status < http.StatusMultipleChoices || answer.Status >= http.StatusInternalServerError
}

// refusedOnCreate are the fields of body that a 400 names, if all that it names are fields for update alone.
func refusedOnCreate(col Collection, body Document, err error) []string {
	var answer *Error
	if !errors.As(err, &answer) || answer.Status != http.StatusBadRequest || answer.More > 0 {
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
