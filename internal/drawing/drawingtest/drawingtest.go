// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package drawingtest has the widgets, alerts and data for tests of drawings.
package drawingtest

import (
	"fmt"
	"maps"
	"math"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// Now is the time of all drawings in tests.
func Now() time.Time { return time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC) }

// World has two days of values for two pumps. Pressure, flow and level are numbers, state is a text. The level has a long gap with only one
// value, and a short one.
func World() panel.World {
	series := rehearsal.Series{}
	for pump := range 2 {
		asset := fmt.Sprintf("pump-%d", pump+1)
		for i := range 576 {
			at := Now().Add(time.Duration(i-575) * 5 * time.Minute)
			wave := math.Round(100*math.Sin(float64(i)/40+float64(pump))) / 100
			add := func(attribute string, value any) {
				key := rehearsal.Key{Asset: asset, Attribute: attribute}
				series[key] = append(series[key], rehearsal.Point{Time: at, Value: value})
			}
			add("pressure", 5+3*wave)
			add("flow", 1200+800*wave)
			if i == 460 || (i < 420 || i > 500) && i != 540 {
				add("level", 2+wave)
			}
			add("state", []any{"0", 1500.0, "E17"}[i/50%3])
		}
	}
	return panel.World{
		Recording: rehearsal.Recording{
			Data: series, Metadata: map[rehearsal.Key]any{{Asset: "pump-1", Attribute: "rated"}: 0.42, {Asset: "pump-2", Attribute: "rated"}: 0.7},
		},
		Now: Now(), Notes: []string{"recorded data"}, Assets: []string{"Pump north", "Pump south"},
		Alerts: []panel.AlertRow{{Name: "Pressure", Severity: "SEV2", Status: "alert"}, {Name: "Flow", Severity: "SEV4", Status: "no_alert"}},
		Events: []panel.EventRow{{Alert: "Pressure", OldStatus: "no_alert", NewStatus: "alert", At: Now().Add(-time.Hour)}},
	}
}

// Item is a chart item that reads an attribute of an asset, such as the pressure of a pump.
func Item(ref, asset, attribute string) map[string]any {
	return map[string]any{
		"ref_id": ref, "type": "QUERY", "label": "Pump " + asset[len(asset)-1:], "query_filter_asset": map[string]any{"id": asset},
		"query_filter_attribute": map[string]any{"id": attribute},
	}
}

// Widgets returns a widget of each type, some also with many attributes.
func Widgets() map[string]map[string]any {
	all := map[string]map[string]any{}
	for _, group := range []map[string]map[string]any{lines(), bars(), values(), tables(), remarks()} {
		maps.Copy(all, group)
	}
	return all
}

// both returns items with an attribute of both pumps.
func both(attribute string) []any {
	return []any{Item("A", "pump-1", attribute), Item("B", "pump-2", attribute)}
}

// hourly returns items with the average flow of each hour.
func hourly() []any {
	items := both("flow")
	for _, item := range items {
		members, _ := item.(map[string]any)
		members["query_group_unit"], members["query_group_function"] = "hour", "avg"
	}
	return items
}

// rated returns items with one value for each pump.
func rated() []any {
	var items []any
	for i, asset := range []string{"pump-1", "pump-2"} {
		items = append(items, map[string]any{
			"ref_id": string(rune('A' + i)), "type": "METADATA", "label": asset, "query_filter_asset": map[string]any{"id": asset},
			"query_filter_metadata": map[string]any{"id": "rated"},
		})
	}
	return items
}

func thresholds() []any {
	return []any{
		map[string]any{"value": 6.0, "color": "orange", "display_text": "High"},
		map[string]any{"value": 7.5, "color": "#cc0000", "display_text": "Relief valve opens"},
	}
}

// mappings has a mapping of each kind, for the states of the pumps.
func mappings() []any {
	return []any{
		map[string]any{"type": "exact_match", "order": 0.0, "match_value": "0", "display_text": "Stopped"},
		map[string]any{"type": "range", "order": 1.0, "range_start": 1.0, "range_end": 3000.0, "display_text": "Running"},
		map[string]any{"type": "regex", "order": 2.0, "regular_expression": "^E[0-9]+$", "display_text": "Fault"},
	}
}

func lines() map[string]map[string]any {
	return map[string]map[string]any{
		"timeseries": {
			"name": "Discharge pressure", "description": "Of both pumps.", "type": "timeseries", "chart_items": both("pressure"),
			"thresholds":    thresholds(),
			"timestamp_gte": "now - 1d", "timestamp_lte": "now", "timezone": "Europe/Lisbon", "display_time_range": true, "refresh_interval": "30s",
			"line_interpolation_style": "rounded", "y_axis_min_limit": 0.0, "y_axis_unit": "bar", "x_axis_format": "MM-dd HH:mm",
			"labels_display": true, "labels_aggregation": "average", "labels_placement": "bottom",
		},
		"steps": {
			"name": "Flow", "type": "line", "chart_items": both("flow"), "relative_window_time": "6h", "line_interpolation_style": "squared",
			"fill":           true,
			"labels_display": true, "labels_placement": "right", "labels_aggregation": "max", "number_of_decimals": 1.0,
			"x_axis_max_ticks_limit": 4.0,
		},
		"dots": {
			"name": "Dots", "type": "line", "chart_items": both("pressure"), "relative_window_time": 7200.0, "show_line": false, "hide_x_tick": true,
			"hide_y_tick": true, "hide_y_grid": true, "labels_display": false,
		},
		"gaps": {"name": "Level", "type": "line", "chart_items": both("level"), "fill": true, "y_axis_unit": "m"},
		"states": {
			"name": "States over time", "type": "timeseries", "chart_items": both("state"), "value_mappings": mappings(),
			"timestamp_gte": "now - 2d",
		},
	}
}

func bars() map[string]map[string]any {
	return map[string]map[string]any{
		"bar":      {"name": "Flow by the hour", "type": "bar", "chart_items": hourly(), "y_axis_unit": "m³/h"},
		"bars":     {"name": "Rated", "type": "bar", "chart_items": rated(), "orientation": "horizontal"},
		"columns":  {"name": "Rated", "type": "bar", "chart_items": rated(), "y_axis_unit": "kWh/m³", "labels_display": false},
		"stack":    {"name": "Stacked", "type": "timeseries", "timeseries_type": "bar", "chart_items": hourly(), "stacked": true},
		"sideways": {"name": "Sideways", "type": "bar", "chart_items": hourly(), "orientation": "horizontal", "relative_window_time": "5h"},
		"histogram": {
			"name": "Distribution", "type": "histogram", "histogram_type": "numerical", "bucket_count": 10.0, "chart_items": both("pressure"),
			"stacked": true,
		},
		"categories": {
			"name": "States", "type": "histogram", "histogram_type": "categorical", "sorting": "count", "categories_top_max_limit": 5.0,
			"chart_items":    []any{Item("A", "pump-1", "state")},
			"value_mappings": mappings(),
		},
	}
}

func values() map[string]map[string]any {
	return map[string]map[string]any{
		"gauge": {
			"name": "Pressure", "type": "gauge", "chart_items": both("pressure"), "thresholds": thresholds(), "max_limit": 10.0,
			"y_axis_unit": "bar",
		},
		"bargauge": {
			"name": "Pressures", "type": "bargauge", "chart_items": both("pressure"), "thresholds": thresholds(), "max_limit": 10.0,
			"orientation": "horizontal",
		},
		"upright": {
			"name": "Upright", "type": "bargauge", "chart_items": both("pressure"), "thresholds": thresholds(), "orientation": "vertical",
		},
		"stat": {
			"name": "State of the pump", "type": "stat", "chart_items": []any{Item("A", "pump-1", "state")}, "value_mappings": mappings(),
			"border": true,
		},
		"numbers": {
			"name": "Numbers", "type": "stat", "chart_items": both("flow"), "y_axis_unit": "m³/h",
			"thresholds": []any{map[string]any{"value": 1000.0, "color": "green"}},
		},
	}
}

func tables() map[string]map[string]any {
	return map[string]map[string]any{
		"table": {"name": "Rated energy use", "type": "table", "chart_items": rated()},
		"rows":  {"name": "Rows", "type": "table", "chart_items": both("pressure"), "thresholds": thresholds(), "y_axis_unit": "bar"},
		"text": {
			"name": "What to do", "type": "text",
			"text": "Check the strainer first, then the impeller.\nThe workshop is on duty from 6 to 22 o'clock.",
		},
		"image":       {"name": "Plan of the station", "type": "image", "image_url": "https://example.com/plan.png"},
		"alertlist":   {"name": "Alerts", "type": "alertlist", "filter_status": []any{"alert"}},
		"alertevents": {"name": "Events", "type": "alertevents"},
		"assetlist":   {"name": "Assets", "type": "assetlist", "filter_name": "pump"},
		"actionlist":  {"name": "Actions", "type": "actionlist", "filter_asset_name": "Pump"},
	}
}

// remarks returns widgets of which something can't be drawn.
func remarks() map[string]map[string]any {
	return map[string]map[string]any{
		"unknown": {
			"name": "Something new", "type": "heatmap", "chart_items": []any{Item("A", "pump-1", "state")}, "max_limit": 3.0,
		},
		"no data":  {"name": "Nothing", "type": "timeseries", "chart_items": []any{Item("A", "pump-9", "pressure")}},
		"no items": {"name": "Nothing at all", "type": "gauge"},
		"broken": {"name": "Broken", "type": "line", "timezone": "Mars", "chart_items": []any{
			Item("A", "pump-1", "pressure"),
			map[string]any{"ref_id": "B", "type": "EXPRESSION", "expression": "$A +"},
		}},
	}
}

// Alert is an alert on the pressure of the first pump.
func Alert() map[string]any {
	return map[string]any{
		"name": "Pressure", "severity": "SEV2", "type": "rate", "rate_value": 10.0, "rate_unit": "minute", "alert_items": []any{Item("A",
			"pump-1", "pressure")},
		"stmt_target_variable": "A", "stmt_aggregation": "avg", "stmt_time_window": "1800", "stmt_operator": "gt",
		"stmt_thresholds": []any{
			map[string]any{"value": 7.5, "status": "alert", "status_text": "Stop the pump."}, map[string]any{"value": 6.5, "status": "warning"},
		},
	}
}
