// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Same reports whether two documents with the same keys show the same state of one object. For example, it may ignore a field that changes
// with each read.
type Same func(col engine.Collection, a, b engine.Document) bool

type likeness int

const (
	alike       likeness = iota
	otherValues          // the values differ, perhaps because somebody changed the object in between
	otherForm            // the keys differ, or one of them is not an object
)

// compare compares an object in a list (entry) with its single read (sample). sample is null after a 404.
func (same Same) compare(col engine.Collection, entry, sample json.RawMessage) likeness {
	var listed, single engine.Document
	if engine.Decode(entry, &listed) != nil || engine.Decode(sample, &single) != nil {
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

// Documents yields the objects of a list like Client.List, but with all of their fields. If the engine's lists leave out fields, Documents
// reads the objects one by one, ten at the same time. It leaves out objects that somebody has deleted since the list was fetched.
func (r *Reader) Documents(ctx context.Context, col engine.Collection, query url.Values) iter.Seq2[engine.Document, error] {
	return func(yield func(engine.Document, error) bool) {
		batch := make([]engine.Document, 0, readsAtOnce)
		for listed, err := range r.client.List(ctx, col, query) {
			if err != nil {
				if r.yieldWhole(ctx, col, batch, yield) {
					yield(nil, err)
				}
				return
			}
			batch = append(batch, listed)
			isShort, known := r.shortListOf(collectionOf(col, listed)).verdict()
			if known && (isShort || len(batch) > 1) && len(batch) < readsAtOnce {
				continue // An object of this batch needs its own read, which runs together with those of the next objects.
			}
			if !r.yieldWhole(ctx, col, batch, yield) {
				return
			}
			batch = batch[:0]
		}
		r.yieldWhole(ctx, col, batch, yield)
	}
}

// readsAtOnce is how many objects Documents reads at the same time. Terraform also works on ten objects at once.
const readsAtOnce = 10

// yieldWhole yields the objects of a batch in order. It returns false after an error, or if the caller's loop has ended.
func (r *Reader) yieldWhole(
	ctx context.Context, col engine.Collection, batch []engine.Document, yield func(engine.Document, error) bool,
) bool {
	docs, errs := make([]engine.Document, len(batch)), make([]error, len(batch))
	var group errgroup.Group
	for i, listed := range batch {
		group.Go(func() error {
			docs[i], errs[i] = r.whole(ctx, col, listed)
			return nil
		})
	}
	_ = group.Wait() // The errors are in errs, so that the objects before an error are yielded.
	for i, err := range errs {
		if engine.IsNotFound(err) {
			continue
		}
		if !yield(docs[i], err) || err != nil {
			return false
		}
	}
	return true
}

// collectionOf returns the collection of a listed object: for a component in a list of all types, the components of its type.
func collectionOf(col engine.Collection, listed engine.Document) engine.Collection {
	if word, ok := listed["type"].(string); ok && col == engine.Components("") {
		return engine.Components(word)
	}
	return col
}

// whole returns a listed object with all of its fields, because some engines leave out fields in lists. It first reads some objects of the
// collection one by one and compares them with the list. If the list leaves out fields, whole reads every object with its own request.
func (r *Reader) whole(ctx context.Context, col engine.Collection, listed engine.Document) (engine.Document, error) {
	id, _ := listed["id"].(string)
	col = collectionOf(col, listed)
	lists := r.shortListOf(col)
	isShort, known := lists.verdict()
	if isUsable := engine.IsID(id) && col != engine.Components(""); !isUsable || known && !isShort {
		return listed, nil
	}
	if known {
		return r.client.Read(ctx, col, id)
	}
	if err := lists.comparing.Acquire(ctx, 1); err != nil { // Concurrent callers wait for the result of this comparison.
		return nil, fmt.Errorf("read %s %s: %w", col, id, err)
	}
	defer lists.comparing.Release(1)
	if _, known = lists.verdict(); known {
		return r.whole(ctx, col, listed)
	}
	single, err := r.client.Read(ctx, col, id)
	if rejection, ok := errors.AsType[*engine.Error](err); ok && rejection.Status < http.StatusInternalServerError {
		lists.compare(listed, nil) // after a status such as 403, reads of other objects may succeed
		return listed, nil
	}
	if err != nil {
		return nil, err
	}
	lists.compare(listed, single)
	return single, nil
}

func (r *Reader) shortListOf(col engine.Collection) *shortList {
	value, _ := r.short.LoadOrStore(col, &shortList{comparing: semaphore.NewWeighted(1)})
	known, _ := value.(*shortList)
	return known
}

// maxCompared is the maximum number of objects in a collection that are read one by one for the comparison with the list. If none of these
// comparisons proves anything, the list counts as complete. Perhaps the objects have no fields to leave out, or the engine rejects single
// reads.
const maxCompared = 3

// shortList records whether the lists of one collection leave out fields.
type shortList struct {
	comparing *semaphore.Weighted // held while an object is read singly and compared

	mu       sync.Mutex
	isShort  bool
	isWhole  bool
	compared int
}

// verdict returns whether the lists leave out fields. known is false if more comparisons are needed.
func (s *shortList) verdict() (isShort, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isShort, s.isShort || s.isWhole || s.compared >= maxCompared
}

// compare compares a listed object with its single read and records the result. single is nil if the engine rejected the read.
func (s *shortList) compare(listed, single engine.Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compared++
	if single != nil {
		s.isShort = document.ShowsLess(listed, single)
		s.isWhole = !s.isShort && hasParts(listed)
	}
}

// hasParts reports whether an engine object has a non-empty JSON array or object. Lists leave out only such fields, so an object without
// them does not show whether the lists are complete.
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
