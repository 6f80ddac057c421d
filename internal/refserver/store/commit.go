// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"slices"
	"sync"
)

// batch collects transactions that are written to the data file together, with one sync. Its transactions are those that end while the
// previous batch is being written.
type batch struct {
	writes [][]Change // The changes of each transaction.
	// commit writes the batch to the data file and makes it visible to readers. Every transaction of the batch calls commit: the first
	// call does the work, and all calls return its error.
	commit func() error
	// err is set if the previous batch could not be written: the transactions of this batch may have read changes of that one.
	err error
}

// join adds the changes of a transaction to the next batch. The caller holds the lock writers.
func (s *Store) join(changes []Change) *batch {
	if s.next == nil {
		b := &batch{}
		b.commit = sync.OnceValue(func() error { return s.commit(b) })
		s.next = b
	}
	s.next.writes = append(s.next.writes, changes)
	return s.next
}

// commit waits until the previous batch is written, and then writes this one. From then on, transactions join a new batch.
func (s *Store) commit(b *batch) error {
	s.commits.Lock()
	defer s.commits.Unlock()
	s.writers.Lock()
	if b.err == nil {
		s.next = nil
	}
	s.writers.Unlock()
	if b.err != nil {
		return b.err
	}
	return s.write(b)
}

// write writes a batch to the data file and makes it visible to readers. If that fails, write reverts the transactions of this batch and of
// the next one, which fails too.
func (s *Store) write(b *batch) error {
	if s.file != nil {
		if err := s.file.write(b.writes); err != nil {
			s.revert(b, err)
			return err
		}
	}
	changes := slices.Concat(b.writes...)
	s.apply(changes...)
	s.watchers.call(changes)
	return nil
}

func (s *Store) revert(b *batch, err error) {
	s.writers.Lock()
	defer s.writers.Unlock()
	if s.next != nil {
		s.drafted.undo(slices.Concat(s.next.writes...))
		s.next.err = err
		s.next = nil
	}
	s.drafted.undo(slices.Concat(b.writes...))
}
