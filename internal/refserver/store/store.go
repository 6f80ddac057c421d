// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package store keeps the documents: encoded as they are answered, in memory, and in a file when there is one. It imports the
// packages document, refusal and table alone.
//
// Start reading here: reads (store.go), writes (transaction.go), the objects of one kind (collection.go), the file
// (journal.go), and which objects a list shows in which order (filter.go).
package store

import (
	"errors"
	"slices"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Store keeps the documents of all kinds in memory, encoded as they are answered, so that a read by id copies bytes.
// Writers go one after the other; a write is answered once the journal, if there is one, has made it last.
type Store struct {
	writers     sync.Mutex   // Held by the writer at work, so that what it has read stays true until it has written.
	mu          sync.RWMutex // Guards the collections against readers.
	collections map[string]*collection
	lastSeq     uint64
	journal     *journal // Nil without a file.
}

// Open makes a store for the kinds of the tables, with the documents of the file when one is named.
func Open(tables []*table.Table, file string) (*Store, error) {
	s := &Store{collections: map[string]*collection{}}
	for _, t := range tables {
		s.collections[t.Kind] = newCollection(t)
	}
	if file == "" {
		return s, nil
	}
	journal, err := openJournal(file)
	if err != nil {
		return nil, err
	}
	for kind, collection := range s.collections {
		err = errors.Join(err, journal.load(kind, func(seq uint64, data []byte) {
			collection.add(seq, string(document.Text(document.Field(data, "id"))), data)
			s.lastSeq = max(s.lastSeq, seq)
		}))
	}
	if err != nil {
		return nil, errors.Join(err, journal.close())
	}
	s.journal = journal
	return s, nil
}

// Close brings to the file what was written. Later writes fail when there is a file.
func (s *Store) Close() error {
	s.writers.Lock() // Nothing is added to the journal any more.
	defer s.writers.Unlock()
	if s.journal == nil {
		return nil
	}
	return s.journal.close()
}

// Get gives the bytes of a document. They must not be changed.
func (s *Store) Get(kind, id string) ([]byte, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	o, ok := s.collections[kind].byID[id]
	if !ok {
		return nil, false
	}
	return o.Bytes(), true
}

// Exists reports whether there is an object of that kind and id.
func (s *Store) Exists(kind, id string) bool {
	_, ok := s.Get(kind, id)
	return ok
}

// List gives all objects of a kind in order of creation. The slice stays as it is and must not be changed.
func (s *Store) List(kind string) []*Record {
	s.mu.RLock()
	defer s.mu.RUnlock()
	collection := s.collections[kind]
	collection.shared.Store(true)
	return slices.Clip(collection.inOrder)
}

// ListBy gives the same of the objects whose indexed field has the value. ok is false when the field is not indexed.
func (s *Store) ListBy(kind, field, value string) (objects []*Record, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	values, ok := s.collections[kind].index[field]
	return slices.Clone(values[value]), ok
}
