// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

const (
	// listedIDsLife is the maximum age of a list that is used as proof that an object doesn't exist.
	listedIDsLife = 10 * time.Second
	// maxListedIDs is the maximum number of objects that are read from a list to find out whether an object is gone. If the list has at
	// least that many objects, it proves nothing.
	maxListedIDs = 2000
)

// GoneError reports that an object certainly no longer exists (see ReadAgain).
type GoneError struct{ Kind, ID string }

func (e *GoneError) Error() string {
	return fmt.Sprintf("the engine has no %s with the id %q", e.Kind, e.ID)
}

// IsGone reports whether err wraps a GoneError.
func IsGone(err error) bool { return isA[*GoneError](err) }

// UnprovenError reports a 404 that doesn't prove that an object is gone. For example, a gateway may return 404 for every object.
type UnprovenError struct {
	Kind, ID string
	Reason   string // why the response proves nothing
	Response error
}

func (e *UnprovenError) Error() string {
	return fmt.Sprintf("%s; this does not prove that the %s %q no longer exists, because %s; check %s, the proxies between "+
		"Terraform and the engine, and the credentials", e.Response, e.Kind, e.ID, e.Reason, setting("base_url"))
}

// stillListed is the Reason of an UnprovenError if the engine's list contains the object, although a read returned 404. This is the only
// reason for which ReadAgain retries, because the list may be a few seconds out of date.
const stillListed = "the engine's list has it"

// ReadAgain reads an object again after a 404. A second 404 does not prove that the object is gone, so ReadAgain also lists the collection.
// If the list does not contain the object, ReadAgain returns a *GoneError. If the list fails or is too long, ReadAgain reads a different
// object instead. If that read succeeds, reads work in general, so ReadAgain also returns a *GoneError. If none of this proves that the
// object is gone, ReadAgain returns an *UnprovenError. If the read does not return 404, ReadAgain returns its result.
func (c *Client) ReadAgain(ctx context.Context, col Collection, id string) (Document, error) {
	unproven, life := &UnprovenError{Kind: col.String(), ID: id}, listedIDsLife
	for range Poll(ctx, lastLook, keptTime) {
		doc, err := c.Read(ctx, col, id)
		if !IsNotFound(err) {
			return doc, err
		}
		unproven.Response, unproven.Reason = err, c.reasonNotGone(ctx, col, id, life)
		if ctx.Err() != nil {
			return nil, fmt.Errorf("check whether the %s %q still exists: %w", col, id, context.Cause(ctx))
		}
		if unproven.Reason == "" {
			return nil, &GoneError{Kind: col.String(), ID: id}
		}
		if unproven.Reason != stillListed {
			break
		}
		life = firstLook
	}
	return nil, unproven
}

// reasonNotGone returns why a 404 doesn't prove that an object is gone, or "" if the object is gone. It looks for the object in a list of
// ids. life is the maximum age of a cached list of ids.
func (c *Client) reasonNotGone(ctx context.Context, col Collection, id string, life time.Duration) string {
	listed := c.idCache(col).read(ctx, c, col, life)
	switch {
	case listed.ids[id]:
		return stillListed
	case listed.err == nil && listed.isComplete:
		return ""
	}
	// If another object in the collection can be read, the engine still serves the collection, so the 404 is conclusive. Try the object
	// that the client read last, and then the first one in the list.
	last, _ := c.lastReadIDs.Load(col)
	for _, witness := range []any{last, listed.first} {
		if other, ok := witness.(string); ok && other != "" && other != id && c.canRead(ctx, col, other) {
			return ""
		}
	}
	if listed.err != nil {
		problem := c.redact.With(ctx).Line(listed.err.Error(), redact.MaxMessage) // the error may come from a different call's fetch
		return fmt.Sprintf("no other %s is found either, and the list of them fails: %s", col, problem)
	}
	return fmt.Sprintf("no other %s is found either", col)
}

func (c *Client) canRead(ctx context.Context, col Collection, id string) bool {
	_, err := c.Read(ctx, col, id)
	return err == nil
}

// idCache caches the ids in a collection's list for a few seconds. Concurrent callers share one fetch.
type idCache struct {
	turn  *semaphore.Weighted // held during a fetch; unlike a mutex's Lock, Acquire returns when ctx is canceled
	asked time.Time
	last  listing
}

// listing contains the ids of a collection's objects. isComplete is false if the list failed or was too long to be read to the end.
type listing struct {
	ids        map[string]bool
	first      string // the first id in the list
	isComplete bool
	err        error
}

// read returns the cached listing if it is younger than the life argument. Otherwise, it fetches the list.
func (r *idCache) read(ctx context.Context, c *Client, col Collection, life time.Duration) listing {
	if err := r.turn.Acquire(ctx, 1); err != nil {
		return listing{err: err}
	}
	defer r.turn.Release(1)
	if !r.asked.IsZero() && time.Since(r.asked) < life {
		return r.last
	}
	asked := time.Now()
	fetched := listing{ids: map[string]bool{}, isComplete: true}
	for doc, err := range c.List(ctx, col, nil) {
		if err != nil {
			fetched.err, fetched.isComplete = err, false
			break
		}
		if id, ok := doc["id"].(string); ok {
			fetched.ids[id], fetched.first = true, cmp.Or(fetched.first, id)
		}
		if len(fetched.ids) >= maxListedIDs {
			fetched.isComplete = false
			break
		}
	}
	if ctx.Err() == nil {
		r.asked, r.last = asked, fetched
	}
	return fetched
}

// Delete deletes an object. After a 404, it succeeds only if the object is proven to be gone (see ReadAgain). The engine may reject the
// delete because of a child of the object, even if this client has already deleted the child. Therefore, Delete retries until settleTime
// has passed since the client's previous delete.
func (c *Client) Delete(ctx context.Context, col Collection, id string) error {
	var err error
	for range Poll(ctx, lastLook, settleTime) {
		if err = c.deleteOnce(ctx, col, id); err == nil {
			c.writes.Store(removal{}, time.Now())
			return nil
		}
		isRejected := HasStatus(err, http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusConflict)
		if !isRejected || c.patience(removal{}) == 0 {
			break
		}
	}
	return err
}

func (c *Client) deleteOnce(ctx context.Context, col Collection, id string) error {
	reply, err := c.do(ctx, call{method: http.MethodDelete, address: address{op: opDelete, col: col, id: id}})
	if IsNotFound(err) {
		return c.confirmDeleted(ctx, col, id, err)
	}
	if err != nil {
		return err
	}
	if reply.isPage() {
		return c.newError(reply, reply.notJSON())
	}
	return nil
}

// confirmDeleted handles a 404 (notFound) for a delete. It returns nil if the object is proven to be gone. If the object can still be read,
// confirmDeleted keeps checking for settleTime, because the engine may still be deleting it. If the client sent the delete more than once,
// the 404 is proof enough, because an earlier attempt must have deleted the object.
func (c *Client) confirmDeleted(ctx context.Context, col Collection, id string, notFound error) error {
	if wasRepeated(notFound) {
		return nil
	}
	for range Poll(ctx, lastLook, settleTime) {
		_, err := c.ReadAgain(ctx, col, id)
		if IsGone(err) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("%w, but the %s %s can still be read", notFound, col, id)
}
