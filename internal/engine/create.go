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

// UnknownOutcomeError is the error of a create if the client cannot know whether the object exists. The create was not sent again,
// because that could create the object twice.
type UnknownOutcomeError struct {
	Kind     string // such as "alert" (Collection.String)
	TypeWord string // the type of a component, or the path of a plain collection; otherwise empty
	Name     string // the value of the field name, or empty
	Cause    error
	// Fields are the names of the fields that were sent, sorted.
	Fields []string
	// Candidates are the objects that the create may have made.
	Candidates []lost.Candidate
	// Search is the reason why the search for the object failed, or nil.
	Search error
}

func (e *UnknownOutcomeError) Error() string {
	text := fmt.Sprintf("it is not known whether the %s %q was created: %s; ", e.Kind, e.Name, e.Cause)
	switch {
	case e.Search != nil:
		text += fmt.Sprintf("the search for it in the engine failed: %s; ", e.Search)
	case len(e.Candidates) == 0:
		text += "the engine does not list it now, but it may appear later; "
	default:
		text += fmt.Sprintf("the engine has %d objects that may be it; ", len(e.Candidates))
	}
	return text + "look for it in the engine, and if it is there, import it instead of applying again, which would create a second one"
}

func (e *UnknownOutcomeError) Unwrap() error { return e.Cause }

// Create makes an object of all fields of doc and returns the engine's document of it, which has an id. If it returns a document
// and an error, the object exists.
//
// Some engines refuse fields that the interface document lists for update only. Create then sends the document without these fields,
// and the fields in an update. If the engine refuses the update too, the values are wrong: Create deletes the object and returns the
// first refusal.
//
// When ctx ends, a request that was sent gets some more time (Finishing), and so do the steps that have to follow it.
func (c *Client) Create(ctx context.Context, col Collection, doc Document) (Document, error) {
	finishing, finished := Finishing(ctx)
	defer finished()
	body := without(doc, c.refusedOf(col))
	var refused []string
	var first error
	for {
		created, err := c.createOnce(ctx, finishing, col, body)
		switch {
		case err == nil && len(body) == len(doc):
			return created, nil
		case err == nil:
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

// addRefused sends the fields of doc that are not in body, because the engine refused them on create. If the engine takes them now, it
// refuses them on create whatever their values are, so later creates leave them out of the first request.
func (c *Client) addRefused(
	ctx context.Context, col Collection, created, doc, body Document, refused []string, first error,
) (Document, error) {
	patch := without(doc, slices.Collect(maps.Keys(body)))
	id := fmt.Sprint(created["id"]) // a string, as post has checked
	updated, err := c.Update(ctx, col, id, patch)
	switch {
	case err == nil:
		c.refuse(col, refused)
		return updated, nil
	case !IsInvalid(err):
		return created, nil // The caller notices the missing fields, sends them again, and reports that error.
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.cfg.RequestTimeout)
	defer cancel()
	if removeErr := c.Delete(late, col, id); removeErr != nil {
		return created, fmt.Errorf("%w; the %s %s was created without the refused values and could not be deleted again: %w",
			cmp.Or(first, err), col, id, removeErr)
	}
	return nil, cmp.Or(first, err)
}

// createOnce makes one object of a body. If a reply is lost, it looks for the object in the engine's list. It returns an object that
// is surely the created one, and sends the body again if there surely is no such object. If this run has lost a reply before, it reads the
// list before it sends the body.
func (c *Client) createOnce(ctx, finishing context.Context, col Collection, body Document) (Document, error) {
	k := kinds[col.kind]
	s := &search{Client: c, col: col, body: body, create: lost.Create{Kind: col.family()}}
	if id, ok := body[k.parent].(string); ok {
		s.create.Parent = lost.Key{Kind: k.parentKind, ID: id}
	}
	if c.lost.LostReply.Load() { // An object that only a later list contains is then known to be new.
		_, err := s.list(ctx)
		s.create.Known = err == nil
	}
	s.create.Sent = time.Now()
	for tries := 1; ; tries++ {
		created, cause := c.post(ctx, finishing, col, body)
		isOpen := mayBeProcessed(cause)
		if cause == nil || tries == 1 && !isOpen {
			return created, cause
		}
		found, isAbsent, err := s.find(finishing, cause)
		switch {
		case found != nil:
			return found, nil
		case isAbsent && !isOpen: // The engine refused this try, and no earlier try has made the object.
			return nil, cause
		case !isAbsent || !isTransient(cause) || tries > c.cfg.MaxRetries || ctx.Err() != nil:
			return nil, err
		}
		c.log(ctx, "the engine does not have the object, creating it again", map[string]any{"kind": col.String(), "attempts": tries})
	}
}

// post sends a create and returns the whole object. While another create of the same name searches for its lost object, post waits, because
// the search could take the new object for the lost one.
func (c *Client) post(ctx, finishing context.Context, col Collection, body Document) (Document, error) {
	end, err := c.lost.Turn(col.family(), nameOf(body)).Create(ctx)
	if err != nil {
		return nil, fmt.Errorf("create %s: %w", col, err)
	}
	defer end()
	sent := time.Now()
	reply, err := c.call(ctx, call{
		method: http.MethodPost, address: address{op: opCreate, col: col}, body: body, once: true, finishes: true,
	})
	if err != nil {
		return nil, err
	}
	created, err := c.decodeObject(reply)
	if err != nil {
		return nil, err
	}
	id, ok := created["id"].(string)
	if !ok || !IsID(id) {
		return nil, c.newError(reply, "the answer has no usable id")
	}
	c.created.Store(objectKey{col, id}, time.Now())
	if isPart(created, body) {
		if whole, err := c.Read(finishing, col, id); err == nil {
			created = whole
		} // After an error, the part is better than nothing: it contains the id of an object that exists.
	}
	c.lost.NoteCreated(lost.Key{Kind: col.family(), ID: id}, created, sent)
	return created, nil
}

// nameOf returns the name of a document without the spaces around it, or "".
func nameOf(doc Document) string {
	name, _ := doc["name"].(string)
	return strings.TrimSpace(name)
}

// mayBeProcessed reports whether the engine may have processed a write that failed with err. It returns false for nil and for a
// refusal.
func mayBeProcessed(err error) bool {
	var failure *transportError
	if errors.As(err, &failure) {
		return failure.sent
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
		return answer.isOutcomeUnknown
	}
	// A 2xx is an error only if its body could not be used. Any other status from 500 on may be sent after the work was done.
	return answer.Status < http.StatusMultipleChoices || answer.Status >= http.StatusInternalServerError
}

// isTransient reports whether a request whose outcome is unknown may succeed when it is sent again. retry itself repeats requests that were
// surely not processed.
func isTransient(err error) bool {
	var failure *transportError
	if errors.As(err, &failure) {
		return failure.outcome() == outcomeUnknown
	}
	var answer *Error
	return errors.As(err, &answer) && answer.isOutcomeUnknown
}

// refusedOnCreate returns the fields of body that a 400 names. It returns nil if the 400 names anything besides fields for update only.
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
		name, _ := field.Path[0].(string)
		if _, sent := body[name]; !sent || !slices.Contains(kinds[col.kind].updateOnly, name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// without returns a copy of doc that lacks some fields.
func without(doc Document, names []string) Document {
	rest := make(Document, len(doc))
	maps.Copy(rest, doc)
	for _, name := range names {
		delete(rest, name)
	}
	return rest
}
