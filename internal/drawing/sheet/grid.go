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
	columns     = 20
	columnWidth = 64
	rowHeight   = 40
	gap         = 8
	margin      = 8
	sheetWidth  = columns*columnWidth + 2*margin - gap

	// The size of widgets that declare none.
	defaultWidth, defaultHeight = 10, 6

	mostRows       = 60   // of one widget
	mostPosition   = 2000 // rows of a tab
	mostNamedHits  = 3
	mostOnOneSheet = 500 // widgets
)

// place is where a widget is drawn, in pixels.
type place struct {
	widget              Widget
	x, y, width, height int
	problems            []string

	column, row, columns, rows int
}

// arrange gives each widget its place. It returns the height of the grid in pixels.
func arrange(widgets []Widget) (places []place, height int) {
	var floating []place
	for _, w := range widgets[:min(len(widgets), mostOnOneSheet)] {
		p, fixed := declared(w)
		if fixed {
			places = append(places, p)
		} else {
			floating = append(floating, p)
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column)) })
	findOverlaps(places)
	row := 0
	for _, p := range places {
		row = max(row, p.row+p.rows)
	}
	// Widgets without a position follow below the others, from left to right.
	column, tallest := 0, 0
	for _, p := range floating {
		if column+p.columns > columns {
			column, row, tallest = 0, row+tallest, 0
		}
		p.column, p.row = column, row
		column, tallest = column+p.columns, max(tallest, p.rows)
		places = append(places, p)
	}
	for i := range places {
		p := &places[i]
		p.x, p.y = margin+p.column*columnWidth, p.row*rowHeight
		p.width, p.height = p.columns*columnWidth-gap, p.rows*rowHeight-gap
		height = max(height, p.y+p.height+margin)
	}
	return places, height
}

// declared reads the place of a widget. fixed is false if it declares no position.
func declared(w Widget) (p place, fixed bool) {
	p = place{widget: w}
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
		p.problems = append(p.problems, fmt.Sprintf("width %d is less than min_width %d", width, least))
		width = least
	}
	if least, ok := whole(w.Document["min_height"]); ok && height < least {
		p.problems = append(p.problems, fmt.Sprintf("height %d is less than min_height %d", height, least))
		height = least
	}
	p.columns, p.rows = min(max(width, 1), columns), min(max(height, 1), mostRows)
	p.column, p.row = min(max(x, 0), columns-p.columns), min(max(y, 0), mostPosition)
	if x < 0 || y < 0 || x+width > columns || y > mostPosition {
		p.problems = append(p.problems, fmt.Sprintf("columns %d to %d lie outside of the grid, which has %d", x, x+width, columns))
	}
	return p, hasX || hasY
}

// findOverlaps notes for each widget the others that lie on the same cells.
func findOverlaps(places []place) {
	for i := range places {
		a := &places[i]
		hits := 0
		for j := range places {
			b := &places[j]
			if i == j || a.column >= b.column+b.columns || b.column >= a.column+a.columns || a.row >= b.row+b.rows || b.row >= a.row+a.rows {
				continue
			}
			if hits++; hits <= mostNamedHits {
				name, _ := b.widget.Document["name"].(string)
				a.problems = append(a.problems, "overlaps "+strconv.Quote(name))
			}
		}
	}
}

// whole reads a number and cuts its fraction.
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
