// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package store keeps the documents in memory, encoded as the server answers them, and in a data file if there is one.
//
// Start reading here. transaction.go writes, view.go has the objects that readers and writers see, and collection.go the objects of
// one kind. commit.go brings writes to the file. file.go and line.go are the file and its lines. filter.go and order.go select and
// sort the objects of a list.
package store

import (
	"errors"
	"fmt"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Store keeps the documents of all kinds. Writers take turns. If there is a data file, a write is answered, and readers see it, after
// it is in the file.
type Store struct {
	*view // The objects that readers see.
	// drafted has the objects that writers see. It also contains the writes that are not in the file yet.
	drafted *view
	// writers is locked by a writer during its reads and writes. It guards the next three fields and drafted.
	writers sync.Mutex
	lastSeq uint64
	next    *batch // The writes that wait for the file, or nil.
	closed  bool
	// commits is locked while a batch is written to the file.
	commits sync.Mutex
	file    *dataFile // Nil if the documents are kept in memory only.

	watchers watchers
}

// errClosed is the error of a write after Close.
var errClosed = errors.New("the server is closed")

// Open returns a store for the kinds of the tables, with the documents of the data file. If file is empty, there is no data file.
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

// replay applies changes that were read from the file.
func (s *Store) replay(changes []change) error {
	for _, c := range changes {
		collection := s.collections[c.kind]
		switch {
		case collection == nil:
			return fmt.Errorf("has objects of the kind %q, which this server does not have", c.kind)
		case c.data == nil && collection.byID[c.id] == nil:
			continue // One write created and removed it.
		}
		s.lastSeq++
		c.seq = s.lastSeq
		s.apply(c)
		s.drafted.apply(c)
	}
	return nil
}

// Close waits until all writes are in the file, and closes it. If there is a file, later writes fail.
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

// All returns the objects of all kinds as they are at one moment, in order of creation.
func (s *Store) All() map[string][]*Record {
	all := map[string][]*Record{}
	for _, c := range s.objects() {
		all[c.kind] = append(all[c.kind], NewRecord(c.id, c.data))
	}
	return all
}
