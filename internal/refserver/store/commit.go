// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import "slices"

// batch is the writes that reach the file together: those that came while the batch before was on its way. However many they
// are, the disk is asked once to keep them.
type batch struct {
	writes [][]change
	done   chan struct{} // Closed when err is known.
	err    error
}

// join adds a write to the batch that is to be written next. The first write of a batch has to commit it.
func (s *Store) join(changes []change) (b *batch, first bool) {
	if first = s.next == nil; first {
		s.next = &batch{done: make(chan struct{})}
	}
	s.next.writes = append(s.next.writes, changes)
	return s.next, first
}

// commit brings a batch to the file as soon as the one before is there. Readers see it from then on.
func (s *Store) commit(b *batch) {
	s.commits.Lock()
	defer s.commits.Unlock()
	s.writers.Lock()
	failed := b.err != nil // With the batch before.
	if !failed {
		s.next = nil
	}
	s.writers.Unlock()
	if failed {
		return
	}
	if s.file != nil {
		b.err = s.file.write(b.writes...)
	}
	if b.err == nil {
		changes := slices.Concat(b.writes...)
		s.make(changes...)
		s.watchers.call(changes)
	} else {
		s.withdraw(b)
	}
	close(b.done)
}

// withdraw undoes the drafts of a batch that did not reach the file, and of the next batch, whose writers have seen them.
func (s *Store) withdraw(b *batch) {
	s.writers.Lock()
	defer s.writers.Unlock()
	writes := b.writes
	if next := s.next; next != nil {
		writes = slices.Concat(writes, next.writes)
		next.err, s.next = b.err, nil
		close(next.done)
	}
	s.drafted.undo(slices.Concat(writes...))
}
