// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func open(t testing.TB, file string) *Store {
	t.Helper()
	s, err := Open(kinds(), file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeStore(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// createNodes returns a function for Store.Write that creates nodes with the given ids.
func createNodes(ids ...string) func(tx *Tx) error {
	return func(tx *Tx) error {
		for _, id := range ids {
			if _, err := tx.Create("node", id, jsondoc.Object{"id": id}); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestFailedWriteLeavesNothing checks that all changes of a transaction are reverted if its function returns an error or the data file
// can't be written. The next write must succeed.
func TestFailedWriteLeavesNothing(t *testing.T) {
	for name, file := range map[string]string{"memory": "", "file": filepath.Join(t.TempDir(), "data")} {
		s := open(t, file)
		must(t, s, createNodes("a", "b", "c"))
		before := all(s)
		fails := func(why error) {
			t.Helper()
			err := s.Write(func(tx *Tx) error {
				_, err := tx.Replace("node", "b", jsondoc.Object{"id": "b", "name": "new"})
				return errors.Join(err, createNodes("d")(tx), tx.Remove("node", "b"), tx.Remove("node", "a"), why)
			})
			if err == nil || why != nil && !errors.Is(err, why) || all(s) != before {
				t.Errorf("%s: the write fails with %v and leaves %s", name, err, all(s))
			}
		}
		fails(errors.New("rejected"))
		must(t, s, createNodes()) // It changes nothing.
		if s.Write(func(tx *Tx) error { return tx.Remove("node", "none") }) == nil {
			t.Errorf("%s: what is not there is removed", name)
		}
		if file != "" {
			written := s.file.file
			var err error
			if s.file.file, err = os.Open(file); err != nil { // The file is read-only, so writes fail.
				t.Fatal(err)
			}
			fails(nil)
			_ = s.file.file.Close()
			s.file.file = written
		}
		must(t, s, createNodes("next"))
		if got := all(s); got != before+`node next {"id":"next"}`+"\n" {
			t.Errorf("%s: after a failed write, the store has %s", name, got)
		}
		closeStore(t, s)
	}
}

// TestListStaysTheSame checks that later writes do not change a slice that Store.List has returned.
func TestListStaysTheSame(t *testing.T) {
	v := newView([]*table.Table{{Kind: "node"}})
	s, c := &Store{view: v}, v.collections["node"]
	add := func(seq uint64) { c.apply(Change{ID: fmt.Sprint(seq), seq: seq, After: []byte(`{}`)}) }
	ids := func(objects []*Record) (found string) {
		for _, o := range objects {
			found += o.id
		}
		return found
	}
	for seq := range uint64(6) {
		add(seq)
	}
	for _, step := range []struct {
		change func()
		want   string
	}{
		{change: func() { c.apply(Change{ID: "0"}) }, want: "12345"},
		{change: func() { add(6) }, want: "123456"},
		{change: func() { c.apply(Change{ID: "6"}); c.apply(Change{ID: "2"}); add(7) }, want: "13457"},
		{change: func() { add(6) }, want: "134567"}, // As an undo does.
	} {
		held := s.List("node")
		before := slices.Clone(held)
		step.change()
		if held[1].IsOlderThan(held[0]) || held[0].IsOlderThan(held[0]) || !held[0].IsOlderThan(held[1]) {
			t.Errorf("the order of %s is wrong", ids(held))
		}
		if !slices.Equal(held, before) || ids(s.List("node")) != step.want {
			t.Errorf("the list that was %s has become %s; the objects are %s, want %s", ids(before), ids(held), ids(s.List("node")), step.want)
		}
	}
}

func TestClosedStoreRejectsWrites(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "data"))
	must(t, s, createNodes("a"))
	closeStore(t, s)
	if err := s.Write(createNodes("b")); !errors.Is(err, errClosed) || strings.Contains(all(s), "b") {
		t.Errorf("the error is %v, and the store contains %s", err, all(s))
	}
}
