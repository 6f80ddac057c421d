// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"maps"
	"slices"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// view is the objects of all kinds at one time.
type view struct {
	mu          sync.RWMutex // Guards the collections against readers.
	collections map[string]*collection
}

// change is a document written, removed when there are no bytes, and new when there were none before.
type change struct {
	kind, id     string
	seq          uint64
	before, data []byte
}

func newView(tables []*table.Table) *view {
	v := &view{collections: map[string]*collection{}}
	for _, t := range tables {
		v.collections[t.Kind] = newCollection(t)
	}
	return v
}

// make makes changes, which readers see at once and all together.
func (v *view) make(changes ...change) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range changes {
		v.collections[c.kind].change(c)
	}
}

// undo takes changes back, the last first.
func (v *view) undo(changes []change) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range slices.Backward(changes) {
		c.data, c.before = c.before, c.data
		v.collections[c.kind].change(c)
	}
}

// get gives an object, or nil.
func (v *view) get(kind, id string) *Record {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.collections[kind].byID[id]
}

// Get gives the bytes of a document. They must not be changed.
func (v *view) Get(kind, id string) ([]byte, bool) {
	if o := v.get(kind, id); o != nil {
		return o.Bytes(), true
	}
	return nil, false
}

// Exists reports whether there is an object of that kind and id.
func (v *view) Exists(kind, id string) bool { return v.get(kind, id) != nil }

// List gives all objects of a kind in order of creation. The slice stays as it is and must not be changed.
func (v *view) List(kind string) []*Record {
	v.mu.RLock()
	defer v.mu.RUnlock()
	collection := v.collections[kind]
	collection.shared.Store(true)
	return slices.Clip(collection.inOrder)
}

// ListBy gives the objects of a kind whose indexed field has the value. ok is false when the field is not indexed.
func (v *view) ListBy(kind, field, value string) (objects []*Record, ok bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	values, ok := v.collections[kind].index[field]
	return slices.Clone(values[value]), ok
}

// objects returns the changes that make all objects, those of a kind in order of creation.
func (v *view) objects() (made []change) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	for _, kind := range slices.Sorted(maps.Keys(v.collections)) {
		for _, o := range v.collections[kind].inOrder {
			made = append(made, change{kind: kind, id: o.id, seq: o.seq, data: o.Bytes()})
		}
	}
	return made
}
