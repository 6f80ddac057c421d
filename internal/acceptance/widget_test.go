// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
)

func widgetTest() objectTest {
	return objectTest{
		name: "widget", parents: widgetParents,
		rows: slices.Concat(
			[]row{
				{attribute: "name", value: `"Flow"`, changed: `"Flow of pump 1"`, required: true},
				{attribute: "tab", value: "engine_tab.overview.id", changed: "engine_tab.details.id", required: true},
				{attribute: "type", value: `"timeseries"`, changed: `"line"`, required: true},
				{attribute: "description", value: `"Flow and its limit"`, changed: `"Flow"`},
				{attribute: "collection", value: `"measurements"`, changed: `"forecasts"`},
			},
			chartItemRows(), valueMappingRows(), widgetThresholdRows(), widgetTimeRows(), widgetPlaceRows(),
			widgetDrawingRows(), widgetOfTypeRows(),
			[]row{extraRow()},
		),
		state: map[string]knownvalue.Check{"width": knownvalue.Int64Exact(8), "thresholds": knownvalue.ListSizeExact(2)},
	}
}

const widgetParents = `
resource "engine_dashboard" "plant" {
  name = "Plant"
}

resource "engine_tab" "overview" {
  name      = "Overview"
  dashboard = engine_dashboard.plant.id
}

resource "engine_tab" "details" {
  name      = "Details"
  dashboard = engine_dashboard.plant.id
}
`

const widgetLocals = `
locals {
  drawn = { order = 1, color = "#1f77b4", hidden = true }

  off    = { type = "exact_match", match_value = "0", order = 1, display_text = "Off" }
  normal = { type = "range", range_start = 0.5, range_end = 80, order = 2, display_text = "Normal" }
  code   = { type = "regex", regular_expression = "^E[0-9]+$", order = 3, display_text = "Error" }

  green = { value = 0, color = "green" }
  red   = { value = 80.5, color = "#d62728", display_text = "High" }
}
`

func chartItemRows() []row {
	return append(itemRows("chart_items", "merge(local.drawn, { query_limit = 500 })"), listRows("chart_items", `
[merge(local.b, local.drawn)] -> [merge(local.b, { order = 2, color = "red", hidden = true })]
[merge(local.b, local.drawn)] -> [local.b]
[merge(local.b, { query_limit = 500 })] -> [merge(local.b, { query_limit = 1000 })]
[merge(local.b, { query_limit = 500 })] -> [local.b]
`)...)
}

func valueMappingRows() []row {
	return listRows("value_mappings", `
[local.off, local.normal, local.code] -> [local.off, local.normal, merge(local.code, { regular_expression = "^E" })]
[local.off] -> [local.off, local.normal]
[local.off, local.normal] -> [local.normal]
[local.off, local.code] -> [local.code, local.off]
[local.normal] -> [merge(local.normal, { range_start = 1, range_end = 75.5 })]
[merge(local.off, { type = null })] -> [merge(local.normal, { type = null }), local.code]
[local.off] -> [merge(local.off, { order = null, display_text = null })]
[local.off] -> [merge(local.off, { match_value = "none" })]
[merge(local.off, { extra = jsonencode({ icon = "power" }) })] -> [local.off]
`)
}

func widgetThresholdRows() []row {
	return listRows("thresholds", `
[local.green, local.red] -> [local.green, merge(local.red, { value = 90 })]
[local.green] -> [local.green, local.red]
[local.green, local.red] -> [local.red]
[local.green, local.red] -> [local.red, local.green]
[local.red] -> [merge(local.red, { color = "orange", display_text = null })]
[merge(local.red, { extra = jsonencode({ dashed = true }) })] -> [merge(local.red, { extra = jsonencode({ dashed = false }) })]
`)
}

func widgetTimeRows() []row {
	return []row{
		{attribute: "refresh_interval", value: `"30s"`, changed: `"60"`},
		{attribute: "timestamp_gte", value: `"now - 7d"`, changed: `"2026-01-05T08:00:00Z"`},
		{attribute: "timestamp_gte", value: `"2026-01-05T08:00:00Z"`, changed: `"2026-01-05T08:00:00+01:00"`},
		{attribute: "timestamp_lte", value: `"now"`, changed: `"now - 1d"`},
		{attribute: "relative_window_time", value: "3600", changed: "7200"},
		{attribute: "relative_window_time", value: "0.5", changed: `"1d"`},
		{attribute: "relative_window_time", value: `"1h"`, changed: `"90m"`},
		{attribute: "timezone", value: `"UTC"`, changed: `"Europe/Lisbon"`},
		{attribute: "display_time_range", value: "true", changed: "false"},
		{attribute: "labels_display", value: "false", changed: "true"},
		{attribute: "labels_aggregation", value: `"last"`, changed: `"average"`},
		{attribute: "labels_placement", value: `"bottom"`, changed: `"right"`},
	}
}

// widgetPlaceRows returns tests of the attributes for position and size. All values are valid in the dashboard's grid of 20 columns.
func widgetPlaceRows() []row {
	return []row{
		{attribute: "height", value: "6", changed: "8"},
		{attribute: "width", value: "8", changed: "10"},
		{attribute: "position_x", value: "10", changed: "0"},
		{attribute: "position_y", value: "0", changed: "6"},
		{attribute: "min_height", value: "2", changed: "4"},
		{attribute: "min_width", value: "4", changed: "6"},
	}
}

func widgetDrawingRows() []row {
	return []row{
		{attribute: "show_beyond_data", value: "true", changed: "false"},
		{attribute: "y_axis_min_limit", value: "-10", changed: "0.5"},
		{attribute: "y_axis_max_limit", value: "120", changed: "150.25"},
		{attribute: "y_axis_unit", value: `"l/s"`, changed: `"m³/h"`},
		{attribute: "x_axis_format", value: `"MM-dd HH:mm"`, changed: `"HH:mm"`},
		{attribute: "x_axis_auto_skip", value: "true", changed: "false"},
		{attribute: "x_axis_max_ticks_limit", value: "12", changed: "6"},
		{attribute: "hide_x_tick", value: "false", changed: "true"},
		{attribute: "hide_y_tick", value: "false", changed: "true"},
		{attribute: "hide_y_grid", value: "true", changed: "false"},
		{attribute: "number_of_decimals", value: "2", changed: "0"},
		{attribute: "line_interpolation_style", value: `"rounded"`, changed: `"rect"`},
		{attribute: "fill", value: "true", changed: "false"},
		{attribute: "show_line", value: "true", changed: "false"},
		{attribute: "timeseries_type", value: `"line"`, changed: `"bar"`},
	}
}

// widgetOfTypeRows returns tests of attributes that affect only some widget types. The engine accepts them for any type.
func widgetOfTypeRows() []row {
	return slices.Concat(
		[]row{
			{attribute: "orientation", value: `"horizontal"`, changed: `"vertical"`},
			{attribute: "max_limit", value: "100", changed: "99.5"},
			{attribute: "border", value: "true", changed: "false"},
			{attribute: "bucket_count", value: "20", changed: "10"},
			{attribute: "bucket_size", value: "5", changed: "10"},
			{attribute: "histogram_type", value: `"numerical"`, changed: `"categorical"`},
			{attribute: "sorting", value: `"alphabetical"`, changed: `"count"`},
			{attribute: "stacked", value: "false", changed: "true"},
			{attribute: "categories_top_max_limit", value: "8", changed: "5"},
			{attribute: "text", value: `"Checked every day"`, changed: `"Checked every week"`},
			{attribute: "image_url", value: `"https://example.com/pump.png"`, changed: `"https://example.com/plant.png"`},
			{attribute: "image_file", value: `"pump.png"`, changed: `"plant.png"`},
			{attribute: "filter_name", value: `"flow"`, changed: `"pressure"`},
			{attribute: "filter_asset_name", value: `"Pump"`, changed: `"Valve"`},
			{attribute: "alert_list_type", value: `"compact"`, changed: `"detailed"`},
			{attribute: "asset_list_type", value: `"compact"`, changed: `"detailed"`},
			{attribute: "action_list_type", value: `"compact"`, changed: `"detailed"`},
			{attribute: "command_list_type", value: `"compact"`, changed: `"detailed"`},
		},
		textRows("filter_status", "alert", "warning", "error", "timeout"),
		textRows("filter_old_status", "no_alert", "no_data", "disabled", "timeout"),
		textRows("filter_new_status", "alert", "warning", "error", "no_data"),
	)
}
