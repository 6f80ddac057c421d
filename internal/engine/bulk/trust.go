// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"context"
	"encoding/json"
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

// Same reports whether two documents of one object, with the same keys, mean the same. For example, it may ignore a field that the engine
// changes at each read.
type Same func(col engine.Collection, a, b engine.Document) bool

type likeness int

const (
	alike       likeness = iota
	otherValues          // the values differ, perhaps because somebody wrote in between
	otherForm            // the keys differ, or one of them is not an object
)

// compare compares an object in a list (entry) with its single read (sample). sample is null after a 404.
func (same Same) compare(col engine.Collection, entry, sample json.RawMessage) likeness {
	var listed, single engine.Document
	if engine.Decode(entry, &listed) != nil || engine.Decode(sample, &single) != nil || listed == nil || single == nil {
		return otherForm
	}
	switch {
	case !slices.Equal(slices.Sorted(maps.Keys(listed)), slices.Sorted(maps.Keys(single))):
		return otherForm
	case reflect.DeepEqual(listed, single), same != nil && same(col, listed, single):
		return alike
	}
	return otherValues
}

// Documents yields the objects of a list like Client.List, but with all of their fields. If a single read shows that somebody has deleted
// an object since the list was fetched, Documents leaves it out.
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

// whole returns a listed object with all of its fields, because some engines leave out fields in lists. It first reads some objects of the
// collection one by one and compares them with the list. If the list leaves out fields, whole reads every object with its own request.
func (r *Reader) whole(ctx context.Context, col engine.Collection, listed engine.Document) (engine.Document, error) {
	id, _ := listed["id"].(string)
	if word, ok := listed["type"].(string); ok && col == engine.Components("") {
		col = engine.Components(word)
	}
	lists := r.shortListOf(col)
	isShort, known := lists.verdict()
	if isUsable := engine.IsID(id) && col != engine.Components(""); !isUsable || known && !isShort {
		return listed, nil
	}
	if known {
		return r.client.Read(ctx, col, id)
	}
	lists.comparing.Lock() // Concurrent callers wait for the result of this comparison.
	defer lists.comparing.Unlock()
	if _, known = lists.verdict(); known {
		return r.whole(ctx, col, listed)
	}
	single, err := r.client.Read(ctx, col, id)
	switch {
	case isRefused(err):
		lists.compare(listed, nil)
		return listed, nil
	case err != nil:
		return nil, err
	}
	lists.compare(listed, single)
	return single, nil
}

// isRefused reports whether the engine answered a read with a status below 500, such as 403. The reads of other objects may work.
func isRefused(err error) bool {
	var answer *engine.Error
	return errors.As(err, &answer) && answer.Status < http.StatusInternalServerError
}

func (r *Reader) shortListOf(col engine.Collection) *shortList {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.short[col] == nil {
		r.short[col] = &shortList{}
	}
	return r.short[col]
}

// mostCompared is how many objects of a collection are read one by one for the comparison with the list. If all of these comparisons prove
// nothing, the list counts as complete: the objects may have no fields to leave out, or the engine may refuse single reads.
const mostCompared = 3

type shortList struct {
	comparing sync.Mutex // held while an object is read singly and compared

	mu       sync.Mutex
	isShort  bool
	isWhole  bool
	compared int
}

// verdict returns isShort if the lists leave out fields. known is false if more comparisons are needed.
func (s *shortList) verdict() (isShort, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isShort, s.isShort || s.isWhole || s.compared >= mostCompared
}

// compare compares a listed object with its single read and records the result. single is nil if the engine refused the read.
func (s *shortList) compare(listed, single engine.Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compared++
	if single != nil {
		s.isShort = document.ShowsLess(listed, single)
		s.isWhole = !s.isShort && hasParts(listed)
	}
}

// hasParts reports whether an engine object has a field with a JSON array or JSON object that is not empty. Engines leave out only such
// fields from lists. So other objects cannot show whether the lists leave out fields.
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
