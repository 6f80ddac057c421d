// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// widgetDrawing has the attributes that say how axes, lines and numbers of a chart are drawn. Interface section 2.3 accepts
// them on update only; the client sends them after a create that refuses them.
func widgetDrawing() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"show_beyond_data":         flag(optional, "Whether the chart goes on beyond the time range of its data."),
		"y_axis_min_limit":         number(optional, "Least value of the y axis."),
		"y_axis_max_limit":         number(optional, "Greatest value of the y axis."),
		"y_axis_unit":              text(optional, "Unit shown at the y axis, for example `°C`."),
		"x_axis_format":            text(optional, "Format of the times at the x axis, for example `MM-dd HH:mm`."),
		"x_axis_auto_skip":         flag(optional, "Whether ticks of the x axis are left out where they would overlap."),
		"x_axis_max_ticks_limit":   number(optional, "Most ticks that the x axis shows.", atLeast(1)),
		"hide_x_tick":              flag(optional, "Whether the ticks of the x axis are hidden."),
		"hide_y_tick":              flag(optional, "Whether the ticks of the y axis are hidden."),
		"hide_y_grid":              flag(optional, "Whether the grid lines of the y axis are hidden."),
		"number_of_decimals":       number(optional, "Digits shown after the decimal point, 0 to 20.", between(0, 20)),
		"line_interpolation_style": text(optional, "How points are joined to a line, for example `rounded`, `rect` or `squared`."),
		"fill":                     flag(optional, "Whether the area under a line is filled."),
		"show_line":                flag(optional, "Whether points are joined by a line."),
		"timeseries_type":          text(optional, "How a time series is drawn, for example `line` or `bar`."),
	}
}
