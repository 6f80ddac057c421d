// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

var midnight = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

func parsed(t testing.TB, text string) map[string]any {
	t.Helper()
	var alert map[string]any
	if err := json.Unmarshal([]byte(text), &alert); err != nil {
		t.Fatal(err)
	}
	return alert
}

// rateAlert returns an alert that runs every 5 minutes on the average pressure of a pump over the last 10 minutes. The JSON object in more
// contains attributes to add or replace.
func rateAlert(t testing.TB, more string) map[string]any {
	t.Helper()
	alert := parsed(t, `{
		"type": "rate", "rate_value": 5, "rate_unit": "minute",
		"stmt_time_window": 600, "stmt_target_variable": "A", "stmt_aggregation": "avg", "stmt_operator": "gt",
		"alert_items": [{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "pressure"}}],
		"stmt_thresholds": [{"value": 8, "status": "alert", "status_text": "too high"}, {"value": 6, "status": "warning"}]
	}`)
	for name, value := range parsed(t, "{"+more+"}") {
		alert[name] = value
	}
	return alert
}

// every returns one point for each value, the first at midnight and the others at intervals of step. A nil value leaves a gap.
func every(step time.Duration, values ...any) []Point {
	var points []Point
	for i, v := range values {
		if n, ok := v.(int); ok {
			v = float64(n)
		}
		if v != nil {
			points = append(points, Point{midnight.Add(time.Duration(i) * step), v})
		}
	}
	return points
}

func pressure(points []Point) Series { return Series{{"pump", "pressure"}: points} }

// shortForms describes each run by its minutes after midnight, status and aggregated value, as in "5 no_alert 4".
func shortForms(timeline Timeline) []string {
	var runs []string
	for _, r := range timeline.Runs {
		text := fmt.Sprintf("%v %s", r.Timestamp.Sub(midnight).Minutes(), r.Status)
		if r.Aggregation != nil {
			text += fmt.Sprintf(" %g", *r.Aggregation)
		}
		runs = append(runs, text)
	}
	return runs
}

// broken implements Data, but panics when an alert reads it.
type broken struct{}

func (broken) Points(string, string, time.Time, time.Time) []Point { panic("oh") }

func TestPanicOfARun(t *testing.T) {
	run := Compile(rateAlert(t, ""), Recording{}).Run(t.Context(), broken{}, midnight)
	if run.Status != Error || run.Err != "can't be rehearsed: the run failed with oh" {
		t.Errorf("%s: %s", run.Status, run.Err)
	}
}
