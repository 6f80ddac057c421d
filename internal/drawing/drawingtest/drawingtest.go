// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package drawingtest provides widgets, alerts and data for tests of pictures. It imports rehearsal and panel.
package drawingtest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// Now is the time of all pictures in tests.
func Now() time.Time { return time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC) }

// World has two days of values for two pumps. Pressure, flow and level are numbers, and state is a string. The level has a long gap with only
// one value, and a short one.
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

//go:embed widgets.json
var widgets []byte

// Widgets returns widgets of each type from widgets.json, some of them with many attributes. A value such as "$pressure" in the file is the
// name of one of the lists.
func Widgets() map[string]map[string]any {
	var all map[string]map[string]any
	if err := json.Unmarshal(widgets, &all); err != nil {
		panic(err)
	}
	for _, widget := range all {
		shared := lists()
		for attribute, value := range widget {
			if name, ok := value.(string); ok && strings.HasPrefix(name, "$") {
				widget[attribute] = shared[name[1:]]
			}
		}
	}
	return all
}

func lists() map[string][]any {
	all := map[string][]any{
		"thresholds": {
			map[string]any{"value": 6.0, "color": "orange", "display_text": "High"},
			map[string]any{"value": 7.5, "color": "#cc0000", "display_text": "Relief valve opens"},
		},
		"mappings": { // one of each kind, for the states of the pumps
			map[string]any{"type": "exact_match", "order": 0.0, "match_value": "0", "display_text": "Stopped"},
			map[string]any{"type": "range", "order": 1.0, "range_start": 1.0, "range_end": 3000.0, "display_text": "Running"},
			map[string]any{"type": "regex", "order": 2.0, "regular_expression": "^E[0-9]+$", "display_text": "Fault"},
		},
		"missing":     {Item("A", "pump-9", "pressure")},
		"broken":      {Item("A", "pump-1", "pressure"), map[string]any{"ref_id": "B", "type": "EXPRESSION", "expression": "$A +"}},
		"first state": {Item("A", "pump-1", "state")},
	}
	for i, asset := range []string{"pump-1", "pump-2"} {
		ref := string(rune('A' + i))
		for _, attribute := range []string{"pressure", "flow", "level", "state"} {
			all[attribute] = append(all[attribute], Item(ref, asset, attribute))
		}
		hourly := Item(ref, asset, "flow")
		hourly["query_group_unit"], hourly["query_group_function"] = "hour", "avg"
		all["hourly"] = append(all["hourly"], hourly)
		all["rated"] = append(all["rated"], map[string]any{
			"ref_id": ref, "type": "METADATA", "label": asset, "query_filter_asset": map[string]any{"id": asset},
			"query_filter_metadata": map[string]any{"id": "rated"},
		})
	}
	return all
}

// Alert is an alert on the pressure of the first pump.
func Alert() map[string]any {
	return map[string]any{
		"name": "Pressure", "severity": "SEV2", "type": "rate", "rate_value": 10.0, "rate_unit": "minute",
		"alert_items":          []any{Item("A", "pump-1", "pressure")},
		"stmt_target_variable": "A", "stmt_aggregation": "avg", "stmt_time_window": "1800", "stmt_operator": "gt",
		"stmt_thresholds": []any{
			map[string]any{"value": 7.5, "status": "alert", "status_text": "Stop the pump."}, map[string]any{"value": 6.5, "status": "warning"},
		},
	}
}
