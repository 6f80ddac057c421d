// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"fmt"
	"slices"
	"testing"
)

// A list that a reader holds stays as it is, whatever is written meanwhile.
func TestListStaysAsItIs(t *testing.T) {
	sh := newShelf(nodes())
	s := &store{shelves: map[string]*shelf{"node": sh}}
	add := func(seq uint64) {
		id := fmt.Sprint(seq)
		sh.add(seq, id, []byte(`{"id":"`+id+`"}`))
	}
	ids := func(objects []*stored) (found []string) {
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
		{func() { sh.remove(sh.byID["0"]) }, []string{"1", "2", "3", "4", "5"}},
		{func() { add(6) }, []string{"1", "2", "3", "4", "5", "6"}},
		{func() { sh.remove(sh.byID["6"]); sh.remove(sh.byID["2"]); add(7) }, []string{"1", "3", "4", "5", "7"}},
	} {
		held := s.list("node")
		before := ids(held)
		step.change()
		if got := ids(held); !slices.Equal(got, before) {
			t.Errorf("the list that was %v has become %v", before, got)
		}
		if got := ids(s.list("node")); !slices.Equal(got, step.want) {
			t.Errorf("the objects are %v, want %v", got, step.want)
		}
	}
}
