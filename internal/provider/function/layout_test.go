// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type rectangle struct{ x, y, width, height int }

func (a rectangle) overlaps(b rectangle) bool {
	return a.x < b.x+b.width && b.x < a.x+a.width && a.y < b.y+b.height && b.y < a.y+a.height
}

// before reports whether a comes first when the grid is read: its row is higher or, in the same row, it is further left.
func (a rectangle) before(b rectangle) bool {
	return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) < 0
}

// TestReadingGridProperties compares the place of each random rectangle with the result of firstFree, a slow but simple search.
func TestReadingGridProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 20).Draw(t, "columns")
		grid := newReadingGrid(columns)
		var placed []rectangle
		for range rapid.IntRange(1, 30).Draw(t, "count") {
			r := rectangle{width: rapid.IntRange(1, columns).Draw(t, "width"), height: rapid.IntRange(1, 8).Draw(t, "height")}
			r.x, r.y = grid.place(r.width, r.height)
			if want := firstFree(columns, placed, r); r != want {
				t.Fatalf("%+v behind %+v, want %+v", r, placed, want)
			}
			placed = append(placed, r)
		}
	})
}

// firstFree finds the first free place after the last placed rectangle by trying all places.
func firstFree(columns int, placed []rectangle, r rectangle) rectangle {
	last := rectangle{x: -1}
	if len(placed) > 0 {
		last = placed[len(placed)-1]
	}
	for r.y = last.y; ; r.y++ {
		if r.y != last.y && !slices.ContainsFunc(placed, func(other rectangle) bool { return other.y+other.height == r.y }) {
			continue
		}
		for r.x = 0; r.x+r.width <= columns; r.x++ {
			if last.before(r) && !slices.ContainsFunc(placed, r.overlaps) {
				return r
			}
		}
	}
}

func TestReadingGrid(t *testing.T) {
	t.Parallel()
	cases := map[string][]rectangle{
		"one row": {{0, 0, 10, 4}, {10, 0, 10, 4}},
		"a wide one starts a row of its own": {
			{0, 0, 12, 4}, {0, 4, 20, 4}, {0, 8, 4, 4},
		},
		"low ones stack beside a high one": {
			{0, 0, 10, 8}, {10, 0, 10, 4}, {10, 4, 10, 4}, {0, 8, 10, 4},
		},
		"a small one does not slip into a gap further up": {
			{0, 0, 15, 4}, {0, 4, 10, 4}, {10, 4, 5, 4},
		},
		"a row begins where one has ended": {
			{0, 0, 5, 4}, {5, 0, 5, 8}, {10, 0, 10, 4}, {10, 4, 10, 4}, {0, 8, 5, 4},
		},
		"a room between two high ones is used": {
			{0, 0, 5, 8}, {5, 0, 10, 4}, {15, 0, 5, 8}, {5, 4, 10, 4}, {0, 8, 1, 1},
		},
	}
	for name, want := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			grid := newReadingGrid(20)
			for i, r := range want {
				if x, y := grid.place(r.width, r.height); x != r.x || y != r.y {
					t.Errorf("rectangle %d lies at %d, %d, want %d, %d", i, x, y, r.x, r.y)
				}
			}
		})
	}
}
