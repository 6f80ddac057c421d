// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
)

// store keeps the documents of all collections in memory, encoded as they are answered, so that a read by id copies bytes.
// Writers go one after the other; a write is answered once the journal, if there is one, has made it last.
type store struct {
	writers sync.Mutex   // Held by the writer at work, so that what it has read stays true until it has written.
	mu      sync.RWMutex // Guards the shelves against readers.
	shelves map[string]*shelf
	lastSeq uint64
	journal *journal // Nil without a file.
}

// shelf keeps the objects of one collection.
type shelf struct {
	collection *collection
	byID       map[string]*stored
	inOrder    []*stored
	// lent: readers may hold inOrder, so that nothing in it may move. What is added behind it does not disturb them.
	lent atomic.Bool
	// index gives the objects by a field and its value, in order of creation.
	index map[string]byValue
}

// byValue are the objects that have a value in a field, in order of creation.
type byValue map[string][]*stored

// stored is an object. Its place in the order of creation stays, its bytes are replaced by each update.
type stored struct {
	seq  uint64
	id   string
	data atomic.Pointer[[]byte]
}

func (o *stored) bytes() []byte { return *o.data.Load() }

// openStore makes a store of the collections, with the documents of the file when one is named.
func openStore(collections []*collection, file string) (*store, error) {
	s := &store{shelves: map[string]*shelf{}}
	for _, c := range collections {
		s.shelves[c.kind] = newShelf(c)
	}
	if file == "" {
		return s, nil
	}
	journal, err := openJournal(file)
	if err != nil {
		return nil, err
	}
	for kind, shelf := range s.shelves {
		err = errors.Join(err, journal.load(kind, func(seq uint64, data []byte) {
			shelf.add(seq, string(rawText(rawField(data, "id"))), data)
			s.lastSeq = max(s.lastSeq, seq)
		}))
	}
	if err != nil {
		return nil, errors.Join(err, journal.close())
	}
	s.journal = journal
	return s, nil
}

func (s *store) close() error {
	s.writers.Lock() // Nothing is added to the journal any more.
	defer s.writers.Unlock()
	if s.journal == nil {
		return nil
	}
	return s.journal.close()
}

// get gives the bytes of a document. They must not be changed.
func (s *store) get(kind, id string) ([]byte, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	o, ok := s.shelves[kind].byID[id]
	if !ok {
		return nil, false
	}
	return o.bytes(), true
}

func (s *store) exists(kind, id string) bool {
	_, ok := s.get(kind, id)
	return ok
}

// list gives all objects of a kind in order of creation. The slice stays as it is and must not be changed.
func (s *store) list(kind string) []*stored {
	s.mu.RLock()
	defer s.mu.RUnlock()
	shelf := s.shelves[kind]
	shelf.lent.Store(true)
	return slices.Clip(shelf.inOrder)
}

// listBy gives the same of the objects whose indexed field has the value. ok is false when the field is not indexed.
func (s *store) listBy(kind, field, value string) (objects []*stored, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	values, ok := s.shelves[kind].index[field]
	return slices.Clone(values[value]), ok
}

func newShelf(c *collection) *shelf {
	sh := &shelf{collection: c, byID: map[string]*stored{}, index: map[string]byValue{}}
	for _, field := range c.indexed() {
		sh.index[field] = byValue{}
	}
	return sh
}

// add puts in an object that is newer than all others.
func (sh *shelf) add(seq uint64, id string, data []byte) {
	o := &stored{seq: seq, id: id}
	o.data.Store(&data)
	sh.byID[id] = o
	sh.inOrder = append(sh.inOrder, o)
	for field, values := range sh.index {
		value := string(rawText(rawField(data, field)))
		values[value] = append(values[value], o)
	}
}

func (sh *shelf) replace(o *stored, data []byte) {
	before := o.bytes()
	o.data.Store(&data)
	for field, values := range sh.index {
		was, is := string(rawText(rawField(before, field))), string(rawText(rawField(data, field)))
		if was == is {
			continue
		}
		values.without(was, o)
		at, _ := find(values[is], o)
		values[is] = slices.Insert(values[is], at, o)
	}
}

func (sh *shelf) remove(o *stored) {
	delete(sh.byID, o.id)
	if at, ok := find(sh.inOrder, o); ok {
		if sh.lent.Swap(false) {
			sh.inOrder = slices.Clone(sh.inOrder)
		}
		sh.inOrder = slices.Delete(sh.inOrder, at, at+1)
	}
	for field, values := range sh.index {
		values.without(string(rawText(rawField(o.bytes(), field))), o)
	}
}

// without takes an object out; a value that no object has is forgotten.
func (v byValue) without(value string, o *stored) {
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
func find(objects []*stored, o *stored) (at int, ok bool) {
	return slices.BinarySearchFunc(objects, o, func(a, b *stored) int { return cmp.Compare(a.seq, b.seq) })
}
