// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"fmt"
	"slices"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestListStaysAsItIs checks that a slice from Store.List stays the same while later writes change the store.
func TestListStaysAsItIs(t *testing.T) {
	v := newView([]*table.Table{{Kind: "node"}})
	s, c := &Store{view: v}, v.collections["node"]
	add := func(seq uint64) {
		id := fmt.Sprint(seq)
		c.apply(change{id: id, seq: seq, data: []byte(`{"id":"` + id + `"}`)})
	}
	ids := func(objects []*Record) (found []string) {
		for _, o := range objects {
			found = append(found, o.id)
		}
		return found
	}
	for seq := range uint64(6) {
		add(seq)
	}
	for _, step := range []struct {
		change func()
		want   []string
	}{
		{change: func() { c.apply(change{id: "0"}) }, want: []string{"1", "2", "3", "4", "5"}},
		{change: func() { add(6) }, want: []string{"1", "2", "3", "4", "5", "6"}},
		{change: func() { c.apply(change{id: "6"}); c.apply(change{id: "2"}); add(7) }, want: []string{"1", "3", "4", "5", "7"}},
	} {
		held := s.List("node")
		before := ids(held)
		step.change()
		if got := ids(held); !slices.Equal(got, before) {
			t.Errorf("the list that was %v has become %v", before, got)
		}
		if got := ids(s.List("node")); !slices.Equal(got, step.want) {
			t.Errorf("the objects are %v, want %v", got, step.want)
		}
	}
}
