// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"encoding/json"
	"math"
	"testing"
	"time"
)

// checkTimeline checks the invariants of a timeline: runs are sorted by time, Changes contains exactly the status changes, and a run that
// reached a threshold has the status of that threshold.
func checkTimeline(t *testing.T, timeline Timeline) {
	t.Helper()
	status := NoAlert
	changes := timeline.Changes
	for i, r := range timeline.Runs {
		if i > 0 && !timeline.Runs[i-1].Timestamp.Before(r.Timestamp) {
			t.Errorf("the run at %v comes after the one at %v", r.Timestamp, timeline.Runs[i-1].Timestamp)
		}
		if r.Status != status {
			if len(changes) == 0 || changes[0].OldStatus != status || changes[0].NewStatus != r.Status || !changes[0].Timestamp.Equal(r.Timestamp) {
				t.Errorf("the change to %s at %v is missing: %v", r.Status, r.Timestamp, changes)
				return
			}
			changes, status = changes[1:], r.Status
		}
		if r.Threshold != nil && (r.Aggregation == nil || r.Threshold.Status != r.Status) || r.Aggregation != nil &&
			(math.IsNaN(*r.Aggregation) || math.IsInf(*r.Aggregation, 0)) {
			t.Errorf("odd run: %+v", r)
		}
		if n := len([]rune(r.StatusText)); n > maxStatusText {
			t.Errorf("a status_text of %d characters", n)
		}
	}
	if len(changes) > 0 {
		t.Errorf("changes that are none: %v", changes)
	}
}

// FuzzRehearse rehearses arbitrary alerts on arbitrary values. Rehearse must not fail, and the timeline must pass checkTimeline.
func FuzzRehearse(f *testing.F) {
	for _, more := range []string{
		"", `"active": false`, `"type": "cron", "cron_minutes": "*/7", "cron_hours": "*", "cron_dom": "15W,L", "cron_month": "*", ` +
			`"cron_dow": "?", "cron_year": "*"`,
		`"alert_items": [{"ref_id": "A", "type": "EXPRESSION", "expression": "1 / 0"}]`,
		`"alert_items": [{` + pumpQuery + `, "query_plain": "[{\"$match\": {\"asset\": \"pump\", \"attribute\": \"pressure\"}}]"}]`,
		`"rate_value": 1e300, "stmt_time_window": "9999999w"`,
	} {
		text, err := json.Marshal(rateAlert(f, more))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), 1.5, "on", int64(1_700_000_000))
	}
	f.Fuzz(func(t *testing.T, document string, n float64, text string, second int64) {
		var alert map[string]any
		if json.Unmarshal([]byte(document), &alert) != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return
		}
		start := time.Unix(second%1e10, 0)
		var points []Point
		for i, v := range []any{n, -n, true, text, n / 3, false} {
			points = append(points, Point{start.Add(time.Duration(i) * 50 * time.Second), v})
		}
		a := Compile(alert, Recording{Start: start})
		timeline, err := a.Rehearse(t.Context(), pressure(points), start, start.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		checkTimeline(t, timeline)
		if timeline.Summary == "" {
			t.Error("there is no summary")
		}
	})
}
