// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// drawnAlert returns a random alert on the attribute "pressure" of the asset "pump".
func drawnAlert(t *rapid.T) map[string]any {
	draw := func(name string, of ...any) any { return rapid.SampledFrom(of).Draw(t, name) }
	items := []any{
		map[string]any{
			"ref_id": "A", "type": "QUERY", "query_filter_asset": "pump", "query_filter_attribute": "pressure",
			"query_group_unit":     draw("unit", "", "second", "minute", "hour"),
			"query_group_function": draw("function", "", "avg", "sum", "min", "max", "last"),
			"query_limit":          draw("limit", nil, 1, 3, 100), "query_sort_direction": draw("direction", nil, -1, 0, 1),
			"query_sort_field": draw("field", nil, "value"),
		},
		map[string]any{"ref_id": "B", "type": "EXPRESSION", "expression": draw("expression", "$A * 2", "$A > 0 ? $A : null",
			"[$A].concat(1)[0]")},
	}
	var thresholds []any
	for i := range rapid.IntRange(1, 3).Draw(t, "thresholds") {
		thresholds = append(thresholds, map[string]any{
			"value":  float64(rapid.IntRange(-20, 20).Draw(t, fmt.Sprint("threshold ", i))),
			"status": draw(fmt.Sprint("status ", i), "alert", "warning", "no_alert"),
		})
	}
	return map[string]any{
		"type": "rate", "rate_value": rapid.IntRange(1, 7).Draw(t, "rate"), "rate_unit": "minute", "alert_items": items,
		"stmt_thresholds":      thresholds,
		"stmt_target_variable": draw("target", "A", "B"), "stmt_time_window": rapid.IntRange(30, 1000).Draw(t, "window"),
		"stmt_aggregation": draw("aggregation", "avg", "sum", "min", "max", "last"),
		"stmt_operator":    draw("operator", "ge", "le", "eq", "gt", "lt"),
	}
}

func drawnPoints(t *rapid.T) []Point {
	var points []Point
	at := midnight
	for range rapid.IntRange(0, 40).Draw(t, "points") {
		at = at.Add(time.Duration(rapid.IntRange(1, 300).Draw(t, "seconds")) * time.Second)
		points = append(points, Point{at, float64(rapid.IntRange(-10, 10).Draw(t, "value"))})
	}
	return points
}

func rehearsed(t *rapid.T, alert map[string]any, data Data, start, end time.Time) Timeline {
	timeline, err := Compile(alert, Recording{Start: midnight}).Rehearse(t.Context(), data, start, end)
	if err != nil {
		t.Fatal(err)
	}
	return timeline
}

// TestRunsFollowTheirData checks how the runs of random alerts change when the time span, the points or the thresholds change.
func TestRunsFollowTheirData(t *testing.T) {
	t.Parallel()
	end := midnight.Add(2 * time.Hour)
	rapid.Check(t, func(t *rapid.T) {
		alert, points := drawnAlert(t), drawnPoints(t)
		whole := rehearsed(t, alert, pressure(points), midnight, end)

		// No run depends on earlier runs. So the runs in two adjacent time spans must be the same as the runs in the whole span.
		middle := midnight.Add(time.Duration(rapid.IntRange(0, 7200).Draw(t, "middle")) * time.Second)
		parts := slices.Concat(rehearsed(t, alert, pressure(points), midnight, middle).Runs,
			rehearsed(t, alert, pressure(points), middle, end).Runs)
		if diff := cmp.Diff(whole.Runs, parts); diff != "" {
			t.Errorf("in two spans: %s", diff)
		}

		// The order of the points does not matter, nor do points outside of all time windows.
		given := append([]Point{{end.Add(time.Second), 99.0}, {midnight.Add(-2000 * time.Second), 99.0}}, points...)
		given = rapid.Permutation(given).Draw(t, "given")
		again := rehearsed(t, alert, NewSeries(pressure(given)), midnight, end)
		if diff := cmp.Diff(whole, again, cmpopts.IgnoreFields(Timeline{}, "Alert", "Summary", "Unmatched")); diff != "" {
			// The summary may name the series that the data have.
			t.Errorf("with other points: %s", diff)
		}

		// If the data and the time span move by whole hours, the runs must move by the same time. A move by minutes could change which values a
		// query groups together.
		shift := time.Duration(rapid.IntRange(-10_000, 10_000).Draw(t, "hours")) * time.Hour
		var moved []Point
		for _, p := range points {
			moved = append(moved, Point{p.Time.Add(shift), p.Value})
		}
		shifted, err := Compile(alert, Recording{Start: midnight.Add(shift)}).Rehearse(t.Context(), pressure(moved), midnight.Add(shift),
			end.Add(shift))
		if err != nil || !slices.Equal(statusesOf(whole), statusesOf(shifted)) || len(whole.Changes) != len(shifted.Changes) {
			t.Errorf("moved by %v: %v, before %v", shift, statusesOf(shifted), statusesOf(whole))
		}
		for i, c := range shifted.Changes {
			if !c.Timestamp.Equal(whole.Changes[i].Timestamp.Add(shift)) {
				t.Errorf("moved by %v: %v was %v", shift, c, whole.Changes[i])
			}
		}

		// If all values and thresholds are multiplied by 4, every run keeps its status. Multiplying by 4 never rounds.
		var scaled []Point
		for _, p := range points {
			n, _ := p.Value.(float64)
			scaled = append(scaled, Point{p.Time, 4 * n})
		}
		text, _ := json.Marshal(alert["stmt_thresholds"])
		var thresholds []any
		_ = json.Unmarshal(text, &thresholds)
		for _, threshold := range thresholds {
			members := object(threshold)
			n, _ := number(members["value"])
			members["value"] = 4 * n
		}
		alert["stmt_thresholds"] = thresholds
		if got := statusesOf(rehearsed(t, alert, pressure(scaled), midnight, end)); !slices.Equal(got, statusesOf(whole)) {
			t.Errorf("scaled: %v, before %v", got, statusesOf(whole))
		}
		checkTimeline(t, whole)
	})
}

func statusesOf(timeline Timeline) []string {
	var statuses []string
	for _, r := range timeline.Runs {
		statuses = append(statuses, r.Status)
	}
	return statuses
}

type failer interface {
	Errorf(format string, args ...any)
}

// checkTimeline checks three laws: runs are sorted by time, Changes has exactly the changes of status, and a run has the status of the
// threshold that it reached.
func checkTimeline(t failer, timeline Timeline) {
	status := NoAlert
	changes := timeline.Changes
	for i, r := range timeline.Runs {
		if i > 0 && !timeline.Runs[i-1].Timestamp.Before(r.Timestamp) {
			t.Errorf("the run at %v comes behind the one at %v", r.Timestamp, timeline.Runs[i-1].Timestamp)
		}
		if r.Status != status {
			if len(changes) == 0 || changes[0].OldStatus != status || changes[0].NewStatus != r.Status || !changes[0].Timestamp.Equal(r.Timestamp) {
				t.Errorf("the change to %s at %v is not told: %v", r.Status, r.Timestamp, changes)
				return
			}
			changes, status = changes[1:], r.Status
		}
		if r.Threshold != nil && (r.Aggregation == nil || r.Threshold.Status != r.Status) || r.Aggregation != nil &&
			(math.IsNaN(*r.Aggregation) || math.IsInf(*r.Aggregation, 0)) {
			t.Errorf("odd run: %+v", r)
		}
		if n := len([]rune(r.StatusText)); n > mostStatusText {
			t.Errorf("a status_text of %d characters", n)
		}
	}
	if len(changes) > 0 {
		t.Errorf("changes that are none: %v", changes)
	}
}

// FuzzRehearse runs arbitrary alerts on arbitrary values. Rehearse must not fail, and its result must pass checkTimeline.
func FuzzRehearse(f *testing.F) {
	for _, more := range []string{
		"", `"active": false`, `"type": "cron", "cron_minutes": "*/7", "cron_hours": "*", "cron_dom": "15W,L", "cron_month": "*", ` +
			`"cron_dow": "?", "cron_year": "*"`,
		`"alert_items": [{"ref_id": "A", "type": "EXPRESSION", "expression": "1 / 0"}]`,
		`"alert_items": [{` + pumpQuery + `, "query_plain": "[{\"$match\": {\"asset\": \"pump\", \"attribute\": \"pressure\"}}]"}]`,
		`"rate_value": 1e300, "stmt_time_window": "9999999w"`,
	} {
		text, err := json.Marshal(statement(f, more))
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
