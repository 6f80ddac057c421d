// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Same says whether two documents of one object, which have the same keys, say the same to those who read it. Fields that
// an engine changes by itself at each read are left to it.
type Same func(col engine.Collection, a, b engine.Document) bool

// likeness is how two answers about an object compare.
type likeness int

const (
	alike       likeness = iota
	otherValues          // somebody may have written in between
	otherForm            // one of them has other fields, or is no object
)

// compare compares what a list says of an object with what a single read says of it, which is nil for "there is none".
func (same Same) compare(col engine.Collection, listed, single []byte) likeness {
	if bytes.Equal(listed, single) {
		return alike
	}
	var a, b engine.Document
	if engine.Decode(listed, &a) != nil || engine.Decode(single, &b) != nil || a == nil {
		return otherForm
	}
	switch {
	case !slices.Equal(slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b))):
		return otherForm
	case reflect.DeepEqual(a, b), same != nil && same(col, a, b):
		return alike
	}
	return otherValues
}

// Documents lists as the client's List does, but every object as a read of it by itself shows it. One that is gone when it is read is
// left out.
func (r *Reader) Documents(ctx context.Context, col engine.Collection, query url.Values) iter.Seq2[engine.Document, error] {
	return func(yield func(engine.Document, error) bool) {
		for listed, err := range r.client.List(ctx, col, query) {
			if err != nil {
				yield(nil, err)
				return
			}
			doc, err := r.whole(ctx, col, listed)
			if engine.IsNotFound(err) {
				continue
			}
			if !yield(doc, err) || err != nil {
				return
			}
		}
	}
}

// whole is an object of a list as a read of it by itself shows it: an engine may leave out fields in its lists, which no document
// excludes (quirk 69). Whether it does is looked at with reads of the first objects of each kind, until one of them has something
// that a short list would not show; where it does, every object is read.
func (r *Reader) whole(ctx context.Context, col engine.Collection, listed engine.Document) (engine.Document, error) {
	id, _ := listed["id"].(string)
	if word, ok := listed["type"].(string); ok && col == engine.Components("") {
		col = engine.Components(word)
	}
	lists := r.short.of(col)
	isShort, known := lists.verdict()
	if isUsable := engine.IsID(id) && col != engine.Components(""); !isUsable || known && !isShort {
		return listed, nil
	}
	if known {
		return r.client.Read(ctx, col, id)
	}
	lists.comparing.Lock() // The others wait for what this one finds out.
	defer lists.comparing.Unlock()
	if _, known = lists.verdict(); known {
		return r.whole(ctx, col, listed)
	}
	single, err := r.client.Read(ctx, col, id)
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
	var answer *engine.Error
	return errors.As(err, &answer) && answer.Status < http.StatusInternalServerError
}

// shortLists says of each collection whether its lists leave out fields.
type shortLists struct {
	mu           sync.Mutex
	byCollection map[engine.Collection]*shortList
}

func newShortLists() *shortLists {
	return &shortLists{byCollection: map[engine.Collection]*shortList{}}
}

func (s *shortLists) of(col engine.Collection) *shortList {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byCollection[col] == nil {
		s.byCollection[col] = &shortList{}
	}
	return s.byCollection[col]
}

// mostCompared is how many objects are read by themselves before a list counts as it is: those of some kinds have nothing that a short
// list would leave out, and an engine may serve no single reads.
const mostCompared = 3

// shortList is what is known of the lists of one collection.
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
func (s *shortList) compare(listed, single engine.Document) {
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
func hasParts(doc engine.Document) bool {
	for _, value := range doc {
		switch value.(type) {
		case []any, engine.Document:
			if !document.IsEmpty(value) {
				return true
			}
		}
	}
	return false
}
