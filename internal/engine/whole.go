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

// Documents lists as List does, but with Whole of every object. One that is gone when it is read is left out.
func (c *Client) Documents(ctx context.Context, col Collection, query url.Values) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		for listed, err := range c.List(ctx, col, query) {
			if err != nil {
				yield(nil, err)
				return
			}
			doc, err := c.Whole(ctx, col, listed)
			if IsNotFound(err) {
				continue
			}
			if !yield(doc, err) || err != nil {
				return
			}
		}
	}
}

// Whole is an object of a list as a read of it by itself shows it: an engine may leave out fields in its lists, which no document
// excludes (quirk 69). Whether it does is looked at with reads of the first objects of each kind, until one of them has something
// that a short list would not show; where it does, every object is read.
func (c *Client) Whole(ctx context.Context, col Collection, listed Document) (Document, error) {
	id, _ := listed["id"].(string)
	if word, ok := listed["type"].(string); ok && col == Components("") {
		col = Components(word)
	}
	lists := c.shortLists.of(col)
	isShort, known := lists.verdict()
	if isUsable := checkSegment(id) == nil && col != Components(""); !isUsable || known && !isShort {
		return listed, nil
	}
	if known {
		return c.Read(ctx, col, id)
	}
	lists.comparing.Lock() // The others wait for what this one finds out.
	defer lists.comparing.Unlock()
	if _, known = lists.verdict(); known {
		return c.Whole(ctx, col, listed)
	}
	single, err := c.Read(ctx, col, id)
	switch {
	case isRefused(err):
		lists.miss()
		return listed, nil
	case err != nil:
		return nil, err
	}
	lists.compare(listed, single)
	return single, nil
}

// isRefused says whether the engine, or what stands before it, answered something else than an object, and did not fail.
func isRefused(err error) bool {
	var answer *Error
	return errors.As(err, &answer) && answer.Status < http.StatusInternalServerError
}

// shortLists says of each kind whether its lists leave out fields.
type shortLists struct {
	mu     sync.Mutex
	byKind map[string]*shortList
}

func newShortLists() *shortLists { return &shortLists{byKind: map[string]*shortList{}} }

func (s *shortLists) of(col Collection) *shortList {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byKind[col.family()] == nil {
		s.byKind[col.family()] = &shortList{}
	}
	return s.byKind[col.family()]
}

// mostCompared is how many objects are read by themselves before a list counts as it is: those of some kinds have nothing that a short
// list would leave out, and an engine may serve no single reads.
const mostCompared = 3

// shortList is what is known of the lists of one kind.
type shortList struct {
	comparing sync.Mutex // held while an object is read to be compared

	mu       sync.Mutex
	isShort  bool
	isWhole  bool
	compared int
}

func (s *shortList) verdict() (isShort, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isShort, s.isShort || s.isWhole || s.compared >= mostCompared
}

// compare takes an object of a list and what a read of it by itself showed.
func (s *shortList) compare(listed, single Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compared++
	s.isShort = document.ShowsLess(listed, single)
	s.isWhole = !s.isShort && hasParts(listed)
}

// miss takes an object of a list that the engine does not show by itself.
func (s *shortList) miss() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compared++
}

// hasParts says whether an object has elements or objects in it, which short lists leave out.
func hasParts(doc Document) bool {
	for _, value := range doc {
		switch value.(type) {
		case []any, Document:
			if !document.IsEmpty(value) {
				return true
			}
		}
	}
	return false
}
