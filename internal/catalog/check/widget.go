// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// gridColumns is the number of columns in the grid of a tab (interface document, section 4 of "Wire shapes").
const gridColumns = 20

// The four ranges below follow from the grid on which the widgets of a tab are arranged. Numbers outside a range cause only warnings (see
// Usually), because the interface document allows any number as a position or size (quirk 142 in quirks.go).

// Columns returns the validator for a widget's width.
func Columns() attribute.NumberRange { return attribute.Between(1, gridColumns).Usually() }

// Rows returns the validator for a widget's height, which is at least 1. There is no maximum, because the number of rows in the grid is not
// limited.
func Rows() attribute.NumberRange { return attribute.AtLeast(1).Usually() }

// FirstColumn returns the validator for position_x.
func FirstColumn() attribute.NumberRange { return attribute.Between(0, gridColumns-1).Usually() }

// FirstRow returns the validator for position_y, the number of the first row that a widget covers.
func FirstRow() attribute.NumberRange { return attribute.AtLeast(0).Usually() }

// Place warns if a widget extends beyond the grid, or if its minimum size exceeds its size. It ignores numbers that are invalid on their
// own, because the validators of their attributes report them.
func Place(widget Value) {
	x := widget.At("position_x")
	first, isFirst := x.integer(FirstColumn())
	width, isWidth := widget.At("width").integer(Columns())
	if isFirst && isWidth && first+width > gridColumns {
		x.warn("Widget reaches beyond the grid", "%s is %d and width is %d, but the grid has %d columns. With this width, %s can be at most %d.",
			x.Path, first, width, gridColumns, x.Path, gridColumns-width)
	}
	checkLeastSize(widget, "min_width", "width", Columns())
	checkLeastSize(widget, "min_height", "height", Rows())
}

func checkLeastSize(widget Value, leastName, sizeName string, sizes attribute.NumberRange) {
	at := widget.At(leastName)
	least, isLeast := at.integer(sizes)
	size, isSize := widget.At(sizeName).integer(sizes)
	if isLeast && isSize && least > size {
		at.warn("Minimum size greater than the size", "%s is %d, but it can be at most %s, which is %d.", at.Path, least, sizeName, size)
	}
}

// TimeRange warns if a widget's time range ends before it starts (quirk 144 in quirks.go). It doesn't compare absolute with relative times.
func TimeRange(widget Value) {
	start, end := widget.At("timestamp_gte"), widget.At("timestamp_lte")
	if outOfOrder(start.Text(), end.Text()) {
		end.warn("Times out of order", "%s is %q, which is before timestamp_gte, %q. A time range begins with timestamp_gte and ends with %s.",
			end.Path, end.Text(), start.Text(), end.Path)
	}
}

func outOfOrder(start, end string) bool {
	if from, ok := instant.Parse(start); ok {
		to, ok := instant.Parse(end)
		return ok && from.SurelyAfter(to)
	}
	from, isRelative := attribute.ParseRelative(start)
	to, isAlso := attribute.ParseRelative(end)
	return isRelative && isAlso && from.SurelyAfter(to)
}
