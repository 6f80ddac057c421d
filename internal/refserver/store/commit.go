// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"slices"
	"sync"
)

// batch is a group of transactions that are written to the data file with a single sync. While they are being written, other transactions
// join the next batch.
type batch struct {
	writes [][]Change // The changes of each transaction.
	// commit writes the batch to the data file and makes it visible to readers. Every transaction in the batch calls commit. The first call
	// does the work, and all calls return the same error.
	commit func() error
	// err is the error from writing the previous batch, or nil. If it isn't nil, this batch fails too, because its transactions may have
	// read changes from the previous batch.
	err error
}

// joinBatch adds a transaction's changes to the next batch and returns that batch. The caller must hold s.writers.
func (s *Store) joinBatch(changes []Change) *batch {
	if s.next == nil {
		b := &batch{}
		b.commit = sync.OnceValue(func() error { return s.commit(b) })
		s.next = b
	}
	s.next.writes = append(s.next.writes, changes)
	return s.next
}

// commit waits until the previous batch has been written, and then writes b. Transactions that end during the write join the next batch.
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

// write writes a batch to the data file and makes it visible to readers. If writing fails, it reverts this batch and the next one, whose
// transactions may have read the reverted changes.
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
