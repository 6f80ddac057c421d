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
	// rosterLife is how long the list of a collection proves which objects there are.
	rosterLife = 10 * time.Second
	// rosterSize bounds how many objects of it are looked at.
	rosterSize = 2000
)

// GoneError says that an object is proven not to exist any more.
type GoneError struct{ Kind, ID string }

func (e *GoneError) Error() string {
	return fmt.Sprintf("the engine has no %s with the id %q", e.Kind, e.ID)
}

// IsGone says whether err tells that an object is proven not to exist any more.
func IsGone(err error) bool {
	var gone *GoneError
	return errors.As(err, &gone)
}

// UnprovenError is an answer that an object does not exist, which nothing shows to be the engine's own: a gateway, or
// another server, answers such for every object.
type UnprovenError struct {
	Kind, ID string
	Reason   string // why it is not believed
	Answer   error
}

func (e *UnprovenError) Error() string {
	return fmt.Sprintf("%s; this is not taken for proof that the %s %q is gone, because %s; check base_url, what stands between "+
		"here and the engine, and the credentials", e.Answer, e.Kind, e.ID, e.Reason)
}

// stillListed is the doubt that may pass: lists may lag behind single reads.
const stillListed = "the engine's list has it"

// ReadAgain reads an object that was not found, before it is taken for gone. It is gone (IsGone) when it is not found
// again and the engine proves to answer for objects of this kind: its list has no such object, or, where it has no list
// or a long one, another object is found that this client has read before or the list has.
func (c *Client) ReadAgain(ctx context.Context, col Collection, id string) (Document, error) {
	unproven, life := &UnprovenError{Kind: col.String(), ID: id}, rosterLife
	for range poll(ctx, keptTime) {
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

// doubt says why the engine does not prove that an object is gone, or nothing. A list may be as old as life says.
func (c *Client) doubt(ctx context.Context, col Collection, id string, life time.Duration) string {
	listed := c.roster(col).look(ctx, c, col, life)
	switch {
	case listed.ids[id]:
		return stillListed
	case listed.err == nil && listed.whole:
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
		return fmt.Sprintf("no other %s answers either, and the list of them fails: %s", col, listed.err)
	}
	return fmt.Sprintf("no other %s answers either", col)
}

// roster is the list of a collection as it was some seconds ago at most. It is fetched once for all who ask meanwhile.
type roster struct {
	mu    sync.Mutex
	asked time.Time
	last  listing
}

// listing is what a list said.
type listing struct {
	ids   map[string]bool
	whole bool
	err   error
}

func (r *roster) look(ctx context.Context, c *Client, col Collection, life time.Duration) listing {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.asked.IsZero() && time.Since(r.asked) < life {
		return r.last
	}
	asked := time.Now()
	fetched := listing{ids: map[string]bool{}, whole: true}
	for doc, err := range c.List(ctx, col, nil) {
		if err != nil {
			fetched.err, fetched.whole = err, false
			break
		}
		if id, ok := doc["id"].(string); ok {
			fetched.ids[id] = true
		}
		if len(fetched.ids) >= rosterSize {
			fetched.whole = false
			break
		}
	}
	if ctx.Err() == nil {
		r.asked, r.last = asked, fetched
	}
	return fetched
}
