// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package store keeps the server's objects as JSON in memory and, optionally, in a data file.
//
// The package imports base/document, jsondoc and table. Start reading here. transaction.go contains write transactions, view.go the objects
// that readers and writers see, and collection.go the objects of one kind. commit.go groups writes to the data file. file.go manages the
// data file, and line.go defines its format. filter.go and order.go filter and sort objects for list requests.
package store

import (
	"errors"
	"fmt"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Store contains the objects of all kinds. Only one write transaction runs at a time. If there is a data file, readers don't see a
// transaction's changes until the file contains them.
type Store struct {
	*view // The objects that readers see.
	// drafted contains the objects as writers see them, including changes that are not in the data file yet.
	drafted *view
	// writers protects the fields drafted, lastSeq, next and closed. It is locked during a transaction.
	writers sync.Mutex
	lastSeq uint64
	next    *batch // The batch that is waiting for the data file, or nil.
	closed  bool
	// commits is the lock for the data file. It is held while a batch is written.
	commits sync.Mutex
	file    *dataFile // Nil if the objects are kept in memory only.

	watchers watchers
}

var errClosed = errors.New("the server is closed")

// Open returns a store with the objects from the data file. If file is "", the store keeps objects in memory only. The tables describe the
// kinds of objects.
func Open(tables []*table.Table, file string) (*Store, error) {
	s := &Store{view: newView(tables), drafted: newView(tables), watchers: watchers{added: map[*func([]Change)]struct{}{}}}
	if file == "" {
		return s, nil
	}
	read := 0
	opened, err := openFile(file, func(changes []Change) error {
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

// Lost describes what was missing at the end of the data file when the store opened it.
func (s *Store) Lost() Lost {
	if s.file == nil {
		return Lost{}
	}
	return s.file.lost
}

func (s *Store) replay(changes []Change) error {
	for _, c := range changes {
		collection := s.collections[c.Kind]
		switch {
		case collection == nil:
			return fmt.Errorf("has objects of the kind %q, which this server does not have", c.Kind)
		case c.After == nil && collection.byID[c.ID] == nil:
			continue // The object was created and removed in one write.
		}
		s.lastSeq++
		c.seq = s.lastSeq
		s.apply(c)
		s.drafted.apply(c)
	}
	return nil
}

// Close waits until all writes are in the data file, and then closes the file. Later writes fail. If the store has no data file, Close has
// no effect.
func (s *Store) Close() error {
	s.writers.Lock()
	waiting, closed := s.next, s.closed
	s.closed = s.file != nil
	s.writers.Unlock()
	if s.file == nil || closed {
		return nil
	}
	if waiting != nil {
		_ = waiting.commit() // The transactions in the batch return this error.
	}
	s.commits.Lock()
	defer s.commits.Unlock()
	return s.file.close()
}

// All returns a consistent snapshot of all objects, grouped by kind. The objects of each kind are sorted oldest first.
func (s *Store) All() map[string][]*Record {
	all := map[string][]*Record{}
	for _, c := range s.objects() {
		all[c.Kind] = append(all[c.Kind], NewRecord(c.ID, c.After))
	}
	return all
}
