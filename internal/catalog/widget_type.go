// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import "slices"

// WidgetType describes a known widget type, or several types that share the same attributes.
type WidgetType struct {
	Names      []string
	Attributes []string // the attributes that these types use, apart from those that every type uses
}

// WidgetTypes returns the documented widget types. It does not list the attributes that every type uses.
func WidgetTypes() []WidgetType {
	values := []string{"chart_items", "value_mappings", "number_of_decimals"}
	for _, section := range widgetSections() {
		if section.Title == "Time" {
			values = append(values, section.Attributes...)
		}
	}
	yAxis := []string{"y_axis_unit", "y_axis_min_limit", "y_axis_max_limit"}
	axes := append([]string{
		"hide_y_tick", "hide_y_grid", "x_axis_format", "x_axis_auto_skip", "x_axis_max_ticks_limit", "hide_x_tick",
	}, yAxis...)
	labels := []string{"labels_display", "labels_placement", "labels_aggregation"}
	return []WidgetType{
		{
			[]string{"timeseries", "line"},
			slices.Concat(values, axes, labels, []string{
				"thresholds", "timeseries_type", "line_interpolation_style", "show_line", "fill", "show_beyond_data",
			}),
		},
		{[]string{"bar"}, slices.Concat(values, axes, labels, []string{"thresholds", "orientation", "stacked"})},
		{[]string{"gauge", "bargauge"}, slices.Concat(values, yAxis, []string{"thresholds", "labels_aggregation", "max_limit", "orientation"})},
		{[]string{"stat"}, slices.Concat(values, []string{"thresholds", "y_axis_unit", "labels_aggregation", "border"})},
		{[]string{"table"}, slices.Concat(values, []string{"thresholds", "y_axis_unit", "x_axis_format", "labels_aggregation"})},
		{[]string{"histogram"}, slices.Concat(values, yAxis, []string{"hide_y_tick", "hide_y_grid", "hide_x_tick"}, labels, []string{
			"histogram_type", "bucket_count", "bucket_size", "categories_top_max_limit", "sorting", "stacked",
		})},
		{[]string{"text"}, []string{"text"}},
		{[]string{"image"}, []string{"image_url", "image_file"}},
		{[]string{"alertlist"}, []string{"filter_name", "filter_status", "alert_list_type"}},
		{[]string{"alertevents"}, []string{"filter_name", "filter_old_status", "filter_new_status"}},
		{[]string{"assetlist"}, []string{"filter_name", "filter_status", "asset_list_type"}},
		{[]string{"actionlist"}, []string{"filter_name", "filter_asset_name", "action_list_type"}},
		{[]string{"commandlist"}, []string{"filter_name", "command_list_type"}},
	}
}

func widgetTypeNames() (names []string) {
	for _, t := range WidgetTypes() {
		names = append(names, t.Names...)
	}
	return names
}
