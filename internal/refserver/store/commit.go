// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import "slices"

// batch is the writes that came while the batch before was written to the file. They are written together, with one sync.
type batch struct {
	writes [][]change
	done   chan struct{} // Closed when err is set.
	err    error
}

// commit writes a batch to the file after the batch before it. Then readers see its writes.
func (s *Store) commit(b *batch) {
	s.commits.Lock()
	defer s.commits.Unlock()
	s.writers.Lock()
	failed := b.err != nil // If the batch before could not be written, withdraw has failed this one too.
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
		s.apply(changes...)
		s.watchers.call(changes)
	} else {
		s.withdraw(b)
	}
	close(b.done)
}

// withdraw reverts the writes of a batch that could not be written to the file. It also fails the next batch, whose writers have seen
// them.
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
