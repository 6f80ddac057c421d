// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestWritesTogether checks what happens to writes that arrive while the store writes to the data file. These writes must go to the file
// together, in the order in which they arrived.
func TestWritesTogether(t *testing.T) {
	name := filepath.Join(t.TempDir(), "data")
	s, err := Open(kinds(), name)
	if err != nil {
		t.Fatal(err)
	}
	s.commits.Lock() // As during a write to the file.
	var wait sync.WaitGroup
	for i := range 3 {
		b, first, err := s.draft(func(tx *Tx) error {
			_, err := tx.Create("node", fmt.Sprint(i), jsondoc.Object{"id": fmt.Sprint(i)})
			return err
		})
		if err != nil || first != (i == 0) || len(b.writes) != i+1 {
			t.Fatalf("write %d: %v %v, %d writes", i, first, err, len(b.writes))
		}
		if s.Exists("node", fmt.Sprint(i)) {
			t.Error("readers see what is not in the file")
		}
		wait.Go(func() {
			if first {
				s.commit(b)
			}
			if <-b.done; b.err != nil {
				t.Error(b.err)
			}
		})
	}
	s.commits.Unlock()
	wait.Wait()
	data, err := os.ReadFile(name)
	if ids := regexp.MustCompile(`"id":"(.)"`).FindAllString(string(data), -1); err != nil ||
		fmt.Sprint(ids) != `["id":"0" "id":"1" "id":"2"]` {
		t.Errorf("%s %v", data, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestFailedWrites checks what happens if the data file can't be written: all waiting writes fail, readers see none of them, and the next
// write works.
func TestFailedWrites(t *testing.T) {
	s, err := Open(kinds(), filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	create := func(id string) func(tx *Tx) error {
		return func(tx *Tx) error {
			_, err := tx.Create("node", id, jsondoc.Object{"id": id})
			return err
		}
	}
	must(t, s, create("first"))
	file := s.file.file
	if s.file.file, err = os.Open(file.Name()); err != nil { // This file can only be read.
		t.Fatal(err)
	}
	refused, _, err := s.draft(create("refused"))
	if err != nil {
		t.Fatal(err)
	}
	s.commits.Lock()
	s.next = nil // As if the batch were being written to the file.
	late, _, err := s.draft(create("late"))
	if err != nil {
		t.Fatal(err)
	}
	s.commits.Unlock()
	s.commit(refused)
	s.commit(late)
	for _, b := range []*batch{refused, late} {
		if <-b.done; b.err == nil {
			t.Error("what does not reach the file, or builds on such a write, is answered as done")
		}
	}
	if err := s.Write(create("another")); err == nil || s.Exists("node", "another") || !s.Exists("node", "first") {
		t.Errorf("readers see what is not in the file (%v)", err)
	}
	if err := s.file.file.Close(); err != nil {
		t.Fatal(err)
	}
	s.file.file = file
	must(t, s, create("next"))
	if got := s.List("node"); len(got) != 2 || got[1].ID() != "next" {
		t.Errorf("the nodes are %v", got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestRefusedWriteLeavesNothing checks that if a transaction fails after some changes, all of its changes are reverted.
func TestRefusedWriteLeavesNothing(t *testing.T) {
	for _, file := range []string{"", filepath.Join(t.TempDir(), "data")} {
		s, err := Open([]*table.Table{{Kind: "node"}}, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"a", "b", "c"} {
			if err := s.Write(func(tx *Tx) error { _, err := tx.Create("node", id, jsondoc.Object{"id": id}); return err }); err != nil {
				t.Fatal(err)
			}
		}
		refused := errors.New("refused")
		err = s.Write(func(tx *Tx) error {
			_, errCreate := tx.Create("node", "d", jsondoc.Object{"id": "d"})
			_, errReplace := tx.Replace("node", "b", jsondoc.Object{"id": "b", "name": "new"})
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
