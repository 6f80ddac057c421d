// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

const pumpQuery = `"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "pressure"}`

// outcome runs an alert once, at 0:10, and returns a short description of the run. In "alert 9.5 of 10 by 0: too high", 9.5 is the
// aggregated value, 10 is the number of values, 0 is the index of the threshold that was reached, and "too high" is the status text.
func outcome(t testing.TB, alert map[string]any, data Data, o Recording) string {
	t.Helper()
	run := Compile(alert, o).Run(t.Context(), data, midnight.Add(10*time.Minute))
	text := run.Status
	if run.Aggregation != nil {
		text += fmt.Sprintf(" %g of %d", *run.Aggregation, run.Count)
	}
	if run.Threshold != nil {
		text += fmt.Sprintf(" by %d", run.Threshold.Index)
	}
	if run.StatusText != "" {
		text += ": " + run.StatusText
	}
	return text
}

// TestItems runs alerts once, at 0:10, over the last ten minutes. The expected results were computed by hand. By default, there is one
// value per minute from 0:00 on. The value at 0:00 is outside the window.
func TestItems(t *testing.T) {
	t.Parallel()
	const first = `"alert_items": [{` + pumpQuery
	minutes := every(time.Minute, 99, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	for name, c := range map[string]struct {
		more string  // attributes of the alert
		data []Point // nil means the points in minutes
		want string
	}{
		"average": {want: "no_alert 5.5 of 10"},
		"last": {
			more: `"stmt_aggregation": "last", "stmt_operator": "eq", "stmt_thresholds": [{"value": 10.0, "status": "warning"}]`,
			want: "warning 10 of 10 by 0",
		},
		"synonym": {more: `"stmt_aggregation": "average"`, want: "no_alert 5.5 of 10"},
		"second": {
			more: `"stmt_thresholds": [{"value": 5.5, "status": "alert"}, {"value": 5, "status": "warning", "status_text": "so so"}]`,
			want: "warning 5.5 of 10 by 1: so so",
		},
		"told no alert": {
			more: `"stmt_thresholds": [{"value": 1, "status": "no_alert", "status_text": "fine"}, {"value": 0, "status": "alert"}]`,
			want: "no_alert 5.5 of 10 by 0: fine",
		},
		// The window contains the points after 0:07:30, which are 8, 9 and 10.
		"window":    {more: `"stmt_time_window": "2m 30s"`, want: "alert 9 of 3 by 0: too high"},
		"no points": {data: []Point{}, want: "no_data"},
		"booleans": {
			more: `"stmt_thresholds": [{"value": 0.5, "status": "alert"}]`, data: every(time.Minute, nil, true, true, false),
			want: "alert 0.6666666666666666 of 3 by 0",
		},
		"texts": {
			data: every(time.Minute, nil, 1, "on"),
			want: `error: item A has the value "on", a string, which no threshold can be compared with`,
		},
		"last of texts": {more: `"stmt_aggregation": "last"`, data: every(time.Minute, nil, "on", 9), want: "alert 9 of 2 by 0: too high"},
		"too large": {
			more: `"stmt_aggregation": "sum"`, data: every(time.Minute, nil, 1.7e308, 1.7e308),
			want: "error: the sum of A over 10m is larger than any number",
		},
		"inactive": {more: `"active": false`, want: "disabled"},

		// The values 1, 2, 3 and so on are at 0:00:20, 0:00:40, 0:01:00 and so on. Their sums per minute are 1+2, 3+4+5 and 6.
		"groups": {
			more: first + `, "query_group_unit": "minute", "query_group_function": "sum"}], "stmt_aggregation": "max"`,
			data: every(20*time.Second, nil, 1, 2, 3, 4, 5, 6), want: "alert 12 of 3 by 0: too high",
		},
		// Averages ignore values that are not numbers, so the averages of the first two minutes are 2 and (3+5)/2. The third minute contains only
		// false, so it has no average.
		"groups of both kinds": {
			more: first + `, "query_group_unit": "Minute", "query_group_function": "AVG"}], "stmt_aggregation": "sum", "stmt_thresholds": ` +
				`[{"value": 5, "status": "alert"}]`,
			data: every(20*time.Second, nil, true, 2, 3, "x", 5, false), want: "alert 6 of 2 by 0",
		},
		"greatest of a group": {
			more: first + `, "query_group_unit": "hour", "query_group_function": "max"}]`, data: every(20*time.Second, nil, 1, "x", 3),
			want: `error: item A has the value "x", a string, which no threshold can be compared with`,
		},
		"unsorted": {more: first + `, "query_limit": 2, "query_sort_direction": 0, "query_sort_field": "value"}]`, want: "no_alert 1.5 of 2"},
		"greatest two": {
			more: first + `, "query_limit": 2, "query_sort_field": "value"}]`, data: every(time.Minute, nil, 5, 9, 1, 8),
			want: "alert 8.5 of 2 by 0: too high",
		},
		"least two": {
			more: first + `, "query_limit": "2", "query_sort_field": "value", "query_sort_direction": 1}], "stmt_aggregation": "last"`,
			data: every(time.Minute, nil, 5, 9, 1, 8), want: "no_alert 1 of 2",
		},
		"declared text": {
			more: first + `, "query_plain": "[{\"$match\": {\"asset\": \"pump\", \"attribute\": \"pressure\"}}, {\"$set\": {\"timestamp\": ` +
				`{\"$dateTrunc\": {\"date\": \"$timestamp\", \"unit\": \"day\"}}}}, {\"$group\": {\"_id\": \"$timestamp\", \"value\": ` +
				`{\"$first\": \"$value\"}}}]"}]`,
			want: "no_alert 1 of 1",
		},
		"sorted by": {
			more: first + `, "query_sort_field": "size"}]`,
			want: `misconfigured: alert_items["A"].query_sort_field is "size", but points have only timestamp and value`,
		},
		"no filter": {
			more: `"alert_items": [{"ref_id": "A", "type": "QUERY"}]`,
			want: `misconfigured: alert_items["A"] names no data: QUERY needs query_filter_asset and query_filter_attribute, or query_plain`,
		},
		"plain ids": {
			more: `"alert_items": [{"ref_id": "A", "type": "query", "query_filter_asset": "pump", "query_filter_attribute": "pressure"}]`,
			want: "no_alert 5.5 of 10",
		},

		"an error beside the target": {
			more: first + `}, {"ref_id": "B", "type": "EXPRESSION", "expression": "null.length + $A"}]`,
			want: "error: item B: the expression throws TypeError: Cannot read property 'length' of null, for the values of 2026-03-02T00:01:00Z",
		},
		"a circle": {
			more: `"stmt_target_variable": "B", "alert_items": [{"ref_id": "B", "type": "EXPRESSION", "expression": "$C + 1"}, {"ref_id": "C", ` +
				`"type": "EXPRESSION", "expression": "$B"}]`,
			want: `misconfigured: alert_items["B"] needs its own value: B needs C needs B`,
		},
		"no such item": {
			more: first + `}, {"ref_id": "B", "type": "EXPRESSION", "expression": "$D"}]`,
			want: `misconfigured: alert_items["B"] needs the item "D", which is not there; there are A, B`,
		},
		"no expression": {
			more: first + `}, {"ref_id": "B", "type": "EXPRESSION", "expression": "$A +"}]`,
			want: `misconfigured: alert_items["B"].expression does not parse: it is not complete`,
		},
		"metadata that is not there": {
			more: first + `}, {"ref_id": "B", "type": "METADATA", "query_filter_asset": {"id": "pump"}, "query_filter_metadata": {"id": "size"}}]`,
			want: `misconfigured: alert_items["B"] reads the metadata field "size" of the asset "pump", for which the rehearsal has no value`,
		},
		"metadata without a field": {
			more: first + `}, {"ref_id": "B", "type": "METADATA", "query_filter_asset": {"id": "pump"}}]`,
			want: `misconfigured: alert_items["B"] names no field: METADATA needs query_filter_asset and query_filter_metadata`,
		},
		"two of one name": {
			more: first + `}, {` + pumpQuery + `}]`, want: `misconfigured: alert_items[1].ref_id is "A", and so is that of another item`,
		},
		"an odd type": {
			more: `"alert_items": [{"ref_id": "A", "type": "SELECT"}]`,
			want: `misconfigured: alert_items["A"].type is "SELECT", but it has to be one of QUERY, EXPRESSION, METADATA`,
		},
	} {
		if c.data == nil {
			c.data = minutes
		}
		if got := outcome(t, rateAlert(t, c.more), pressure(c.data), Recording{}); got != c.want {
			t.Errorf("%s: %s", name, cmp.Diff(c.want, got))
		}
	}
}

// TestExpressionsOfSeveralItems checks that an expression has a value only at times when all of its items have one. Item A has a value
// every minute, and item B has one every two minutes.
func TestExpressionsOfSeveralItems(t *testing.T) {
	t.Parallel()
	data := Series{
		{"pump", "pressure"}: every(time.Minute, nil, 1, 2, 3, 4, 5), {"pump", "flow"}: every(2*time.Minute, nil, 10, 20),
		{"", "F"}: every(time.Minute, nil, 7),
	}
	const items = `"stmt_aggregation": "sum", "stmt_thresholds": [{"value": 1000, "status": "alert"}], "alert_items": [{` + pumpQuery + `},
		{"ref_id": "B", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "flow"}},
		{"ref_id": "M", "type": "METADATA", "query_filter_asset": {"id": "pump"}, "query_filter_metadata": {"id": "size"}},
		{"ref_id": "F", "type": "QUERY"},
		{"ref_id": "T", "type": "EXPRESSION", %s}], "stmt_target_variable": "T"`
	o := Recording{Metadata: map[Key]any{{"pump", "size"}: 100.0}, given: []string{"F"}}
	for _, c := range []struct{ item, want string }{
		// The sum is 2 + 10 at 0:02 and 4 + 20 at 0:04. At other times, B has no value.
		{item: `"expression": "$A + $B"`, want: "no_alert 36 of 2"},
		{item: `"expression": "$B * $M"`, want: "alert 3000 of 2 by 0"},
		{item: `"expression": "$M + 1"`, want: "no_alert 101 of 1"},
		{item: `"expression": "$F"`, want: "no_alert 7 of 1"},
		// F has a value only at 0:01, when B has none, so the sum never has a value.
		{item: `"expression": "$F + $B"`, want: "no_data"},
		{item: `"expression": "42"`, want: "no_alert 42 of 1"},
		{item: `"expression": "$A / 0"`, want: "no_data"},
		{item: `"expression": "'x'"`, want: `error: item T has the value "x", a string, which no threshold can be compared with`},
		{
			item: `"expression_plain": "{\"$function\": {\"body\": \"function (a, b, c) { return a + b + c }\", \"args\": [\"$B\", \"$B\", 1], ` +
				`\"lang\": \"js\"}}"`,
			want: "no_alert 62 of 2",
		},
		{
			item: `"expression_plain": {"$function": {"body": "function (a) { return a }", "args": ["$B"], "lang": "js"}}`,
			want: "no_alert 30 of 2",
		},
	} {
		if got := outcome(t, rateAlert(t, strings.Replace(items, "%s", c.item, 1)), data, o); got != c.want {
			t.Errorf("%s: got %s, want %s", c.item, got, c.want)
		}
	}
}

// TestNext checks the next run of alerts. An alert with an invalid schedule never runs. A rate alert runs even if the start of its
// recording (anchor) is the zero time or centuries away.
func TestNext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind   string
		anchor time.Time
		want   string
	}{
		{kind: "never"},
		{"rate", midnight.AddDate(-1000, 0, 0), "2026-03-02T00:05:00Z"},
		{"rate", midnight.AddDate(1000, 0, 0).Add(time.Minute), "2026-03-02T00:01:00Z"},
		{"rate", time.Time{}, "2026-03-02T00:05:00Z"},
		{"rate", time.Time{}.Add(-time.Minute), "2026-03-02T00:04:00Z"},
	} {
		alert := Compile(rateAlert(t, fmt.Sprintf(`"type": %q`, c.kind)), Recording{Start: c.anchor})
		if at, ok := alert.Next(midnight); ok != (c.want != "") || ok && at.Format(time.RFC3339) != c.want {
			t.Errorf("%s from %s runs at %s, want %s", c.kind, c.anchor, at, c.want)
		}
	}
}

// TestProblems checks the problems of invalid alerts. Each section of testdata/problems.txtar contains attributes that are added to a valid
// alert, and the problems after "=> ".
func TestProblems(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/problems.txtar")
	if err != nil || len(archive.Files) == 0 {
		t.Fatalf("%v, %v", archive, err)
	}
	for _, file := range archive.Files {
		more, want, _ := strings.Cut(strings.TrimSpace(string(file.Data)), "\n=> ")
		a := Compile(rateAlert(t, more), Recording{})
		if got := strings.Join(a.Problems(), "; "); got != want {
			t.Errorf("%s: got %s, want %s", more, got, want)
		}
		timeline, err := a.Rehearse(t.Context(), Series{}, midnight, midnight.Add(time.Hour))
		if err != nil || len(timeline.Runs) == 0 || timeline.Runs[0].Status != Misconfigured || timeline.Runs[0].StatusText != want {
			t.Errorf("%s: got %v, %v", more, timeline, err)
		}
	}
}

// TestSensitiveEmptyString checks that a sensitive empty string counts as missing, as an empty string does.
func TestSensitiveEmptyString(t *testing.T) {
	t.Parallel()
	var problems [][]string
	for _, empty := range []any{"", MarkSensitive("")} {
		alert := rateAlert(t, "")
		alert["stmt_operator"] = empty
		problems = append(problems, Compile(alert, Recording{}).Problems())
	}
	if len(problems[0]) != 1 || !slices.Equal(problems[0], problems[1]) {
		t.Errorf("the problems are %q", problems)
	}
}
