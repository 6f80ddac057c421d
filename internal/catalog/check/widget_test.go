// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// testWidget returns a widget with the required attributes and the given ones.
func testWidget(attributes map[string]any) map[string]any {
	widget := map[string]any{"name": "Flow", "tab": "tab-1", "type": "timeseries"}
	maps.Copy(widget, attributes)
	return widget
}

func TestWidgetAttributes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		value    any
		severity string
		want     string
	}{
		"name": {" ", "warning", `name is " ", but what engines are known to take is a text with at least one character ` +
			`that is not a space.`},
		"tab":        {strings.Repeat("x", 101), "error", "tab has 101 characters, but it may have at most 100."},
		"type":       {"", "warning", `type is "", but what engines are known to take is`},
		"height":     {0, "warning", "height is 0, but what engines are known to take is a whole number, 1 or more."},
		"width":      {21, "warning", "width is 21, but what engines are known to take is a whole number from 1 to 20."},
		"position_x": {-1, "warning", "position_x is -1, but what engines are known to take is a whole number from 0 to 19."},
		"position_y": {-1, "warning", "position_y is -1, but what engines are known to take is a whole number, 0 or more."},
		"min_height": {-2, "warning", "min_height is -2, but"},
		"min_width":  {0, "warning", "min_width is 0, but"},
		"refresh_interval": {"often", "warning", `refresh_interval is "often", but what engines are known to take is a number, or ` +
			`numbers with units of ms, s, m, h, d, w, M or y, for example "30s".`},
		"timestamp_gte": {"yesterday", "warning", `timestamp_gte is "yesterday", but what engines are known to take is an ISO ` +
			`8601 time such as "2026-01-05T08:00:00Z", or "now"`},
		"timestamp_lte": {"now - 7", "warning", `timestamp_lte is "now - 7", but`},
		"timezone": {"Europe/Lissabon", "warning", `timezone is "Europe/Lissabon", but what engines are known to take is a ` +
			`time zone of the IANA database`},
		"relative_window_time": {0, "warning", "relative_window_time is 0, but what engines are known to take is a number above 0."},
		"number_of_decimals": {2.5, "warning", "number_of_decimals is 2.5, but what engines are known to take is a whole number from 0 " +
			"to 20."},
		"x_axis_max_ticks_limit":   {0, "warning", "x_axis_max_ticks_limit is 0, but"},
		"bucket_count":             {0, "warning", "bucket_count is 0, but"},
		"bucket_size":              {-5, "warning", "bucket_size is -5, but"},
		"categories_top_max_limit": {0, "warning", "categories_top_max_limit is 0, but"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantProblems(t, "engine_widget", testWidget(map[string]any{name: c.value}), c.severity+" "+name+": "+c.want)
			wantProblems(t, "engine_widget", testWidget(map[string]any{name: providertest.Unknown{}}))
		})
	}
}

// TestWidgetChecks checks rules about several attributes of a widget, and the attributes of its nested objects.
func TestWidgetChecks(t *testing.T) {
	t.Parallel()
	checkCases(t, "widget", "engine_widget", func(c problemCase) map[string]any { return testWidget(c.Config) })
}

// TestWidgetProblemsAtOnce checks that validation reports all problems, not only the first.
func TestWidgetProblemsAtOnce(t *testing.T) {
	t.Parallel()
	found := providertest.Problems(t, provider.NewServer("test")(), "engine_widget", testWidget(map[string]any{
		"name": "", "width": 0, "timezone": "Nowhere", "y_axis_min_limit": 2, "y_axis_max_limit": 1,
		"value_mappings": []any{map[string]any{"type": "range"}, map[string]any{"type": "regex", "regular_expression": "("}},
	}))
	if len(found) != 6 {
		t.Errorf("got %d problems, want 6:\n%s", len(found), strings.Join(found, "\n"))
	}
}
