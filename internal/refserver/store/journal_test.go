// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// gathering opens a journal whose last transaction held as many writes, and took an hour.
func gathering(t *testing.T, expected int) (j *journal, add func() *batch) {
	j, err := openJournal(filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	j.took, j.expected = time.Hour, expected
	seq := uint64(0)
	return j, func() *batch {
		seq++
		return j.add([]change{{kind: "node", seq: seq, data: []byte("{}")}})
	}
}

func (b *batch) written() bool {
	synctest.Wait()
	select {
	case <-b.done:
		return true
	default:
		return false
	}
}

// A transaction waits for as many writes as the one before held.
func TestGathering(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, add := gathering(t, 3)
		first, second := add(), add()
		if first != second || first.written() {
			t.Fatal("two writes of three are not waited for a third")
		}
		if third := add(); third != first || !third.written() {
			t.Fatal("three writes are not written together")
		}
		j.took = time.Hour
		if late := add(); late == first || late.written() {
			t.Error("after three writes one is not waited for others")
		}
		if err := j.close(); err != nil {
			t.Fatal(err)
		}
	})
}

// The wait ends, and those who did not come are not waited for a second time.
func TestGatheringEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, add := gathering(t, 3)
		one := add()
		time.Sleep(time.Hour)
		if !one.written() {
			t.Fatal("a write is not written after the time of a transaction")
		}
		j.took = time.Hour
		if !add().written() {
			t.Error("a client that is alone is waited for others")
		}
		if err := j.close(); err != nil {
			t.Fatal(err)
		}
	})
}

// What waits for others when the journal is closed is written.
func TestCloseWhileGathering(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, add := gathering(t, 3)
		one := add()
		if err := j.close(); err != nil {
			t.Fatal(err)
		}
		if !one.written() || one.err != nil {
			t.Error("a write is lost")
		}
	})
}

// When the file takes no writes, no write is answered as done, and later ones are not even tried.
func TestFailedJournal(t *testing.T) {
	s, err := Open([]*table.Table{{Kind: "node"}}, filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.journal.db.Close(); err != nil { // As near to a full disk as a test comes.
		t.Fatal(err)
	}
	for i := range 3 {
		id := strconv.Itoa(i)
		err := s.Write(func(tx *Tx) error {
			_, err := tx.Create("node", id, document.Object{"id": id})
			return err
		})
		if err == nil {
			t.Errorf("write %d succeeds", i)
		}
	}
	if n := len(s.List("node")); n != 1 {
		t.Errorf("%d writes were tried, want 1", n)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
