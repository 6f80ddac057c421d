// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

// updateOnly are the fields that the documents accept on update but do not list for create, by kind.
var updateOnly = map[string][]string{
	// Interface section 2.3, the second table.
	"widget": {
		"id", "description", "collection", "relative_window_time", "show_beyond_data", "timezone",
		"y_axis_min_limit", "y_axis_max_limit", "y_axis_unit",
		"x_axis_format", "x_axis_auto_skip", "x_axis_max_ticks_limit",
		"number_of_decimals", "line_interpolation_style", "fill", "show_line", "timeseries_type",
		"hide_y_tick", "hide_x_tick", "hide_y_grid",
	},
	// Interface section 2.6, the second table.
	"alert": {
		"status", "status_text", "active",
		"stmt_time_window", "stmt_target_variable", "stmt_operator", "stmt_aggregation",
		"assets", "mute", "destinations_list", "notify_no_data", "notify_error", "notify_timeout",
		"rate_value", "rate_unit",
		"cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
	},
	// Interface section 2.8, the fields marked "update"; the cron fields are of wire shapes section 8.
	"function": {
		"status", "active", "type", "time_window", "target_variable", "target_asset", "target_attribute",
		"rate_value", "rate_unit",
		"cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
	},
}
