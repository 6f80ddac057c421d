// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// Dimensions of a tab's grid. rowHeight, gap and margin are in pixels.
const (
	columns   = 20
	rowHeight = 40
	gap       = 8
	margin    = 8

	// The default size of a widget, in cells.
	defaultWidth, defaultHeight = 10, 6

	maxRows     = 60   // the maximum height of a widget
	maxPosition = 2000 // the last row where a widget can begin; Arrange puts widgets with larger positions below all others
	maxOverlaps = 3    // the maximum number of overlaps to report for a widget
	maxWidgets  = 500  // the maximum number of widgets on a tab
)

// Place is the position and size of a widget on a tab.
type Place struct {
	Widget Widget
	// Column and Row are the position of the upper left corner in cells, starting at 0. Columns and Rows are the size in cells.
	Column, Row, Columns, Rows int
	// Problems describes invalid positions and sizes in the configuration.
	Problems []string
}

// box is a position and a size in pixels.
type box struct{ x, y, width, height int }

// box converts the place to pixels, for a tab of the given width.
func (p Place) box(sheetWidth int) box {
	edge := func(column int) int { return margin + column*(sheetWidth-2*margin+gap)/columns }
	return box{
		edge(p.Column), p.Row * rowHeight,
		edge(p.Column+p.Columns) - edge(p.Column) - gap, p.Rows*rowHeight - gap,
	}
}

// Arrange returns the place of each widget, and the height of the tab in pixels. Widgets with a position come first, from top to bottom.
// Widgets without a position follow below them. Arrange ignores all widgets after the first 500.
func Arrange(widgets []Widget) (places []Place, height int) {
	var floating []Place
	for _, w := range widgets[:min(len(widgets), maxWidgets)] {
		p, fixed := declaredPlace(w)
		if fixed {
			places = append(places, p)
		} else {
			floating = append(floating, p)
		}
	}
	slices.SortStableFunc(places, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column)) })
	addOverlapProblems(places)
	row := 0
	for _, p := range places {
		row = max(row, p.Row+p.Rows)
	}
	// Place widgets without a position below all others, from left to right.
	column, tallest := 0, 0
	for _, p := range floating {
		if column+p.Columns > columns {
			column, row, tallest = 0, row+tallest, 0
		}
		p.Column, p.Row = column, row
		column, tallest = column+p.Columns, max(tallest, p.Rows)
		places = append(places, p)
	}
	for _, p := range places {
		height = max(height, (p.Row+p.Rows)*rowHeight-gap+margin)
	}
	return places, height
}

// declaredPlace returns the place that a widget's attributes define. isFixed is false if the attributes define no position, or if
// position_y is greater than maxPosition.
func declaredPlace(w Widget) (p Place, isFixed bool) {
	p = Place{Widget: w}
	problem := func(format string, values ...any) { p.Problems = append(p.Problems, fmt.Sprintf(format, values...)) }
	cells := func(name string, fallback int) (n int, ok bool) {
		if f, ok := panel.Number(w.Document[name]); ok {
			return int(min(max(f, -1e6), 1e6)), true
		}
		return fallback, false
	}
	size := func(name string, fallback int) int {
		n, _ := cells(name, fallback)
		if least, ok := cells("min_"+name, 0); ok && n < least {
			problem("%s %d is less than min_%s %d", name, n, name, least)
			return least
		}
		return n
	}
	x, hasX := cells("position_x", 0)
	y, hasY := cells("position_y", 0)
	width, height := size("width", defaultWidth), size("height", defaultHeight)
	p.Columns, p.Rows = min(max(width, 1), columns), min(max(height, 1), maxRows)
	p.Column, p.Row = min(max(x, 0), columns-p.Columns), max(y, 0)
	if x < 0 || x+width > columns {
		problem("position_x %d and width %d do not fit into the %d columns of the grid", x, width, columns)
	} else if width < 1 {
		problem("width %d is less than 1", width)
	}
	if y < 0 || y > maxPosition {
		problem("position_y %d is not from 0 to %d", y, maxPosition)
	}
	if p.Rows != height {
		problem("height %d is not from 1 to %d", height, maxRows)
	}
	return p, (hasX || hasY) && y <= maxPosition
}

func addOverlapProblems(places []Place) {
	for i := range places {
		a := &places[i]
		overlaps := 0
		for j := range places {
			b := &places[j]
			if i == j || a.Column >= b.Column+b.Columns || b.Column >= a.Column+a.Columns || a.Row >= b.Row+b.Rows || b.Row >= a.Row+a.Rows {
				continue
			}
			if overlaps++; overlaps <= maxOverlaps {
				name, _ := b.Widget.Document["name"].(string)
				a.Problems = append(a.Problems, "overlaps "+strconv.Quote(name))
			}
		}
	}
}
