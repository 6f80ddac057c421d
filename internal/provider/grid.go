// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

// gridColumns is the width of a tab's grid (wire shapes section 4).
const gridColumns = 20

// What a place in the grid is made of; rows have no end.
func columns() numberRange     { return between(1, gridColumns) }
func rows() numberRange        { return atLeast(1) }
func firstColumn() numberRange { return between(0, gridColumns-1) }
func firstRow() numberRange    { return atLeast(0) }

// checkPlace refuses a widget that reaches beyond the grid, and least sizes above the sizes. A number that is out of range
// on its own is left to its validator, so that one mistake gives one error.
func checkPlace(widget part) {
	x := widget.in("position_x")
	first, isFirst := firstColumn().whole(x)
	width, isWidth := columns().whole(widget.in("width"))
	if isFirst && isWidth && first+width > gridColumns {
		x.refuse("Widget reaches beyond the grid", "%s is %d and width is %d, but the grid has %d columns. With this width, %s can be at most %d.",
			x.path, first, width, gridColumns, x.path, gridColumns-width)
	}
	checkLeastSize(widget, "min_width", "width", columns())
	checkLeastSize(widget, "min_height", "height", rows())
}

func checkLeastSize(widget part, leastName, sizeName string, sizes numberRange) {
	at := widget.in(leastName)
	least, isLeast := sizes.whole(at)
	size, isSize := sizes.whole(widget.in(sizeName))
	if isLeast && isSize && least > size {
		at.refuse("Least size above the size", "%s is %d, but it can be at most %s, which is %d.", at.path, least, sizeName, size)
	}
}
