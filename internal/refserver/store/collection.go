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
	byID    map[string]*Record
	inOrder []*Record
	// shared is true if a reader may still use the slice inOrder. A writer may then append to the slice, but must not move or remove
	// elements.
	shared atomic.Bool
	// index has the indexes of the collection. For example, index["name"]["pump"] has the objects with the name pump.
	index map[string]byValue
}

// byValue is the index of one field. It maps each value of the field to the objects with that value, the oldest first.
type byValue map[string][]*Record

// Record is a stored object. An update replaces its JSON, but the object keeps its place in the answers to list requests, which show the
// objects in order of creation.
type Record struct {
	seq  uint64
	id   string
	data atomic.Pointer[[]byte]
}

// NewRecord returns a record that is not in a store. The server uses such a record if the answer to a list request must show an object as
// it was before a write.
func NewRecord(id string, data []byte) *Record {
	o := &Record{id: id}
	o.data.Store(&data)
	return o
}

// ID returns the id of the object.
func (o *Record) ID() string { return o.id }

// Bytes returns the object as JSON. The caller must not change the bytes.
func (o *Record) Bytes() []byte { return *o.data.Load() }

// IsOlderThan reports whether the object was created before another one, of any kind.
func (o *Record) IsOlderThan(other *Record) bool { return o.seq < other.seq }

func newCollection(t *table.Table) *collection {
	c := &collection{table: t, byID: map[string]*Record{}, index: map[string]byValue{}}
	for _, field := range t.Indexed() {
		c.index[field] = byValue{}
	}
	return c
}

func (c *collection) apply(change change) {
	var before []byte
	o := c.byID[change.id]
	if o != nil {
		before = o.Bytes()
	}
	switch {
	case change.data == nil:
		delete(c.byID, o.id)
		at, _ := find(c.inOrder, o)
		c.inOrder = slices.Delete(c.movable(), at, at+1)
	case o == nil:
		o = NewRecord(change.id, change.data)
		o.seq = change.seq
		c.byID[o.id] = o
		at, _ := find(c.inOrder, o)
		if at < len(c.inOrder) {
			c.inOrder = c.movable()
		}
		c.inOrder = slices.Insert(c.inOrder, at, o)
	default:
		o.data.Store(&change.data)
	}
	for field, values := range c.index {
		was, is := string(jsondoc.Text(jsondoc.Field(before, field))), string(jsondoc.Text(jsondoc.Field(change.data, field)))
		if before != nil && change.data != nil && was == is {
			continue
		}
		if before != nil {
			values.remove(was, o)
		}
		if change.data != nil {
			values.add(is, o)
		}
	}
}

// movable returns inOrder, or a copy of it if a reader may still use inOrder. The caller may then move the elements.
func (c *collection) movable() []*Record {
	if c.shared.Swap(false) {
		return slices.Clone(c.inOrder)
	}
	return c.inOrder
}

func (v byValue) add(value string, o *Record) {
	at, _ := find(v[value], o)
	v[value] = slices.Insert(v[value], at, o)
}

// remove removes an object from the slice of objects with this value. If the slice is then empty, remove deletes the map entry.
func (v byValue) remove(value string, o *Record) {
	if at, ok := find(v[value], o); ok {
		v[value] = slices.Delete(v[value], at, at+1)
	}
	if len(v[value]) == 0 {
		delete(v, value)
	}
}

func find(objects []*Record, o *Record) (at int, ok bool) {
	return slices.BinarySearchFunc(objects, o, func(a, b *Record) int { return cmp.Compare(a.seq, b.seq) })
}
