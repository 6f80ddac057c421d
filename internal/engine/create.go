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
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

// UnknownOutcomeError is a create whose outcome the client cannot know: the object may exist. It was not tried again, for
// that could create it twice.
type UnknownOutcomeError struct {
	Kind     string // as of Collection.String
	TypeWord string // of a component, or the path of a plain collection, else empty
	Name     string // the value of the name field, or empty
	Cause    error
	// Fields are those that were sent, in the order of their names.
	Fields []string
	// Candidates are the objects of the engine that it may have made.
	Candidates []lost.Candidate
	// Search is why the engine's objects could not be looked through, or nil.
	Search error
}

func (e *UnknownOutcomeError) Error() string {
	text := fmt.Sprintf("it is not known whether the %s %q was created: %s; ", e.Kind, e.Name, e.Cause)
	switch {
	case e.Search != nil:
		text += fmt.Sprintf("whether the engine has it could not be found out: %s; ", e.Search)
	case len(e.Candidates) == 0:
		text += "the engine does not list it now, but it may come late; "
	default:
		text += fmt.Sprintf("the engine has %d that may be it; ", len(e.Candidates))
	}
	return text + "look for it in the engine, and if it is there, import it instead of applying again, which would create a second one"
}

func (e *UnknownOutcomeError) Unwrap() error { return e.Cause }

// Create makes an object of all fields of doc and returns what the engine made of them; it has a text id. An engine that
// refuses fields which the interface document accepts on update alone gets the document without them, and then an update
// with them. When that is refused too, the values are wrong and not the time: the object is removed again, and the error
// is the first refusal. With an error, the document is that of an object that is there nevertheless, or nil.
//
// A request that was sent gets some time when ctx ends (Finishing), and so does what has to follow it.
func (c *Client) Create(ctx context.Context, col Collection, doc Document) (Document, error) {
	finishing, finished := Finishing(ctx)
	defer finished()
	body := without(doc, c.refusedOf(col))
	var refused []string
	var first error
	for {
		created, err := c.createOnce(ctx, finishing, col, body)
		if err == nil {
			return c.addRefused(finishing, col, created, doc, body, refused, first)
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
		c.refuse(col, refused)
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

// createOnce makes one object of a body. When a reply is lost, it looks for the object, takes it when it is provably the
// one, and sends the body again when there is none.
func (c *Client) createOnce(ctx, finishing context.Context, col Collection, body Document) (Document, error) {
	s := c.newSearch(ctx, col, body)
	for tries := 1; ; tries++ {
		created, cause := c.postInTurn(ctx, finishing, col, body)
		isOpen := mayBeCreated(cause)
		if cause == nil || tries == 1 && !isOpen {
			return created, cause
		}
		found, none, err := s.find(finishing, cause)
		switch {
		case found != nil:
			return found, nil
		case none && !isOpen: // A refusal of a later try, which no try before is the reason for.
			return nil, cause
		case !none || !mayPass(cause) || tries > c.cfg.MaxRetries || ctx.Err() != nil:
			return nil, err
		}
		c.log(ctx, "the engine does not have the object, creating it again", map[string]any{"kind": col.String(), "attempts": tries})
	}
}

// postInTurn is post, with the object known as this run's own before any search for another one goes on.
func (c *Client) postInTurn(ctx, finishing context.Context, col Collection, body Document) (Document, error) {
	end, err := c.lost.Turn(col.family(), nameOf(body)).Create(ctx)
	if err != nil {
		return nil, fmt.Errorf("create %s: %w", col, err)
	}
	defer end()
	sent := time.Now()
	created, err := c.post(ctx, finishing, col, body)
	if err == nil {
		c.lost.Made(lost.Key{Kind: col.family(), ID: fmt.Sprint(created["id"])}, created, sent)
	}
	return created, err
}

func (c *Client) post(ctx, finishing context.Context, col Collection, body Document) (Document, error) {
	reply, err := c.do(ctx, call{
		method: http.MethodPost, address: address{op: opCreate, col: col}, body: body, once: true, finishes: true,
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
	c.expect(col, key)
	if !isPart(created, body) {
		return created, nil
	}
	if whole, err := c.Read(finishing, col, key); err == nil {
		return whole, nil
	}
	return created, nil // The object is there, and what is known of it must not be lost.
}

func nameOf(body Document) string {
	name, _ := body["name"].(string)
	return strings.TrimSpace(name)
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

// mayPass says whether the error of a request that was lost is one that the same request need not meet again.
func mayPass(err error) bool {
	var failure *transportError
	if errors.As(err, &failure) {
		return failure.outcome() == outcomeUnknown
	}
	var answer *Error
	return errors.As(err, &answer) && answer.unrefused
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
