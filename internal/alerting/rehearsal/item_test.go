// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

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

// TestItems runs the alerts in testdata/items.txtar once, at 0:10, over the last ten minutes. Each section contains attributes that are
// added to the base alert. The expected result follows "=> " and was computed by hand. By default, the values are 99 at 0:00, which is just
// outside the window, and then 1 to 10, one per minute. A line such as "values every 20s: [null, 1, 2]" replaces the default.
func TestItems(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/items.txtar")
	if err != nil || len(archive.Files) == 0 {
		t.Fatalf("%v, %v", archive, err)
	}
	for _, file := range archive.Files {
		text, want, _ := strings.Cut(strings.TrimSpace(string(file.Data)), "=> ")
		more, given, _ := strings.Cut(text, "values every ")
		step, list, _ := strings.Cut(cmp.Or(given, "1m: [99, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"), ": ")
		interval, err := time.ParseDuration(step)
		var values []any
		if err := errors.Join(err, json.Unmarshal([]byte(list), &values)); err != nil {
			t.Fatal(err)
		}
		if got := outcome(t, rateAlert(t, more), pressure(every(interval, values...)), Recording{}); got != want {
			t.Errorf("%s: got %s, want %s", file.Name, got, want)
		}
	}
}

// TestExpressionsOfSeveralItems checks that an expression has a value only at times when all of its items have one.
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
		// A and B both have a value only at 0:02 (2 + 10) and at 0:04 (4 + 20). The alert compares the total of these two sums, which is
		// 36.
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

// TestNext checks the time of the next run. An alert with an invalid schedule has none.
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

// TestProblems checks the messages about invalid alerts. Each section of testdata/problems.txtar contains attributes that are added to a
// valid alert, and the expected messages after "=> ".
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

// TestSensitiveEmptyString checks that an empty string counts as missing even if it is sensitive.
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

// TestSensitiveTarget checks that messages don't contain the ref_id of the alert's target item if it is sensitive. The other items may have
// sensitive ref_ids.
func TestSensitiveTarget(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{"hidden": SensitiveText, "B": "B"} {
		alert := rateAlert(t, `"stmt_target_variable": "`+target+`", "alert_items": [{"type": "QUERY"}, {`+strings.Replace(pumpQuery, "A", "B", 1)+`}]`)
		item, _ := alert["alert_items"].([]any)[0].(map[string]any)
		item["ref_id"] = MarkSensitive("hidden")
		if name := Compile(alert, Recording{given: []string{"hidden"}}).targetName(); name != want {
			t.Errorf("the target is called %q, want %q", name, want)
		}
	}
}

// TestEndOfARecording checks that Until returns the time of the first run that reads the last point. If there is no such run, it must
// return a time just after that point.
func TestEndOfARecording(t *testing.T) {
	t.Parallel()
	recording := Recording{Start: midnight, last: midnight.Add(7 * time.Minute)}
	for more, want := range map[string]time.Duration{
		"": 10 * time.Minute, `"active": false`: 7*time.Minute + 1, `"type": "never"`: 7*time.Minute + 1,
	} {
		if got := recording.Until(Compile(rateAlert(t, more), recording)); got.Sub(midnight) != want {
			t.Errorf("%s: got %s, want %s", more, got, want)
		}
	}
}
