// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

type collection struct {
	table   *table.Table
	byID    map[string]*Record // The objects in inOrder, by id.
	inOrder []*Record
	// shared is true if a reader may still be using the inOrder slice. A writer may then append to inOrder, but must copy it before moving
	// or removing elements (see unsharedOrder).
	shared atomic.Bool
	// index maps an indexed field and a value to the objects with that value, oldest first. For example, index["name"]["pump"] lists the
	// objects named pump.
	index map[string]map[string][]*Record
}

// Record is a stored object. An update replaces the JSON but keeps the object's position in lists, which are in creation order.
type Record struct {
	seq  uint64
	id   string
	data atomic.Pointer[[]byte]
}

// NewRecord returns a record that isn't in a store. For example, a caller can use it to put an earlier version of an object into a list.
func NewRecord(id string, data []byte) *Record {
	o := &Record{id: id}
	o.data.Store(&data)
	return o
}

// ID returns the object's id.
func (o *Record) ID() string { return o.id }

// Bytes returns the object as JSON. The caller must not change the bytes.
func (o *Record) Bytes() []byte { return *o.data.Load() }

// IsOlderThan reports whether o was created before other. The two objects may be of different kinds.
func (o *Record) IsOlderThan(other *Record) bool { return o.seq < other.seq }

func newCollection(t *table.Table) *collection {
	c := &collection{table: t, byID: map[string]*Record{}, index: map[string]map[string][]*Record{}}
	for _, field := range t.Indexed() {
		c.index[field] = map[string][]*Record{}
	}
	return c
}

func (c *collection) apply(change Change) {
	var before []byte
	o := c.byID[change.ID]
	if o != nil {
		before = o.Bytes()
	}
	switch {
	case change.After == nil:
		delete(c.byID, o.id)
		c.inOrder = removeSorted(c.unsharedOrder(), o)
	case o == nil:
		o = NewRecord(change.ID, change.After)
		o.seq = change.seq
		c.byID[o.id] = o
		if n := len(c.inOrder); n > 0 && o.seq < c.inOrder[n-1].seq {
			c.inOrder = c.unsharedOrder()
		}
		c.inOrder = insertSorted(c.inOrder, o)
	default:
		o.data.Store(&change.After)
	}
	for field, values := range c.index {
		was, is := string(jsondoc.Text(jsondoc.Field(before, field))), string(jsondoc.Text(jsondoc.Field(change.After, field)))
		if before != nil && change.After != nil && was == is {
			continue
		}
		if before != nil {
			if values[was] = removeSorted(values[was], o); len(values[was]) == 0 {
				delete(values, was)
			}
		}
		if change.After != nil {
			values[is] = insertSorted(values[is], o)
		}
	}
}

// unsharedOrder returns all objects in creation order, in a slice whose elements the caller may move or remove.
func (c *collection) unsharedOrder() []*Record {
	if c.shared.Swap(false) {
		return slices.Clone(c.inOrder)
	}
	return c.inOrder
}

// insertSorted inserts an object into a slice that is in creation order, and returns the new slice.
func insertSorted(objects []*Record, o *Record) []*Record {
	return slices.Insert(objects, position(objects, o), o)
}

func removeSorted(objects []*Record, o *Record) []*Record {
	at := position(objects, o)
	return slices.Delete(objects, at, at+1)
}

func position(objects []*Record, o *Record) int {
	at, _ := slices.BinarySearchFunc(objects, o, func(a, b *Record) int { return cmp.Compare(a.seq, b.seq) })
	return at
}
