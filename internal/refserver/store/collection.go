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

// collection keeps the objects of one kind.
type collection struct {
	table   *table.Table
	byID    map[string]*Record
	inOrder []*Record
	// shared: readers may hold inOrder, so that nothing in it may move. What is added behind it does not disturb them.
	shared atomic.Bool
	// index gives the objects by a field and its value, in order of creation.
	index map[string]byValue
}

// byValue are the objects that have a value in a field, in order of creation.
type byValue map[string][]*Record

// Record is an object that is kept. Its place in the order of creation stays, its bytes are replaced by each update.
type Record struct {
	seq  uint64
	id   string
	data atomic.Pointer[[]byte]
}

// NewRecord gives an object with other bytes than those that are kept, for a list.
func NewRecord(id string, data []byte) *Record {
	o := &Record{id: id}
	o.data.Store(&data)
	return o
}

// ID is the id of the object.
func (o *Record) ID() string { return o.id }

// Bytes is the object as it is answered. They must not be changed.
func (o *Record) Bytes() []byte { return *o.data.Load() }

func newCollection(t *table.Table) *collection {
	c := &collection{table: t, byID: map[string]*Record{}, index: map[string]byValue{}}
	for _, field := range t.Indexed() {
		c.index[field] = byValue{}
	}
	return c
}

// change makes a change.
func (c *collection) change(change change) {
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

// add puts in an object, most often one that is newer than all others.
func (c *collection) add(o *Record) {
	c.byID[o.id] = o
	at, _ := find(c.inOrder, o)
	if at < len(c.inOrder) && c.shared.Swap(false) {
		c.inOrder = slices.Clone(c.inOrder)
	}
	c.inOrder = slices.Insert(c.inOrder, at, o)
	for field, values := range c.index {
		values.with(string(document.Text(document.Field(o.Bytes(), field))), o)
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
		values.without(was, o)
		values.with(is, o)
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
		values.without(string(document.Text(document.Field(o.Bytes(), field))), o)
	}
}

// with puts an object in.
func (v byValue) with(value string, o *Record) {
	at, _ := find(v[value], o)
	v[value] = slices.Insert(v[value], at, o)
}

// without takes an object out; a value that no object has is forgotten.
func (v byValue) without(value string, o *Record) {
	at, ok := find(v[value], o)
	if !ok {
		return
	}
	v[value] = slices.Delete(v[value], at, at+1)
	if len(v[value]) == 0 {
		delete(v, value)
	}
}

// find gives the place of an object among objects in order of creation.
func find(objects []*Record, o *Record) (at int, ok bool) {
	return slices.BinarySearchFunc(objects, o, func(a, b *Record) int { return cmp.Compare(a.seq, b.seq) })
}
