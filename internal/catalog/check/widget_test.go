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
		"name":                     {" ", "warning", `name is " ", but what engines are known to take is a text with at least one character that is not a space.`},
		"tab":                      {strings.Repeat("x", 101), "error", "tab has 101 characters, but it may have at most 100."},
		"type":                     {"", "warning", `type is "", but what engines are known to take is`},
		"height":                   {0, "warning", "height is 0, but what engines are known to take is a whole number, 1 or more."},
		"width":                    {21, "warning", "width is 21, but what engines are known to take is a whole number from 1 to 20."},
		"position_x":               {-1, "warning", "position_x is -1, but what engines are known to take is a whole number from 0 to 19."},
		"position_y":               {-1, "warning", "position_y is -1, but what engines are known to take is a whole number, 0 or more."},
		"min_height":               {-2, "warning", "min_height is -2, but"},
		"min_width":                {0, "warning", "min_width is 0, but"},
		"refresh_interval":         {"often", "warning", `refresh_interval is "often", but what engines are known to take is a number, or numbers with units of ms, s, m, h, d, w, M or y, for example "30s".`},
		"timestamp_gte":            {"yesterday", "warning", `timestamp_gte is "yesterday", but what engines are known to take is an ISO 8601 time such as "2026-01-05T08:00:00Z", or "now"`},
		"timestamp_lte":            {"now - 7", "warning", `timestamp_lte is "now - 7", but`},
		"timezone":                 {"Europe/Lissabon", "warning", `timezone is "Europe/Lissabon", but what engines are known to take is a time zone of the IANA database`},
		"relative_window_time":     {0, "warning", "relative_window_time is 0, but what engines are known to take is a number above 0."},
		"number_of_decimals":       {2.5, "warning", "number_of_decimals is 2.5, but what engines are known to take is a whole number from 0 to 20."},
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

func TestWidgetChecks(t *testing.T) {
	t.Parallel()
	mapping := func(attributes map[string]any) map[string]any {
		return map[string]any{"value_mappings": []any{attributes}}
	}
	for name, c := range map[string]struct {
		attributes map[string]any
		want       []string
	}{
		"all in order": {
			attributes: map[string]any{
				"position_x": 12, "position_y": 0, "width": 8, "height": 4, "min_width": 8, "min_height": 1,
				"y_axis_min_limit": -0.5, "y_axis_max_limit": 0, "number_of_decimals": 20,
				"timestamp_gte": "now - 7d", "timestamp_lte": "now", "timezone": "Europe/Lisbon", "refresh_interval": "30",
				"value_mappings": []any{
					map[string]any{"type": "exact_match", "match_value": "", "order": 0},
					map[string]any{"type": "range", "range_start": 1, "range_end": 1},
					map[string]any{"type": "regex", "regular_expression": "(?<!x)y", "match_value": ""},
				},
				"thresholds": []any{map[string]any{"value": 1, "color": "red"}},
			},
		},
		"empty texts declare nothing": {
			attributes: map[string]any{"timestamp_gte": "", "timestamp_lte": "", "timezone": "", "refresh_interval": "", "thresholds": []any{map[string]any{"value": 1, "color": ""}}},
		},
		"beyond the grid": {
			attributes: map[string]any{"position_x": 14, "width": 8},
			want:       []string{"warning position_x: position_x is 14 and width is 8, but the grid has 20 columns. With this width, position_x can be at most 12."},
		},
		"too wide on its own":     {attributes: map[string]any{"position_x": 14, "width": 30}, want: []string{"warning width: width is 30, but"}},
		"place not known":         {attributes: map[string]any{"position_x": 14, "width": providertest.Unknown{}, "min_width": 20, "min_height": providertest.Unknown{}, "height": 1}},
		"least width":             {attributes: map[string]any{"width": 4, "min_width": 5}, want: []string{"warning min_width: min_width is 5, but it can be at most width, which is 4."}},
		"least height":            {attributes: map[string]any{"height": 4, "min_height": 5}, want: []string{"warning min_height: min_height is 5, but it can be at most height, which is 4."}},
		"limits equal":            {attributes: map[string]any{"y_axis_min_limit": 5, "y_axis_max_limit": 5}, want: []string{"warning y_axis_max_limit: y_axis_max_limit is 5, and so is y_axis_min_limit."}},
		"limits out of order":     {attributes: map[string]any{"y_axis_min_limit": 5, "y_axis_max_limit": 4.5}, want: []string{"warning y_axis_max_limit: y_axis_max_limit is 4.5, which is less than y_axis_min_limit, 5."}},
		"one limit not known":     {attributes: map[string]any{"y_axis_min_limit": 5, "y_axis_max_limit": providertest.Unknown{}}},
		"times out of order":      {attributes: map[string]any{"timestamp_gte": "now", "timestamp_lte": "now - 7d"}, want: []string{`warning timestamp_lte: timestamp_lte is "now - 7d", which is before timestamp_gte, "now".`}},
		"one time not known":      {attributes: map[string]any{"timestamp_gte": providertest.Unknown{}, "timestamp_lte": "now - 7d"}},
		"color of a threshold":    {attributes: map[string]any{"thresholds": []any{map[string]any{"value": 1, "color": "#12"}}}, want: []string{`warning thresholds[0].color: thresholds[0].color is "#12", but what engines are known to take is the name of a color, or "#" and 3, 4, 6 or 8 hexadecimal digits`}},
		"mapping of no type":      {attributes: mapping(map[string]any{"type": "exact", "match_value": "1"}), want: []string{`error value_mappings[0].type: value_mappings[0].type is "exact", but it has to be "exact_match", "range" or "regex".`}},
		"mapping without a value": {attributes: mapping(map[string]any{"type": "exact_match"}), want: []string{`warning value_mappings[0].match_value: value_mappings[0].match_value is not declared, but a value mapping of the type "exact_match" needs it, for example match_value = "0".`}},
		"range without an end":    {attributes: mapping(map[string]any{"type": "range", "range_start": 1}), want: []string{`warning value_mappings[0].range_end: value_mappings[0].range_end is not declared, but`}},
		"range without both":      {attributes: mapping(map[string]any{"type": "range"}), want: []string{`warning value_mappings[0].range_start: value_mappings[0].range_start is not declared, but`}},
		"range out of order":      {attributes: mapping(map[string]any{"type": "range", "range_start": 2, "range_end": 1}), want: []string{`warning value_mappings[0].range_end: value_mappings[0].range_end is 1, which is less than range_start, 2.`}},
		"range not known":         {attributes: mapping(map[string]any{"type": "range", "range_start": 2, "range_end": providertest.Unknown{}})},
		"value of another type":   {attributes: mapping(map[string]any{"type": "range", "match_value": "1"}), want: []string{`warning value_mappings[0].match_value: value_mappings[0].match_value belongs to value mappings of the type "exact_match", but the type is "range", which takes range_start = 0 and range_end = 80.`}},
		"expression":              {attributes: mapping(map[string]any{"type": "regex", "regular_expression": "E(["}), want: []string{`error value_mappings[0].regular_expression: value_mappings[0].regular_expression is "E([", which is not a regular expression:`}},
		"order of a mapping":      {attributes: mapping(map[string]any{"type": "exact_match", "match_value": "1", "order": -1}), want: []string{"warning value_mappings[0].order: value_mappings[0].order is -1, but"}},
		"mapping without a type":  {attributes: map[string]any{"value_mappings": []any{map[string]any{"match_value": "1"}, map[string]any{"range_start": 1, "range_end": 2}, map[string]any{"regular_expression": "^E"}}}},
		"empty type":              {attributes: mapping(map[string]any{"type": "", "match_value": "1"}), want: []string{`warning value_mappings[0].type: value_mappings[0].type is "", but`}},
		"half of a range":         {attributes: mapping(map[string]any{"range_end": 1}), want: []string{`warning value_mappings[0].range_start: value_mappings[0].range_start is not declared, but a value mapping of the type "range" needs it`}},
		"two kinds of values":     {attributes: mapping(map[string]any{"match_value": "1", "range_end": 1}), want: []string{`warning value_mappings[0].range_end: value_mappings[0].range_end belongs to value mappings of the type "range", but the type is "exact_match"`}},
		"expression alone":        {attributes: mapping(map[string]any{"regular_expression": "("}), want: []string{`error value_mappings[0].regular_expression: value_mappings[0].regular_expression is "(", which`}},
		"mapping of nothing":      {attributes: mapping(map[string]any{"display_text": "x"}), want: []string{`warning value_mappings[0].type: value_mappings[0].type is not declared, and nothing else says which values are mapped. Declare for example match_value = "0".`}},
		"key not known":           {attributes: mapping(map[string]any{"match_value": providertest.Unknown{}})},
		"window as a text":        {attributes: map[string]any{"relative_window_time": "1h"}},
		"type not known":          {attributes: mapping(map[string]any{"type": providertest.Unknown{}, "match_value": "1", "range_end": 1})},
		"value not known":         {attributes: mapping(map[string]any{"type": "range", "range_start": 0, "range_end": 1, "match_value": providertest.Unknown{}})},
		"mapping not known":       {attributes: map[string]any{"value_mappings": []any{providertest.Unknown{}}}},
		"mappings not known":      {attributes: map[string]any{"value_mappings": providertest.Unknown{}, "thresholds": providertest.Unknown{}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantProblems(t, "engine_widget", testWidget(c.attributes), c.want...)
		})
	}
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
