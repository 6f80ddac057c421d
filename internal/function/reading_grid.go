// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

// readingGrid places rectangles in reading order: each gets the first free place behind the one before it, further right in
// the same row or in a row further down in which another rectangle has ended. Space above or to the left of what was placed
// last stays free.
type readingGrid struct {
	ends []int // for each column the row below its last rectangle
	x, y int   // the first place that may be taken
}

func newReadingGrid(columns int) *readingGrid {
	return &readingGrid{ends: make([]int, columns)}
}

// place takes room for a rectangle that is at most as wide as the grid, and gives the place of its left upper corner.
func (g *readingGrid) place(width, height int) (x, y int) {
	for !g.fits(width) {
		g.x, g.y = 0, g.nextRow()
	}
	x, y = g.x, g.y
	for column := x; column < x+width; column++ {
		g.ends[column] = y + height
	}
	g.x += width
	return x, y
}

// fits moves right to the first room of the given width in the row, and tells whether there is one. A column is free in the
// row and below when its last rectangle has ended, because nothing begins below the row.
func (g *readingGrid) fits(width int) bool {
	free := 0
	for column := g.x; column < len(g.ends); column++ {
		free++
		if g.ends[column] > g.y {
			free = 0
		}
		if free == width {
			g.x = column + 1 - width
			return true
		}
	}
	return false
}

// nextRow is the next row in which a rectangle has ended. There is one whenever nothing more fits in this row.
func (g *readingGrid) nextRow() int {
	next := 0
	for _, end := range g.ends {
		if end > g.y && (next == 0 || end < next) {
			next = end
		}
	}
	return next
}
