// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"os"
	"path/filepath"
	"testing"
)

func draft(t *testing.T, s *Store, id string) *batch {
	t.Helper()
	b, err := s.runTransaction(createNodes(id))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestWritesShareSync checks that the transactions waiting for the data file are written as one batch, in order. Later transactions must
// see the batch's changes immediately, but readers must not see them before the batch is in the file. Close must write the waiting batch.
func TestWritesShareSync(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	s := open(t, file)
	first := draft(t, s, "b")
	for _, id := range []string{"a", "c"} {
		if draft(t, s, id) != first {
			t.Error("transactions that wait at the same time are written one by one")
		}
	}
	if all(s) != "" || len(s.drafted.List("node")) != 3 {
		t.Errorf("before the sync, readers see %q, and transactions see %d objects", all(s), len(s.drafted.List("node")))
	}
	closeStore(t, s)
	if err := first.commit(); err != nil {
		t.Error(err)
	}
	const want = `node b {"id":"b"}` + "\n" + `node a {"id":"a"}` + "\n" + `node c {"id":"c"}` + "\n"
	reopened := open(t, file)
	if all(s) != want || all(reopened) != want || reopened.file.writes != 3 {
		t.Errorf("readers see %s; the file has %d writes, which make %s", all(s), reopened.file.writes, all(reopened))
	}
	closeStore(t, reopened)
}

// TestFailedSync checks that if a batch can't be written, the transactions in the next batch fail too, because they may have read changes
// from the failed batch. The changes of both batches must be reverted, and the next write must succeed.
func TestFailedSync(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	s := open(t, file)
	must(t, s, createNodes("kept"))
	written := s.file.file
	var err error
	if s.file.file, err = os.Open(file); err != nil { // The file is read-only, so writes fail.
		t.Fatal(err)
	}
	failing := draft(t, s, "a")
	draft(t, s, "b")
	s.next = nil // Store.commit also does this before it writes a batch.
	waiting := draft(t, s, "c")
	if s.write(failing) == nil || waiting.commit() == nil {
		t.Error("a transaction succeeds although it is not in the data file, or builds on one that is not")
	}
	_ = s.file.file.Close()
	s.file.file = written
	must(t, s, createNodes("next"))
	const want = `node kept {"id":"kept"}` + "\n" + `node next {"id":"next"}` + "\n"
	if all(s) != want || len(s.drafted.List("node")) != 2 {
		t.Errorf("after a failed sync, readers see %s, and transactions see %d objects", all(s), len(s.drafted.List("node")))
	}
	closeStore(t, s)
}
