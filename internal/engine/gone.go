// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// rosterLife is how long a list proves which objects of a collection exist.
	rosterLife = 10 * time.Second
	// rosterSize bounds how many objects of the list are read.
	rosterSize = 2000
)

// GoneError means that an object is proven not to exist.
type GoneError struct{ Kind, ID string }

func (e *GoneError) Error() string {
	return fmt.Sprintf("the engine has no %s with the id %q", e.Kind, e.ID)
}

// IsGone reports whether err contains a GoneError.
func IsGone(err error) bool {
	var gone *GoneError
	return errors.As(err, &gone)
}

// UnprovenError means that a 404 may not come from the engine: a gateway or another server gives the same answer for every object.
type UnprovenError struct {
	Kind, ID string
	Reason   string // why the answer proves nothing
	Answer   error
}

func (e *UnprovenError) Error() string {
	return fmt.Sprintf("%s; this does not prove that the %s %q no longer exists, because %s; check base_url, the proxies between "+
		"Terraform and the engine, and the credentials", e.Answer, e.Kind, e.ID, e.Reason)
}

// stillListed is the only reason after which ReadAgain looks again: lists may lag behind single reads.
const stillListed = "the engine's list has it"

// ReadAgain reads an object that was not found before. The error is a GoneError (IsGone) if the object is not found again and the engine
// proves that it answers for objects of this kind. There are two proofs: a complete list without the object; or, if the list fails or is
// too long, a successful read of another object that this client has read before or that the list contains.
func (c *Client) ReadAgain(ctx context.Context, col Collection, id string) (Document, error) {
	unproven, life := &UnprovenError{Kind: col.String(), ID: id}, rosterLife
	for range Poll(ctx, lastLook, keptTime) {
		doc, err := c.Read(ctx, col, id)
		if !IsNotFound(err) {
			return doc, err
		}
		unproven.Answer, unproven.Reason = err, c.doubt(ctx, col, id, life)
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

// doubt returns the reason why the engine does not prove that an object is gone, or "" if it does. life bounds the age of the list.
func (c *Client) doubt(ctx context.Context, col Collection, id string, life time.Duration) string {
	listed := c.roster(col).listed(ctx, c, col, life)
	switch {
	case listed.ids[id]:
		return stillListed
	case listed.err == nil && listed.isComplete:
		return ""
	}
	for _, witness := range c.witnessesOf(col, listed) {
		if witness == id {
			continue
		}
		if _, err := c.Read(ctx, col, witness); err == nil {
			return ""
		}
	}
	if listed.err != nil {
		return fmt.Sprintf("no other %s is found either, and the list of them fails: %s", col, listed.err)
	}
	return fmt.Sprintf("no other %s is found either", col)
}

// roster caches the ids in the list of a collection for some seconds. Concurrent callers share one list.
type roster struct {
	mu    sync.Mutex
	asked time.Time
	last  listing
}

// listing is the result of reading a list.
type listing struct {
	ids        map[string]bool
	isComplete bool
	err        error
}

// listed returns the cached list, or reads the list if the cached one is older than life.
func (r *roster) listed(ctx context.Context, c *Client, col Collection, life time.Duration) listing {
	r.mu.Lock()
	defer r.mu.Unlock()
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
			fetched.ids[id] = true
		}
		if len(fetched.ids) >= rosterSize {
			fetched.isComplete = false
			break
		}
	}
	if ctx.Err() == nil {
		r.asked, r.last = asked, fetched
	}
	return fetched
}
