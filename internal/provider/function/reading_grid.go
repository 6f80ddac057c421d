// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

// readingGrid places rectangles in reading order. Each takes the first free place after the previous rectangle: to the right in the same
// row, or in the next row in which a rectangle above has ended. Free space above or to the left stays empty.
type readingGrid struct {
	ends []int // for each column, the row below its last rectangle
	x, y int   // where the search for the next place begins
}

func newReadingGrid(columns int) *readingGrid {
	return &readingGrid{ends: make([]int, columns)}
}

// place reserves room for a rectangle, which must not be wider than the grid, and returns its top left corner.
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

// fits moves x to the first gap of the given width in the current row, and reports whether there is one. A column is free if its last
// rectangle has ended: no rectangle begins below the current row.
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

// nextRow returns the next row in which a rectangle has ended. If nothing more fits in the current row, there is such a row.
func (g *readingGrid) nextRow() int {
	next := 0
	for _, end := range g.ends {
		if end > g.y && (next == 0 || end < next) {
			next = end
		}
	}
	return next
}
