// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"cmp"
	"slices"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// view holds the objects of all kinds. The store has two views: one as readers see the objects, and one as writers see them, with
// unfinished writes.
type view struct {
	mu          sync.RWMutex // Guards the collections.
	collections map[string]*collection
	// recorded collects the changes of the running transaction. It is nil in the view for readers.
	recorded *[]change
}

// change is the change of one object. data is nil if the change removed the object. before is nil if the change created the object.
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

// apply makes the given changes at once: readers see either all of them or none.
func (v *view) apply(changes ...change) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range changes {
		v.collections[c.kind].apply(c)
	}
	if v.recorded != nil {
		*v.recorded = append(*v.recorded, changes...)
	}
}

// undo reverts the given changes, beginning with the last one.
func (v *view) undo(changes []change) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range slices.Backward(changes) {
		c.data, c.before = c.before, c.data
		v.collections[c.kind].apply(c)
	}
}

func (v *view) get(kind, id string) *Record {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.collections[kind].byID[id]
}

// Get returns an object as JSON. The caller must not change the bytes.
func (v *view) Get(kind, id string) ([]byte, bool) {
	if o := v.get(kind, id); o != nil {
		return o.Bytes(), true
	}
	return nil, false
}

func (v *view) Exists(kind, id string) bool { return v.get(kind, id) != nil }

// List returns all objects of a kind, the oldest first. Later writes do not change the slice. The caller must not change it either.
func (v *view) List(kind string) []*Record {
	v.mu.RLock()
	defer v.mu.RUnlock()
	collection := v.collections[kind]
	collection.shared.Store(true)
	return slices.Clip(collection.inOrder)
}

// ListBy returns the objects of a kind whose field has the given value, from the index of that field. ok is false if the field has no
// index.
func (v *view) ListBy(kind, field, value string) (objects []*Record, ok bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	values, ok := v.collections[kind].index[field]
	return slices.Clone(values[value]), ok
}

// objects returns all objects of the view as changes that create them, so that compact can write them to a new data file. The oldest object
// comes first, whatever its kind.
func (v *view) objects() (made []change) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	for kind, c := range v.collections {
		for _, o := range c.inOrder {
			made = append(made, change{kind: kind, id: o.id, seq: o.seq, data: o.Bytes()})
		}
	}
	slices.SortFunc(made, func(a, b change) int { return cmp.Compare(a.seq, b.seq) })
	return made
}
