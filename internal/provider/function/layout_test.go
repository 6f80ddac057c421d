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

// before reports whether rectangle a precedes rectangle b in reading order: in a row above b, or further left in the same row.
func (a rectangle) before(b rectangle) bool {
	return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) < 0
}

// TestReadingGridProperties places random rectangles and compares each position with the result of firstFree, a slow but simple search.
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

// firstFree moves r to the first free place after the last placed rectangle, and returns it. Row by row, it tries all places in the last
// rectangle's row and in the rows in which another rectangle has ended.
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
