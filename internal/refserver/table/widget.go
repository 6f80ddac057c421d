// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import "slices"

// widgets returns the table that describes widgets: their fields and paths (INTERFACE.md, interface sections 2.3 and 4.3).
func widgets() *Table {
	return &Table{
		Kind:    "widget",
		Paths:   []string{"dashboard/charts"},
		Routes:  routes("dashboard/charts/", "dashboard/charts/{id}/"),
		Parents: map[string]string{"tab": "tab"},
		Fields: slices.Concat(
			widgetFields(),
			onUpdate(widgetUpdateFields()...),
			widgetTypeFields(),
		),
	}
}

// widgetFields returns the fields of a widget that a create accepts (INTERFACE.md, section 2.3). This project only assumes which of these
// fields are required (quirk 9 in quirks.go).
func widgetFields() []Field {
	return []Field{
		identifier(),
		required(text("name")),
		{Name: "tab", Type: String, Required: true, References: "tab"},
		required(text("type")),
		arrayOf("chart_items", "ChartItem", chartItemFields()),
		arrayOf("value_mappings", "ValueMapping", valueMappingFields()),
		arrayOf("thresholds", "Threshold", []Field{number("value"), text("color"), text("display_text")}),
		boolean("display_time_range"),
		boolean("labels_display"),
		oneOf("labels_aggregation", "last", "average", "avg", "min", "max", "sum"),
		oneOf("labels_placement", "bottom", "right"),
		{Name: "refresh_interval", Type: Text},
		text("timestamp_gte"),
		text("timestamp_lte"),
		number("height"),
		number("width"),
		number("position_x"),
		number("position_y"),
		number("min_width"),
		number("min_height"),
	}
}

// widgetUpdateFields returns the fields of a widget that the engine's interface document names only for updates (INTERFACE.md, section
// 2.3).
func widgetUpdateFields() []Field {
	return []Field{
		text("description"),
		text("collection"),
		{Name: "relative_window_time", Type: Text}, // Quirk 247: also a text such as "1h".
		boolean("show_beyond_data"),
		text("timezone"),
		number("y_axis_min_limit"),
		number("y_axis_max_limit"),
		text("y_axis_unit"),
		text("x_axis_format"),
		boolean("x_axis_auto_skip"),
		number("x_axis_max_ticks_limit"),
		number("number_of_decimals"),
		oneOf("line_interpolation_style", "rounded", "rect", "squared"),
		boolean("fill"),
		boolean("show_line"),
		oneOf("timeseries_type", "line", "bar"),
		boolean("hide_y_tick"),
		boolean("hide_x_tick"),
		boolean("hide_y_grid"),
	}
}

// widgetTypeFields returns the fields that only some types of widgets use. The server accepts them for every type (quirk 47 in
// quirks.go).
func widgetTypeFields() []Field {
	return []Field{
		oneOf("orientation", "horizontal", "vertical"),
		number("max_limit"),
		boolean("border"),
		integer("bucket_count"),
		integer("bucket_size"),
		oneOf("histogram_type", "numerical", "categorical"),
		oneOf("sorting", "alphabetical", "count"),
		boolean("stacked"),
		integer("categories_top_max_limit"),
		text("text"),
		text("image_url"),
		text("image_file"),
		text("filter_name"),
		text("filter_asset_name"),
		texts("filter_status"),
		texts("filter_old_status"),
		texts("filter_new_status"),
		text("alert_list_type"),
		text("asset_list_type"),
		text("command_list_type"),
		text("action_list_type"),
	}
}

func chartItemFields() []Field {
	return append(limitedItemFields(), integer("order"), text("color"), booleanWithDefault("hidden", false))
}

func valueMappingFields() []Field {
	return []Field{
		oneOf("type", "exact_match", "range", "regex"),
		{Name: "match_value", Type: Text},
		{Name: "range_start", Type: Text},
		{Name: "range_end", Type: Text},
		text("regular_expression"),
		integer("order"),
		text("display_text"),
	}
}
