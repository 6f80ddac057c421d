// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package store keeps the documents: encoded as they are answered, in memory, and in a file when there is one. It imports the
// packages document, refusal and table alone.
//
// Start reading here: reads (store.go), writes (transaction.go), what readers and writers see (view.go), the objects of one
// kind (collection.go), when writes reach the file (commit.go), the file and its lines (file.go, line.go), and which objects a
// list shows in which order (filter.go, order.go).
package store

import (
	"errors"
	"fmt"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Store keeps the documents of all kinds in memory, encoded as they are answered, so that a read by id copies bytes.
// Writers take turns. A write is answered, and readers see it, once it is in the file, if there is one.
type Store struct {
	*view // What readers see.
	// drafted is what the writer works on: it is ahead of what readers see by the writes in next, and by those that are on
	// their way to the file.
	drafted *view
	// writers is held by the writer at work, so that what it has read stays true until it has written. It guards the next four.
	writers sync.Mutex
	lastSeq uint64
	next    *batch // Collects the writes that wait for the file; nil if there are none.
	closed  bool
	// commits is held while a batch is brought to the file.
	commits sync.Mutex
	file    *dataFile // Nil if the documents are kept in memory alone.

	watchers watchers
}

// errClosed is what a write after Close gets.
var errClosed = errors.New("the server is closed")

// Open makes a store for the kinds of the tables, with the documents of the file when one is named.
func Open(tables []*table.Table, file string) (*Store, error) {
	s := &Store{view: newView(tables), drafted: newView(tables)}
	if file == "" {
		return s, nil
	}
	read := 0
	opened, err := openFile(file, func(changes []change) error {
		read += len(changes)
		return s.replay(changes)
	})
	if err != nil {
		return nil, err
	}
	s.file = opened
	if objects := s.objects(); len(objects) < read {
		err = s.file.compact(objects)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// replay makes changes that were read from the file.
func (s *Store) replay(changes []change) error {
	for _, c := range changes {
		collection := s.collections[c.kind]
		switch {
		case collection == nil:
			return fmt.Errorf("is about the kind %q, which this server does not have", c.kind)
		case c.data == nil && collection.byID[c.id] == nil:
			continue // One write made and removed it.
		}
		s.lastSeq++
		c.seq = s.lastSeq
		s.make(c)
		s.drafted.make(c)
	}
	return nil
}

// Close brings to the file what was written. Later writes fail when there is a file.
func (s *Store) Close() error {
	s.writers.Lock()
	waiting, closed := s.next, s.closed
	s.closed = s.file != nil
	s.writers.Unlock()
	if s.file == nil || closed {
		return nil
	}
	if waiting != nil {
		<-waiting.done
	}
	s.commits.Lock()
	defer s.commits.Unlock()
	return s.file.close()
}

// All gives the objects of all kinds, in order of creation, as no write changes them meanwhile.
func (s *Store) All() map[string][]*Record {
	all := map[string][]*Record{}
	for _, c := range s.objects() {
		all[c.kind] = append(all[c.kind], NewRecord(c.id, c.data))
	}
	return all
}
