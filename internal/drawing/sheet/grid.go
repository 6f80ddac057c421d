// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package sheet

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// The grid of a tab.
const (
	columns   = 20
	rowHeight = 40
	gap       = 8
	margin    = 8

	// A widget without width or height has this size, in cells.
	defaultWidth, defaultHeight = 10, 6

	mostRows       = 60   // of one widget
	mostPosition   = 2000 // a widget that begins at a later row follows below the others
	mostNamedHits  = 3
	mostOnOneSheet = 500 // widgets
)

// Place is where on a tab a widget is drawn.
type Place struct {
	Widget Widget
	// Column and Row are the cell of the upper left corner; both begin at 0. Columns and Rows are the size in cells.
	Column, Row, Columns, Rows int
	// Problems say what is wrong with the position and size in the configuration.
	Problems []string
}

// box is the position and the size of a drawing in pixels.
type box struct{ x, y, width, height int }

// box returns where the widget is in a tab of this width.
func (p Place) box(sheetWidth int) box {
	edge := func(column int) int { return margin + column*(sheetWidth-2*margin+gap)/columns }
	return box{
		edge(p.Column), p.Row * rowHeight,
		edge(p.Column+p.Columns) - edge(p.Column) - gap, p.Rows*rowHeight - gap,
	}
}

// Arrange returns the place of each widget, sorted from top to bottom, and the height of the tab in pixels.
func Arrange(widgets []Widget) (places []Place, height int) {
	var floating []Place
	for _, w := range widgets[:min(len(widgets), mostOnOneSheet)] {
		p, fixed := declared(w)
		if fixed {
			places = append(places, p)
		} else {
			floating = append(floating, p)
		}
	}
	slices.SortStableFunc(places, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column)) })
	findOverlaps(places)
	row := 0
	for _, p := range places {
		row = max(row, p.Row+p.Rows)
	}
	// Widgets without a position are placed below all others, from left to right.
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

// declared returns the place that a widget's attributes ask for. fixed is false if the widget has no position.
func declared(w Widget) (p Place, fixed bool) {
	p = Place{Widget: w}
	x, hasX := whole(w.Document["position_x"])
	y, hasY := whole(w.Document["position_y"])
	width, ok := whole(w.Document["width"])
	if !ok {
		width = defaultWidth
	}
	height, ok := whole(w.Document["height"])
	if !ok {
		height = defaultHeight
	}
	if least, ok := whole(w.Document["min_width"]); ok && width < least {
		p.Problems = append(p.Problems, fmt.Sprintf("width %d is less than min_width %d", width, least))
		width = least
	}
	if least, ok := whole(w.Document["min_height"]); ok && height < least {
		p.Problems = append(p.Problems, fmt.Sprintf("height %d is less than min_height %d", height, least))
		height = least
	}
	p.Columns, p.Rows = min(max(width, 1), columns), min(max(height, 1), mostRows)
	p.Column, p.Row = min(max(x, 0), columns-p.Columns), max(y, 0)
	if x < 0 || x+width > columns {
		p.Problems = append(p.Problems, fmt.Sprintf("position_x %d and width %d do not fit into the %d columns of the grid", x, width, columns))
	} else if width < 1 {
		p.Problems = append(p.Problems, fmt.Sprintf("width %d is less than 1", width))
	}
	if y < 0 || y > mostPosition {
		p.Problems = append(p.Problems, fmt.Sprintf("position_y %d is not from 0 to %d", y, mostPosition))
	}
	if p.Rows != height {
		p.Problems = append(p.Problems, fmt.Sprintf("height %d is not from 1 to %d", height, mostRows))
	}
	return p, (hasX || hasY) && y <= mostPosition
}

// findOverlaps adds a problem to each widget that overlaps others.
func findOverlaps(places []Place) {
	for i := range places {
		a := &places[i]
		hits := 0
		for j := range places {
			b := &places[j]
			if i == j || a.Column >= b.Column+b.Columns || b.Column >= a.Column+a.Columns || a.Row >= b.Row+b.Rows || b.Row >= a.Row+a.Rows {
				continue
			}
			if hits++; hits <= mostNamedHits {
				name, _ := b.Widget.Document["name"].(string)
				a.Problems = append(a.Problems, "overlaps "+strconv.Quote(name))
			}
		}
	}
}

func whole(v any) (int, bool) {
	var n float64
	switch v := v.(type) {
	case float64:
		n = v
	case int:
		n = float64(v)
	case json.Number:
		parsed, err := v.Float64()
		if err != nil {
			return 0, false
		}
		n = parsed
	case string:
		parsed, err := strconv.ParseFloat(v, 64)
		if err != nil {
			return 0, false
		}
		n = parsed
	default:
		return 0, false
	}
	if math.IsNaN(n) {
		return 0, false
	}
	return int(min(max(n, -1e6), 1e6)), true
}
