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

// UnknownOutcomeError means that a create may or may not have created an object. The client doesn't retry such a create, because a retry
// could create a second object.
type UnknownOutcomeError struct {
	Kind     string // such as "alert" (Collection.String)
	TypeWord string // the component type, or the path passed to Plain; otherwise empty
	Name     string // the value of the "name" field; may be empty
	Cause    error
	// Fields contains the names of the fields that the create sent, in alphabetical order.
	Fields []string
	// Candidates lists the objects in the engine that this create may have created.
	Candidates []lost.Candidate
	// Search is the error from the search for the created object, or nil if there was no error.
	Search error
}

func (e *UnknownOutcomeError) Error() string {
	message := fmt.Sprintf("it is not known whether the %s %q was created: %s; ", e.Kind, e.Name, e.Cause)
	switch {
	case e.Search != nil:
		message += fmt.Sprintf("the search for it in the engine failed: %s; ", e.Search)
	case len(e.Candidates) == 0:
		message += "the engine does not list it now, but it may appear later; "
	case len(e.Candidates) == 1:
		message += "the engine has 1 object that may be it; "
	default:
		message += fmt.Sprintf("the engine has %d objects that may be it; ", len(e.Candidates))
	}
	return message + "look for it in the engine, and if it is there, import it instead of applying again, which would create a second one"
}

func (e *UnknownOutcomeError) Unwrap() error { return e.Cause }

// Create creates an object and returns the engine's document, including the id. The document may lack values that the engine did not store.
// If Create also returns an error, the object exists but lacks some fields. If ctx is canceled after a request was sent, Create still waits
// for the reply and sends any remaining fields (see WithGracePeriod).
//
// Create may send more than one POST, for two reasons:
//   - Some engines reject a create that contains fields that the interface document lists only for updates. Create then retries without
//     those fields, and addRejected sends them in an update.
//   - The reply was lost, but the engine's list proves that the object does not exist.
//
// Once any reply has been lost, each later Create first reads the list to find out which objects already exist.
func (c *Client) Create(ctx context.Context, col Collection, doc Document) (Document, error) {
	finishing, finished := WithGracePeriod(ctx)
	defer finished()
	k := kinds[col.kind]
	s := &search{Client: c, col: col, body: withoutFields(doc, c.rejectedOf(col)), create: lost.Create{Kind: col.family()}}
	if id, ok := doc[k.parent].(string); ok {
		s.create.Parent = lost.Key{Kind: k.parentKind, ID: id}
	}
	if c.lost.LostReply.Load() { // Read the list now: an object that appears only in a later list is new.
		_, err := s.list(ctx)
		s.create.Known = err == nil
	}
	s.create.Sent, s.create.Number = time.Now(), s.lost.Begin()
	var rejected []string // the fields that the engine rejected in this call, which later POSTs omit
	var first error       // the engine's first rejection
	mayExist := false
	for tries := 1; ; tries++ {
		created, cause := c.post(ctx, finishing, col, s.body)
		isOpen := mayBeProcessed(cause)
		mayExist = mayExist || isOpen
		if cause != nil && mayExist {
			var isAbsent bool
			var unknown error
			created, isAbsent, unknown = s.find(finishing, cause)
			canRepeat := isTransient(cause) && tries <= c.cfg.MaxRetries && ctx.Err() == nil
			switch {
			case created != nil:
				cause = nil
			case !isAbsent || isOpen && !canRepeat:
				return nil, unknown
			case isOpen:
				c.log(ctx, "the engine does not have the object, creating it again", map[string]any{"kind": col.String(), "attempts": tries})
				continue
			}
		}
		if cause == nil && len(s.body) == len(doc) {
			return created, nil
		}
		if cause == nil {
			return c.addRejected(finishing, col, created, withoutFields(doc, slices.Collect(maps.Keys(s.body))), rejected, first)
		}
		names := rejectedOnCreate(col, s.body, cause)
		if len(names) == 0 {
			return nil, cause
		}
		rejected, s.body, first = append(rejected, names...), withoutFields(s.body, names), cmp.Or(first, cause)
	}
}

// addRejected sends an update with the fields that the engine rejected on create. If the update succeeds, later creates omit those fields.
// If the engine rejects the update, too, addRejected deletes the object and returns the error of the create (createErr). createErr is nil
// if the create omitted these fields from the start. In this case, addRejected returns the error of the update.
func (c *Client) addRejected(
	ctx context.Context, col Collection, created, patch Document, rejected []string, createErr error,
) (Document, error) {
	id := fmt.Sprint(created["id"]) // post has checked that it is a string
	updated, err := c.Update(ctx, col, id, patch)
	switch {
	case err == nil:
		for _, name := range rejected {
			c.rejected.Store(fieldKey{col.kind, name}, true)
		}
		return updated, nil
	case !IsInvalid(err):
		return created, nil // The caller notices the missing fields, sends them again, and reports any error.
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.cfg.RequestTimeout)
	defer cancel()
	if removeErr := c.Delete(late, col, id); removeErr != nil {
		return created, fmt.Errorf("%w; the %s %s was created without the rejected values and could not be deleted again: %w",
			cmp.Or(createErr, err), col, id, removeErr)
	}
	return nil, cmp.Or(createErr, err)
}

// post sends one POST and returns the created object. If the reply to an earlier create with the same name was lost, the client may still
// be searching for the object from that create. post then waits for the end of the search, because the search could mistake the new object
// for the earlier one.
func (c *Client) post(ctx, finishing context.Context, col Collection, body Document) (Document, error) {
	end, err := c.lost.Turn(col.family(), nameOf(body)).Create(ctx)
	if err != nil {
		return nil, fmt.Errorf("create %s: %w", col, err)
	}
	defer end()
	sent := time.Now()
	reply, err := c.do(ctx, call{
		method: http.MethodPost, address: address{op: opCreate, col: col}, body: body, isNonIdempotent: true, finishes: true,
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
		return nil, c.newError(reply, "the response has no usable id")
	}
	c.writes.Store(objectKey{col, id}, time.Now())
	if isPart(created, body) {
		if whole, err := c.Read(finishing, col, id); err == nil {
			created = whole
		} // If the read fails, the partial object is still useful: it contains the id.
	}
	c.lost.NoteCreated(lost.Key{Kind: col.family(), ID: id}, created, sent)
	return created, nil
}

// nameOf returns the name in doc without leading and trailing spaces, or "" if doc has no name.
func nameOf(doc Document) string {
	name, _ := doc["name"].(string)
	return strings.TrimSpace(name)
}

// mayBeProcessed reports whether the engine may have processed a write that failed with err. It returns false if the engine rejected the
// write or if err is nil.
func mayBeProcessed(err error) bool {
	if failure, ok := errors.AsType[*transportError](err); ok {
		return failure.sent
	}
	response, ok := errors.AsType[*Error](err)
	if !ok {
		return false
	}
	switch response.Status {
	case http.StatusSeeOther:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	case http.StatusServiceUnavailable:
		return response.isOutcomeUnknown
	}
	// If the status is 2xx, the write succeeded, and only the response body is unusable. After a 5xx, the outcome is unknown.
	return response.Status < http.StatusMultipleChoices || response.Status >= http.StatusInternalServerError
}

// isTransient reports whether a write may have been processed, and a retry may succeed, as after a 502 or a lost connection. If the engine
// definitely did not process the write, Client.do has already retried it, so isTransient returns false.
func isTransient(err error) bool {
	if failure, ok := errors.AsType[*transportError](err); ok {
		return failure.outcome() == outcomeUnknown
	}
	response, ok := errors.AsType[*Error](err)
	return ok && response.isOutcomeUnknown
}

// rejectedOnCreate returns the fields that the engine rejected with a 400, if all of them are updateOnly fields, which can be sent in an
// update instead. If the engine rejected any other field, it returns nil, because the create itself is invalid.
func rejectedOnCreate(col Collection, body Document, err error) []string {
	response, ok := errors.AsType[*Error](err)
	if !ok || response.Status != http.StatusBadRequest || response.More > 0 {
		return nil
	}
	var names []string
	for _, field := range response.Fields {
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

func withoutFields(doc Document, names []string) Document {
	rest := maps.Collect(maps.All(doc))
	for _, name := range names {
		delete(rest, name)
	}
	return rest
}
