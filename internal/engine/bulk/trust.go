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

// Same reports whether two documents with the same keys represent the same state of an object. For example, it may ignore a field that
// changes with every read.
type Same func(col engine.Collection, a, b engine.Document) bool

type likeness int

const (
	alike       likeness = iota
	otherValues          // the values differ, perhaps because another client changed the object between the reads
	otherForm            // the keys differ, or one of the two is not a JSON object
)

// compare compares an object in a list (entry) with the result of reading the object individually (sample), which is JSON null after a 404.
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

// Documents is like Client.List, but yields the objects with all of their fields. If the engine's lists omit fields, it reads the objects
// individually, ten at a time. It skips objects that were deleted after the list was fetched.
func (r *Reader) Documents(ctx context.Context, col engine.Collection, query url.Values) iter.Seq2[engine.Document, error] {
	return func(yield func(engine.Document, error) bool) {
		batch := make([]engine.Document, 0, readsAtOnce)
		for listed, err := range r.client.List(ctx, col, query) {
			if err != nil {
				if r.yieldBatch(ctx, col, batch, yield) {
					yield(nil, err)
				}
				return
			}
			batch = append(batch, listed)
			omitsFields, known := r.completenessOf(collectionOf(col, listed)).verdict()
			if known && (omitsFields || len(batch) > 1) && len(batch) < readsAtOnce {
				continue // Fill the batch first, so that the individual reads run concurrently.
			}
			if !r.yieldBatch(ctx, col, batch, yield) {
				return
			}
			batch = batch[:0]
		}
		r.yieldBatch(ctx, col, batch, yield)
	}
}

// readsAtOnce is the number of objects that Documents reads concurrently. It equals Terraform's default parallelism.
const readsAtOnce = 10

// yieldBatch yields the objects in a batch in order. It returns false after an error, or once the caller's loop has ended.
func (r *Reader) yieldBatch(
	ctx context.Context, col engine.Collection, batch []engine.Document, yield func(engine.Document, error) bool,
) bool {
	docs, errs := make([]engine.Document, len(batch)), make([]error, len(batch))
	var group errgroup.Group
	for i, listed := range batch {
		group.Go(func() error {
			docs[i], errs[i] = r.withAllFields(ctx, col, listed)
			return nil
		})
	}
	_ = group.Wait() // Errors are collected in errs, so that the objects before an error are still yielded.
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

// collectionOf returns the collection of a listed object. If col contains components of all types, it returns the collection of the
// object's type.
func collectionOf(col engine.Collection, listed engine.Document) engine.Collection {
	if word, ok := listed["type"].(string); ok && col == engine.Components("") {
		return engine.Components(word)
	}
	return col
}

// withAllFields returns a listed object with all of its fields. The first calls read the object individually and compare the two versions.
// If the listed one lacks fields, later calls read each object individually, too. Otherwise, they return the listed object.
func (r *Reader) withAllFields(ctx context.Context, col engine.Collection, listed engine.Document) (engine.Document, error) {
	id, _ := listed["id"].(string)
	col = collectionOf(col, listed)
	lists := r.completenessOf(col)
	omitsFields, known := lists.verdict()
	if isUsable := engine.IsID(id) && col != engine.Components(""); !isUsable || known && !omitsFields {
		return listed, nil
	}
	if known {
		return r.client.Read(ctx, col, id)
	}
	if err := lists.comparing.Acquire(ctx, 1); err != nil { // Other callers wait for this comparison.
		return nil, fmt.Errorf("read %s %s: %w", col, id, err)
	}
	defer lists.comparing.Release(1)
	if _, known = lists.verdict(); known {
		return r.withAllFields(ctx, col, listed)
	}
	single, err := r.client.Read(ctx, col, id)
	if rejection, ok := errors.AsType[*engine.Error](err); ok && rejection.Status < http.StatusInternalServerError {
		lists.compare(listed, nil) // The rejection, such as a 403, may apply only to this object, so try others too.
		return listed, nil
	}
	if err != nil {
		return nil, err
	}
	lists.compare(listed, single)
	return single, nil
}

func (r *Reader) completenessOf(col engine.Collection) *listCompleteness {
	value, _ := r.completeness.LoadOrStore(col, &listCompleteness{comparing: semaphore.NewWeighted(1)})
	known, _ := value.(*listCompleteness)
	return known
}

// maxCompared is the maximum number of objects in a collection to compare with individual reads. If no comparison is possible, for example
// because the engine rejects individual reads, the provider assumes that the lists are complete.
const maxCompared = 3

// listCompleteness records whether a collection's lists omit fields.
type listCompleteness struct {
	comparing *semaphore.Weighted // held while an object is read and compared

	mu          sync.Mutex
	omitsFields bool
	isComplete  bool
	compared    int
}

// verdict reports whether lists of the collection omit fields. known is false if this requires more comparisons with individual reads.
func (s *listCompleteness) verdict() (omitsFields, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.omitsFields, s.omitsFields || s.isComplete || s.compared >= maxCompared
}

// compare compares an object from a list (listed) with the result of reading it individually (single), and records whether the list omits
// fields. single is nil if the engine rejected the read.
func (s *listCompleteness) compare(listed, single engine.Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compared++
	if single != nil {
		s.omitsFields = document.ShowsLess(listed, single)
		s.isComplete = !s.omitsFields && hasParts(listed)
	}
}

// hasParts reports whether a field of the object is a non-empty array or object. Engines that omit fields from list responses omit only
// such fields. An object without such fields therefore does not show whether the engine omits any.
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
