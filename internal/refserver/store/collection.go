// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// collection is the objects of one kind.
type collection struct {
	table   *table.Table
	byID    map[string]*Record
	inOrder []*Record
	// shared is true if a reader may still use the slice inOrder. Then its elements must not move. Appending to it is safe.
	shared atomic.Bool
	// index has the objects by a field and its value, in order of creation.
	index map[string]byValue
}

// byValue is the index of one field.
type byValue map[string][]*Record

// Record is a stored object. An update replaces its bytes and keeps its place in the order of creation.
type Record struct {
	seq  uint64
	id   string
	data atomic.Pointer[[]byte]
}

// NewRecord returns a record that is not in a store, for example for a list with other bytes.
func NewRecord(id string, data []byte) *Record {
	o := &Record{id: id}
	o.data.Store(&data)
	return o
}

// ID returns the id of the object.
func (o *Record) ID() string { return o.id }

// Bytes returns the encoded object. The caller must not change it.
func (o *Record) Bytes() []byte { return *o.data.Load() }

func newCollection(t *table.Table) *collection {
	c := &collection{table: t, byID: map[string]*Record{}, index: map[string]byValue{}}
	for _, field := range t.Indexed() {
		c.index[field] = byValue{}
	}
	return c
}

func (c *collection) apply(change change) {
	o := c.byID[change.id]
	switch {
	case change.data == nil:
		c.remove(o)
	case o == nil:
		o = NewRecord(change.id, change.data)
		o.seq = change.seq
		c.add(o)
	default:
		c.replace(o, change.data)
	}
}

// add adds an object, usually one that is newer than all others.
func (c *collection) add(o *Record) {
	c.byID[o.id] = o
	at, _ := find(c.inOrder, o)
	if at < len(c.inOrder) && c.shared.Swap(false) {
		c.inOrder = slices.Clone(c.inOrder)
	}
	c.inOrder = slices.Insert(c.inOrder, at, o)
	for field, values := range c.index {
		values.add(string(document.Text(document.Field(o.Bytes(), field))), o)
	}
}

func (c *collection) replace(o *Record, data []byte) {
	before := o.Bytes()
	o.data.Store(&data)
	for field, values := range c.index {
		was, is := string(document.Text(document.Field(before, field))), string(document.Text(document.Field(data, field)))
		if was == is {
			continue
		}
		values.remove(was, o)
		values.add(is, o)
	}
}

func (c *collection) remove(o *Record) {
	delete(c.byID, o.id)
	if at, ok := find(c.inOrder, o); ok {
		if c.shared.Swap(false) {
			c.inOrder = slices.Clone(c.inOrder)
		}
		c.inOrder = slices.Delete(c.inOrder, at, at+1)
	}
	for field, values := range c.index {
		values.remove(string(document.Text(document.Field(o.Bytes(), field))), o)
	}
}

func (v byValue) add(value string, o *Record) {
	at, _ := find(v[value], o)
	v[value] = slices.Insert(v[value], at, o)
}

func (v byValue) remove(value string, o *Record) {
	at, ok := find(v[value], o)
	if !ok {
		return
	}
	v[value] = slices.Delete(v[value], at, at+1)
	if len(v[value]) == 0 {
		delete(v, value)
	}
}

// find returns the index of an object among objects in order of creation.
func find(objects []*Record, o *Record) (at int, ok bool) {
	return slices.BinarySearchFunc(objects, o, func(a, b *Record) int { return cmp.Compare(a.seq, b.seq) })
}
