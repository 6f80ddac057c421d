// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"cmp"
	"slices"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// view contains the objects of all kinds. A store has two views: one for readers and one for writers. The view for writers includes changes
// that are not in the data file yet.
type view struct {
	mu          sync.RWMutex           // Guards the collections.
	collections map[string]*collection // Keyed by the kind of object, such as "alert".
}

// Change is a change to one object. Before is nil if the change creates the object, and After is nil if it removes the object.
type Change struct {
	Kind, ID      string
	Before, After []byte
	seq           uint64
}

func newView(tables []*table.Table) *view {
	v := &view{collections: map[string]*collection{}}
	for _, t := range tables {
		v.collections[t.Kind] = newCollection(t)
	}
	return v
}

// apply makes all changes visible at once: a reader sees either all of them or none.
func (v *view) apply(changes ...Change) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range changes {
		v.collections[c.Kind].apply(c)
	}
}

func (v *view) undo(changes []Change) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range slices.Backward(changes) {
		c.After, c.Before = c.Before, c.After
		v.collections[c.Kind].apply(c)
	}
}

func (v *view) get(kind, id string) *Record {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.collections[kind].byID[id]
}

// Get returns an object as JSON, and reports whether the object exists. The caller must not change the JSON.
func (v *view) Get(kind, id string) ([]byte, bool) {
	if o := v.get(kind, id); o != nil {
		return o.Bytes(), true
	}
	return nil, false
}

func (v *view) Exists(kind, id string) bool { return v.get(kind, id) != nil }

// List returns all objects of a kind, oldest first. The caller must not modify the slice. Later creations and removals do not affect it.
func (v *view) List(kind string) []*Record {
	v.mu.RLock()
	defer v.mu.RUnlock()
	collection := v.collections[kind]
	collection.shared.Store(true)
	return slices.Clip(collection.inOrder)
}

// ListBy returns the objects of a kind whose field has the given value. ok is false if the field has no index.
func (v *view) ListBy(kind, field, value string) (objects []*Record, ok bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	values, ok := v.collections[kind].index[field]
	return slices.Clone(values[value]), ok
}

// objects returns all objects, oldest first. For each object, it returns the Change with which the object could be created again.
func (v *view) objects() (made []Change) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	for kind, c := range v.collections {
		for _, o := range c.inOrder {
			made = append(made, Change{Kind: kind, ID: o.id, seq: o.seq, After: o.Bytes()})
		}
	}
	slices.SortFunc(made, func(a, b Change) int { return cmp.Compare(a.seq, b.seq) })
	return made
}
