// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression/expressiontest"
)

// alertWithExpression returns an alert with an expression in which $A is the pressure of a pump.
func alertWithExpression(t testing.TB, expression string) map[string]any {
	t.Helper()
	text, err := json.Marshal(expression)
	if err != nil {
		t.Fatal(err)
	}
	return rateAlert(t, `"stmt_target_variable": "B", "alert_items": [
		{"ref_id": "B", "type": "EXPRESSION", "expression": `+string(text)+`},
		{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "pressure"}}
	]`)
}

// runOnce runs an alert with the given expression once, at 0:05. In this run, item A has five values: 1, 2, 3, 4 and 5.
func runOnce(t testing.TB, expression string) Run {
	t.Helper()
	a := Compile(alertWithExpression(t, expression), Recording{Start: midnight})
	if problems := a.Problems(); len(problems) > 0 {
		return Run{Status: Misconfigured, Err: strings.Join(problems, "; ")}
	}
	return a.Run(t.Context(), pressure(every(time.Minute, 1, 2, 3, 4, 5)), midnight.Add(5*time.Minute))
}

// TestExpressions checks the results of expressions and the errors for unsupported ones. The tests of package expression cover the details.
func TestExpressions(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"$A * 2":                "6",                  // the average of 2, 4, 6, 8, 10
		"$A > 2":                "0.6",                // true for three of five values
		"$A > 2 ? $A : null":    "4",                  // the average of 3, 4, 5
		"$A / ($A - 1)":         "1.5208333333333333", // 2, 3/2, 4/3 and 5/4; the result for 1 is infinite and does not count
		"$A +\n  Math.random()": `misconfigured alert_items["B"].expression uses Math.random (line 2, column 3), which can't be rehearsed`,
		"undefined.length":      `error item B: the expression throws TypeError: Cannot read property 'length' of undefined`,
		"($A > 1 ? null : $A).toFixed(1)": `error item B: the expression throws TypeError: Cannot read property 'toFixed' of null, for ` +
			`the values of 2026-03-02T00:01:00Z`,
	} {
		run := runOnce(t, expression)
		got := run.Status + " " + run.Err
		if run.Aggregation != nil {
			got = digits(*run.Aggregation)
		}
		if got != want {
			t.Errorf("%s: %s", expression, cmp.Diff(want, got))
		}
	}
}

// TestDeclaredBody checks functions that differ from those that the provider would generate for expression_plain.
func TestDeclaredBody(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"function ($A) { return $A / 50 }":   "0.06000000000000001",
		"function half(a) { return a / 2; }": "1.5",
		"function ($A) {\\n  while (true) {} }": `alert_items["B"].expression_plain has a body that uses while (line 2, column 3), ` +
			`which can't be rehearsed`,
		"function ($A) { return": `alert_items["B"].expression_plain has a body that does not parse: it is not complete`,
	} {
		alert := alertWithExpression(t, "1")
		object(list(alert["alert_items"])[0])["expression_plain"] = `{"$function": {"body": "` + body + `", "args": ["$A"], "lang": "js"}}`
		run := Compile(alert, Recording{}).Run(t.Context(), pressure(every(time.Minute, 1, 2, 3, 4, 5)), midnight.Add(5*time.Minute))
		got := run.Err
		if run.Aggregation != nil {
			got = digits(*run.Aggregation)
		}
		if got != want {
			t.Errorf("%s: %s", body, cmp.Diff(want, got))
		}
	}
}

// TestDangerousExpressionsEnd checks that 12 runs of each malicious expression finish. Some would hang or crash a JavaScript engine.
func TestDangerousExpressionsEnd(t *testing.T) {
	t.Parallel()
	for _, expression := range expressiontest.Hostile() {
		a := Compile(alertWithExpression(t, expression), Recording{Start: midnight})
		timeline, err := a.Rehearse(t.Context(), pressure(every(time.Minute, 1, 2, 3)), midnight, midnight.Add(time.Hour))
		if err != nil || len(timeline.Runs) != 12 {
			t.Errorf("%.100s: %d runs, %v", expression, len(timeline.Runs), err)
		}
		checkTimeline(t, timeline)
	}
}

// TestManyStringsEnd checks the limit on the total length of an expression's string results.
func TestManyStringsEnd(t *testing.T) {
	t.Parallel()
	a := Compile(alertWithExpression(t, "`"+strings.Repeat("x", 4000)+"${$A}`"), Recording{Start: midnight})
	var values []any
	for i := range 5000 {
		values = append(values, i)
	}
	run := a.Run(t.Context(), pressure(every(time.Millisecond, values...)), midnight.Add(5*time.Second))
	if run.Status != Error || !strings.Contains(run.Err, "the expression makes strings of more than 16 MB") {
		t.Errorf("got %s %s", run.Status, run.Err)
	}
}

// TestInterrupt checks that canceling the context stops a run.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := Compile(alertWithExpression(t, "$A * 2"), Recording{Start: midnight})
	run := a.Run(ctx, pressure(every(time.Minute, 1)), midnight.Add(5*time.Minute))
	if run.Status != Error || !strings.Contains(run.Err, "was ended: context canceled") {
		t.Errorf("got %s %s", run.Status, run.Err)
	}
}
