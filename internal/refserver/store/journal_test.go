// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"errors"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// gathering opens a journal whose last transaction held as many writes, and took an hour.
func gathering(t *testing.T, expected int) (j *journal, add func() *batch) {
	j, err := openJournal(filepath.Join(t.TempDir(), "data"), func(...change) {})
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

// When the file takes no writes, none is answered as done and readers see none of them, also of those that came meanwhile. The
// next one finds the file as it was.
func TestFailedJournal(t *testing.T) {
	s, err := Open([]*table.Table{{Kind: "node"}}, filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	create := func(id string) error {
		return s.Write(func(tx *Tx) error {
			_, err := tx.Create("node", id, document.Object{"id": id})
			return err
		})
	}
	if err := create("first"); err != nil {
		t.Fatal(err)
	}
	if err := s.journal.file.db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := create("refused"); err == nil {
		t.Error("what does not reach the file is answered as done")
	}
	if late := s.journal.add([]change{{kind: "node", id: "late", seq: 9, data: []byte("{}")}}); late.wait() == nil {
		t.Error("what builds on a write that failed is answered as done")
	}
	if s.Exists("node", "refused") || !s.Exists("node", "first") {
		t.Error("readers see what is not in the file")
	}
	if err := create("next"); err != nil {
		t.Error(err)
	}
	if got := s.List("node"); len(got) != 2 || got[1].ID() != "next" {
		t.Errorf("the nodes are %v", got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// A write that is refused in the middle leaves nothing behind: neither what it made, nor what it changed or removed.
func TestRefusedWriteLeavesNothing(t *testing.T) {
	for _, file := range []string{"", filepath.Join(t.TempDir(), "data")} {
		s, err := Open([]*table.Table{{Kind: "node"}}, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"a", "b", "c"} {
			if err := s.Write(func(tx *Tx) error { _, err := tx.Create("node", id, document.Object{"id": id}); return err }); err != nil {
				t.Fatal(err)
			}
		}
		refused := errors.New("refused")
		err = s.Write(func(tx *Tx) error {
			_, errCreate := tx.Create("node", "d", document.Object{"id": "d"})
			_, errReplace := tx.Replace("node", "b", document.Object{"id": "b", "name": "new"})
			return errors.Join(errCreate, errReplace, tx.Remove("node", "b"), tx.Remove("node", "a"), refused)
		})
		if !errors.Is(err, refused) {
			t.Fatal(err)
		}
		check := func(objects []*Record) {
			t.Helper()
			var found string
			for _, o := range objects {
				found += string(o.Bytes())
			}
			if found != `{"id":"a"}{"id":"b"}{"id":"c"}` {
				t.Errorf("left is %s", found)
			}
		}
		check(s.List("node"))
		if err := s.Write(func(tx *Tx) error { check(tx.List("node")); return nil }); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
