// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestFacts compares the limits, references and other facts in the field tables with a list that was written by hand from the documents
// about the engine. TestTables in the package provider compares the field tables with the provider's schemas.
func TestFacts(t *testing.T) {
	const schedule = " rate_value rate_unit cron_minutes cron_hours cron_dom cron_month cron_dow cron_year"
	want := map[string]string{
		"alert 1..10000": "alert_items.query_limit",
		"alert -1..1":    "alert_items.query_sort_direction",
		"alert <=400":    "stmt_thresholds.status_text status_text",
		"alert <=5":      "alert_items.ref_id stmt_target_variable",
		"alert numtext":  "stmt_time_window rate_value",
		"alert update": "status status_text active stmt_time_window stmt_target_variable stmt_operator stmt_aggregation assets mute " +
			"destinations_list notify_no_data notify_error notify_timeout" + schedule,
		"function -1..1":       "function_items.query_sort_direction",
		"function <=5":         "function_items.ref_id",
		"function update":      "status active type time_window target_variable target_asset target_attribute" + schedule,
		"routine -> component": "component_id",
		"tab -> dashboard":     "dashboard",
		"tab fixed":            "dashboard",
		"tab numtext":          "order",
		"widget -> tab":        "tab",
		"widget 1..10000":      "chart_items.query_limit",
		"widget -1..1":         "chart_items.query_sort_direction",
		"widget <=5":           "chart_items.ref_id",
		"widget update": "description collection relative_window_time show_beyond_data timezone y_axis_min_limit y_axis_max_limit " +
			"y_axis_unit x_axis_format x_axis_auto_skip x_axis_max_ticks_limit number_of_decimals line_interpolation_style fill " +
			"show_line timeseries_type hide_y_tick hide_x_tick hide_y_grid",
	}
	got := map[string]string{}
	for _, written := range table.Tables() {
		noteFacts(got, written.Kind, "", written.Fields)
	}
	if difference := cmp.Diff(want, got); difference != "" {
		t.Error(difference)
	}
}

// noteFacts collects facts about fields, for example "widget <=5" for widget fields with texts of at most 5 characters. It skips the ids
// of references, which all have at most 100 characters.
func noteFacts(facts map[string]string, kind, path string, fields []table.Field) {
	for _, f := range fields {
		note := func(holds bool, fact string) {
			if holds {
				facts[kind+" "+fact] = strings.TrimSpace(facts[kind+" "+fact] + " " + path + f.Name)
			}
		}
		reference := f.Name == "id" && f.MaxLength == 100
		note(f.MaxLength > 0 && !reference, fmt.Sprint("<=", f.MaxLength))
		if f.Min != nil || f.Max != nil {
			note(true, fmt.Sprint(*f.Min, "..", *f.Max))
		}
		note(f.References != "", "-> "+f.References)
		note(f.UpdateOnly, "update")
		note(f.CreateOnly, "fixed")
		note(f.NumericText, "numtext")
		note(f.IsReference() && f.Fields[0].MaxLength != 100, "other references")
		noteFacts(facts, kind, path+f.Name+".", f.Fields)
	}
}
