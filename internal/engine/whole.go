// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// Documents lists as List does, but every object as a read of it by itself shows it: an engine may leave out fields in its lists,
// which no document excludes (quirk 69). Whether it does is looked at once for each kind, with a read of the first object. An
// object that is gone when it is read is left out.
func (c *Client) Documents(ctx context.Context, col Collection, query url.Values) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		for listed, err := range c.List(ctx, col, query) {
			if err != nil {
				yield(nil, err)
				return
			}
			doc, err := c.whole(ctx, col, listed)
			if IsNotFound(err) {
				continue
			}
			if !yield(doc, err) || err != nil {
				return
			}
		}
	}
}

// whole is an object of a list as a read of it by itself shows it.
func (c *Client) whole(ctx context.Context, col Collection, listed Document) (Document, error) {
	id, _ := listed["id"].(string)
	if word, ok := listed["type"].(string); ok && col == Components("") {
		col = Components(word)
	}
	isShort, known := c.shortLists.of(col)
	if isUsable := checkSegment(id) == nil; !isUsable || known && !isShort {
		return listed, nil
	}
	single, err := c.Read(ctx, col, id)
	switch {
	case !known && isRefused(err):
		c.shortLists.miss(col)
		return listed, nil
	case known || err != nil:
		return single, err
	}
	c.shortLists.set(col, document.ShowsLess(listed, single))
	return single, nil
}

// isRefused says whether the engine, or what stands before it, answered that it does not do what it was asked for.
func isRefused(err error) bool {
	var answer *Error
	return errors.As(err, &answer) && answer.Status >= http.StatusBadRequest && answer.Status < http.StatusInternalServerError
}

// mostMisses is of how many objects of a list the engine may refuse the read before the list counts as it is: it may serve no single
// reads there.
const mostMisses = 3

// shortLists says of which kinds the lists leave out fields.
type shortLists struct {
	mu     sync.Mutex
	byKind map[string]bool
	misses map[string]int
}

func newShortLists() *shortLists {
	return &shortLists{byKind: map[string]bool{}, misses: map[string]int{}}
}

func (s *shortLists) of(col Collection) (isShort, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	isShort, known = s.byKind[col.family()]
	return isShort, known || s.misses[col.family()] >= mostMisses
}

func (s *shortLists) set(col Collection, isShort bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byKind[col.family()] = isShort
}

func (s *shortLists) miss(col Collection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.misses[col.family()]++
}
