// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package store keeps the documents: encoded as they are answered, in memory, and in a file when there is one. It imports the
// packages document, refusal, table and, below it, pagecheck alone.
//
// Start reading here: reads (store.go), writes (transaction.go), what readers and writers see (view.go), the objects of one
// kind (collection.go), when writes reach the file (journal.go), the file and its format (file.go, format.go), and which
// objects a list shows in which order (filter.go, order.go).
package store

import (
	"errors"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Store keeps the documents of all kinds in memory, encoded as they are answered, so that a read by id copies bytes.
// Writers go one after the other; a write is answered, and seen by readers, once the journal, if there is one, has made it
// last.
type Store struct {
	tables []*table.Table
	file   string
	// shown is what readers see. drafted is what the writer works on: it is ahead by what the file does not hold yet.
	shown, drafted *view
	// writers is held by the writer at work, so that what it has read stays true until it has written. It guards the rest.
	writers sync.Mutex
	lastSeq uint64
	journal *journal // Nil without a file.
	closed  bool
}

// errClosed is what a write after Close gets.
var errClosed = errors.New("the server is closed")

// Open makes a store for the kinds of the tables, with the documents of the file when one is named.
func Open(tables []*table.Table, file string) (*Store, error) {
	s := &Store{tables: tables, file: file, shown: newView(tables), drafted: newView(tables)}
	if file == "" {
		return s, nil
	}
	if err := s.load(); err != nil {
		return nil, err
	}
	return s, nil
}

// load opens the file, and has readers and writers see what it holds.
func (s *Store) load() error {
	journal, err := openJournal(s.file, s.shown.make)
	if err != nil {
		return err
	}
	shown, drafted, lastSeq := newView(s.tables), newView(s.tables), uint64(0)
	err = journal.file.load(func(c change) error {
		if shown.collections[c.kind] == nil {
			return errForeign
		}
		if shown.collections[c.kind].byID[c.id] != nil {
			return errors.New("two objects have the same id")
		}
		shown.collections[c.kind].change(c)
		drafted.collections[c.kind].change(c)
		lastSeq = max(lastSeq, c.seq)
		return nil
	})
	if err != nil {
		return errors.Join(err, journal.close())
	}
	s.journal, s.lastSeq = journal, lastSeq
	s.shown.become(shown)
	s.drafted.become(drafted)
	return nil
}

// recover goes on after a write that did not reach the file. What the file holds now is all there is: nobody was told that
// more lasts.
func (s *Store) recover() error {
	if err := s.journal.close(); err != nil {
		return err
	}
	return s.load()
}

// Close brings to the file what was written. Later writes fail when there is a file.
func (s *Store) Close() error {
	s.writers.Lock() // Nothing is added to the journal any more.
	defer s.writers.Unlock()
	if s.journal == nil || s.closed {
		return nil
	}
	s.closed = true
	return s.journal.close()
}

// Get gives the bytes of a document. They must not be changed.
func (s *Store) Get(kind, id string) ([]byte, bool) { return bytesOf(s.shown.get(kind, id)) }

func bytesOf(o *Record) ([]byte, bool) {
	if o == nil {
		return nil, false
	}
	return o.Bytes(), true
}

// Exists reports whether there is an object of that kind and id.
func (s *Store) Exists(kind, id string) bool { return s.shown.get(kind, id) != nil }

// List gives all objects of a kind in order of creation. The slice stays as it is and must not be changed.
func (s *Store) List(kind string) []*Record { return s.shown.list(kind) }

// ListBy gives the same of the objects whose indexed field has the value. ok is false when the field is not indexed.
func (s *Store) ListBy(kind, field, value string) (objects []*Record, ok bool) {
	return s.shown.listBy(kind, field, value)
}

// All gives the objects of all kinds, in order of creation, as no write changes them meanwhile.
func (s *Store) All() map[string][]*Record {
	s.writers.Lock()
	defer s.writers.Unlock()
	s.shown.mu.RLock()
	defer s.shown.mu.RUnlock()
	all := map[string][]*Record{}
	for kind, collection := range s.shown.collections {
		for _, o := range collection.inOrder {
			all[kind] = append(all[kind], NewRecord(o.id, o.Bytes()))
		}
	}
	return all
}
