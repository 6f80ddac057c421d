// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestFacts probes engines whose defaults, words and bounds differ from the tables. The report has the same facts, and no habit.
func TestFacts(t *testing.T) {
	t.Parallel()
	type (
		values = map[string]map[string]any
		words  = map[string]map[string][]string
		length = map[string]map[string]int
		number = map[string]map[string]int64
	)
	for name, facts := range map[string]profile.Facts{
		"none": {},
		"defaults": {Defaults: values{
			"alert": {
				"mute": true, "stmt_aggregation": "last", "stmt_time_window": json.Number("300"),
				"alert_items.query_limit": json.Number("50"),
			},
			"widget":   {"labels_display": true, "height": json.Number("4"), "labels_placement": "right", "chart_items.hidden": true},
			"function": {"active": false},
		}},
		"words": {Words: words{
			"alert":     {"severity": {"SEV2", "SEV5"}, "stmt_thresholds.status": {"alert", "warning"}},
			"widget":    {"labels_aggregation": {"avg", "sum"}, "chart_items.query_group_function": {"", "avg", "sum"}},
			"component": {"deployment_capacity": {"medium", "large"}},
		}},
		"open words": {Words: words{"alert": {"severity": {}}, "widget": {"chart_items.query_group_unit": {}, "orientation": {}}}},
		"bounds": {
			MaxLength: length{
				"alert": {"stmt_target_variable": 3, "alert_items.ref_id": 12}, "widget": {"chart_items.ref_id": 4}, "dashboard": {"name": 255},
				"node": {"name": 100}, "component": {"name": 255, "description": 255}, "function": {"function_items.ref_id": 0},
			},
			Max: number{"alert": {"alert_items.query_limit": 500}, "widget": {"chart_items.query_limit": 123456}},
			Min: number{
				"alert": {"alert_items.query_limit": math.MinInt64}, "function": {"function_items.query_sort_direction": 0},
				"widget": {"chart_items.query_sort_direction": -12},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, client := start(t, refserver.Options{Like: &profile.Profile{Facts: facts}})
			report, err := Run(t.Context(), Options{Client: client, Write: true})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(facts, report.Facts); diff != "" {
				t.Errorf("the facts differ (-engine +report):\n%s", diff)
			}
			if len(report.Habits()) > 0 {
				t.Errorf("found the habits %v", report.Habits())
			}
			t.Log(report.Requests, "requests")
		})
	}
}
