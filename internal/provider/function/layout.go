// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"fmt"
	"math/big"
	"reflect"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// largestSize is the maximum number of columns, and the maximum height of a widget. Without a limit, a typo could exhaust memory.
const largestSize = 10_000

type size struct {
	Width  *big.Float `tfsdk:"width"`
	Height *big.Float `tfsdk:"height"`
}

// placement is the position and size of a widget. Its attributes have the same names as those of a widget (interface document, section
// 2.3).
type placement struct {
	PositionX int `tfsdk:"position_x"`
	PositionY int `tfsdk:"position_y"`
	Width     int `tfsdk:"width"`
	Height    int `tfsdk:"height"`
}

func layoutFunction() Function {
	return Function{
		Name: "layout",
		definition: tffunction.Definition{
			Summary: "Places widgets on a tab",
			MarkdownDescription: "Places widgets on a tab: left to right, top to bottom, without overlap. Each widget gets the first " +
				"free place after the widget before it: further right in the same row, or in a lower row where another widget ends. So " +
				"the tab reads in the order of the list, and several low widgets stack next to a high widget. The result has one element " +
				"for each size, in the same order, with `position_x`, `position_y`, `width` and `height`.",
			Parameters: []tffunction.Parameter{
				tffunction.NumberParameter{
					Name:                "columns",
					MarkdownDescription: "Number of columns of the grid. The grid of a tab has 20.",
				},
				tffunction.ListParameter{
					Name: "sizes",
					MarkdownDescription: "Sizes of the widgets: objects with `width` in columns and `height` in rows, both integers above 0. " +
						"Other members of these objects are left out of the result.",
					ElementType: typeOf(reflect.TypeFor[size]()),
				},
			},
			Return: tffunction.ListReturn{ElementType: typeOf(reflect.TypeFor[placement]())},
		},
		run: runLayout,
	}
}

func runLayout(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var columns *big.Float
	var sizes []*size
	if err := arguments.Get(ctx, &columns, &sizes); err != nil {
		return nil, err
	}
	width, err := wholeUpTo(largestSize, columns)
	if err != nil {
		return nil, wrongArgument(0, "columns %v", err)
	}
	grid := newReadingGrid(width)
	placements := make([]placement, len(sizes))
	var wrong *tffunction.FuncError
	for i, s := range sizes {
		p, err := s.placement(fmt.Sprintf("sizes[%d]", i), width)
		if err != nil {
			wrong = tffunction.ConcatFuncErrors(wrong, err)
			continue
		}
		p.PositionX, p.PositionY = grid.place(p.Width, p.Height)
		placements[i] = p
	}
	return placements, wrong
}

// placement returns a placement with the given size and without a position, or an error if the size is invalid. The error message begins
// with the given name, such as "sizes[0]".
func (s *size) placement(name string, columns int) (placement, *tffunction.FuncError) {
	if s == nil {
		return placement{}, wrongArgument(1, "%s is null, but it has to be an object with width and height", name)
	}
	width, err := wholeUpTo(columns, s.Width)
	if err != nil {
		return placement{}, wrongArgument(1, "%s.width %v, because the grid has %s", name, err, document.Count(columns, "column"))
	}
	height, err := wholeUpTo(largestSize, s.Height)
	if err != nil {
		return placement{}, wrongArgument(1, "%s.height %v", name, err)
	}
	return placement{Width: width, Height: height}, nil
}

// wholeUpTo returns n if it is an integer from 1 to limit, and an error otherwise. The caller must prepend the value's name to the error
// message.
func wholeUpTo(limit int, n *big.Float) (int, error) {
	if n == nil {
		return 0, fmt.Errorf("is null, but it has to be an integer from 1 to %d", limit)
	}
	whole, accuracy := n.Int64()
	if accuracy != big.Exact || whole < 1 || whole > int64(limit) {
		return 0, fmt.Errorf("is %s, but it has to be an integer from 1 to %d", n.Text('g', 10), limit)
	}
	return int(whole), nil
}

// readingGrid places rectangles in reading order, from left to right and from top to bottom. Each rectangle gets the first free place after
// the previous rectangle.
type readingGrid struct {
	ends []int // for each column, the first row below all of its rectangles
	x, y int   // where the search for the next free place begins
}

func newReadingGrid(columns int) *readingGrid {
	return &readingGrid{ends: make([]int, columns)}
}

// place puts a rectangle into the grid and returns its top-left corner. The rectangle must not be wider than the grid.
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

// fits reports whether row g.y has a gap of the given width at or after column g.x. If so, it moves g.x to the start of the gap.
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

// nextRow returns the smallest value in g.ends that is greater than g.y. Call it only after g.fits has returned false. In this case, a
// rectangle covers part of row g.y, so g.ends contains such a value.
func (g *readingGrid) nextRow() int {
	next := 0
	for _, end := range g.ends {
		if end > g.y && (next == 0 || end < next) {
			next = end
		}
	}
	return next
}
