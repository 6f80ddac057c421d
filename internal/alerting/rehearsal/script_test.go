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

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/calculation/calculationtest"
)

// expressed returns an alert with an expression, in which $A is the pressure of a pump.
func expressed(t testing.TB, expression string) map[string]any {
	t.Helper()
	text, err := json.Marshal(expression)
	if err != nil {
		t.Fatal(err)
	}
	return statement(t, `"stmt_target_variable": "B", "alert_items": [
		{"ref_id": "B", "type": "EXPRESSION", "expression": `+string(text)+`},
		{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "pressure"}}
	]`)
}

// once runs an alert with the expression once, 5 minutes after midnight. $A has the values 1 to 5.
func once(t testing.TB, expression string) Run {
	t.Helper()
	a := Compile(expressed(t, expression), CompileOptions{Anchor: midnight})
	if problems := a.Problems(); len(problems) > 0 {
		return Run{Status: Misconfigured, Err: strings.Join(problems, "; ")}
	}
	return a.Run(t.Context(), pressure(every(time.Minute, 1, 2, 3, 4, 5)), midnight.Add(5*time.Minute))
}

func TestExpressions(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"$A * 2":                             "6",                  // the average of 2, 4, 6, 8, 10
		"$A > 2":                             "0.6",                // true for three of five values
		"$A > 2 ? $A : null":                 "4",                  // the average of 3, 4, 5
		"$A / ($A - 1)":                      "1.5208333333333333", // 2, 3/2, 4/3, 5/4; the result for 1 is infinite and does not count
		"Math.max(...[1, 2].map(x => x*$A))": "6",
		"'x'.padStart($A, 'ab').length":      "3",
		"$A.toFixed(1) === '1.0' ? 10 : 0":   "2",
		"(() => { const half = x => x / 2; let y = half($A); if (y > 1) { y *= 10; return y } else return 0 })()": "12", // 0, 0, 15, 20, 25
	} {
		run := once(t, expression)
		if got, err := json.Marshal(run.Aggregation); err != nil || string(got) != want {
			t.Errorf("%s: got %s %s, want %s", expression, got, run.Err, want)
		}
	}
}

func TestWhatExpressionsCanNotDo(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"Date.now()": `misconfigured alert_items["B"].expression uses Date (line 1, column 1), which can't be ` +
			`rehearsed`,
		"$A +\n  Math.random()": `misconfigured alert_items["B"].expression uses Math.random (line 2, column 3), which can't ` +
			`be rehearsed`,
		"eval('1')": `misconfigured alert_items["B"].expression uses eval (line 1, column 1), which can't be ` +
			`rehearsed`,
		"/^[12]$/.test(String($A))": `misconfigured alert_items["B"].expression uses a regular expression (line 1, column 1), ` +
			`which can't be rehearsed`,
		"JSON.parse('1')": `misconfigured alert_items["B"].expression uses JSON (line 1, column 1), which can't be ` +
			`rehearsed`,
		"1n << (1n << 62n)": `misconfigured alert_items["B"].expression uses the BigInt 1n (line 1, column 1), which ` +
			`can't be rehearsed`,
		"new Map([[1, $A]]).get(1)": `misconfigured alert_items["B"].expression uses new (line 1, column 1), which can't be rehearsed`,
		"({get a() { return 1 }}).a": `misconfigured alert_items["B"].expression uses an object (line 1, column 2), which can't ` +
			`be rehearsed`,
		"(() => { for (;;) {} })()": `misconfigured alert_items["B"].expression uses for (line 1, column 10), which can't be ` +
			`rehearsed`,
		"this.n = 1": `misconfigured alert_items["B"].expression uses an assignment to something else than a ` +
			`variable of the function (line 1, column 1), which can't be rehearsed`,
		"(async () => 1)()": `misconfigured alert_items["B"].expression uses an async function or a generator (line 1, ` +
			`column 2), which can't be rehearsed`,
		"(() => {}).constructor('return 1')()": `error item B: the expression uses constructor (line 1, column 12), which can't be rehearsed`,
		"Math.max.apply(null, [1])":            `error item B: the expression uses apply (line 1, column 10), which can't be rehearsed`,
		"'a'.match('(a')":                      `error item B: the expression uses match (line 1, column 5), which can't be rehearsed`,
		"require('fs')":                        `error item B: the expression throws ReferenceError: require is not defined`,
		"$A.x.y": `error item B: the expression throws TypeError: Cannot read property 'y' of undefined, for ` +
			`the values of 2026-03-02T00:00:00Z`,
		"[1]":     `error item B: the expression returns something other than a number, a boolean or a text`,
		"() => 1": `error item B: the expression returns something other than a number, a boolean or a text`,
		"(() => { const f = () => f(); return f() })()": `error item B: the expression has more than 100 calls within calls`,
		"'x'.repeat(1e9)": `error item B: the expression makes texts and lists of more than 16 MB`,
	} {
		if run := once(t, expression); run.Status+" "+run.Err != want {
			t.Errorf("%s: %s", expression, cmp.Diff(want, run.Status+" "+run.Err))
		}
	}
}

// TestDeclaredBody checks functions in expression_plain that the provider does not write itself. The line and column of an error count from
// the beginning of the function's body.
func TestDeclaredBody(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"function ($A) { return $A / 50 }":       "0.06000000000000001",
		"($A) => { const x = $A * 2; return x }": "6",
		"function ($A) {\\n  while (true) {} }": `alert_items["B"].expression_plain has a body that uses while (line 2, column 3), ` +
			`which can't be rehearsed`,
		"function ($A) { return": `alert_items["B"].expression_plain has a body that does not parse: it is not complete`,
		"42": `alert_items["B"].expression_plain has a body that uses something other than a ` +
			`function (line 1, column 1), which can't be rehearsed`,
		"function ($A) { return " + nested(199) + " }": "3",
		"function ($A) { return " + nested(1000) + " }": `alert_items["B"].expression_plain has a body that does not parse: it is nested ` +
			`more than 200 deep (line 1, column 224)`,
	} {
		alert := expressed(t, "1")
		object(list(alert["alert_items"])[0])["expression_plain"] = `{"$function": {"body": "` + body + `", "args": ["$A"], "lang": "js"}}`
		a := Compile(alert, CompileOptions{Anchor: midnight})
		run := a.Run(t.Context(), pressure(every(time.Minute, 1, 2, 3, 4, 5)), midnight.Add(5*time.Minute))
		got := run.Err
		if run.Aggregation != nil {
			got = digits(*run.Aggregation)
		}
		if got != want {
			t.Errorf("%s: %s", body, cmp.Diff(want, got))
		}
	}
}

func nested(depth int) string { return strings.Repeat("(", depth) + "$A" + strings.Repeat(")", depth) }

// TestHostileExpressions checks that each of 12 runs ends with a result, even for expressions that would hang or crash a JavaScript engine.
func TestHostileExpressions(t *testing.T) {
	t.Parallel()
	for _, expression := range calculationtest.Hostile() {
		a := Compile(expressed(t, expression), CompileOptions{Anchor: midnight})
		timeline, err := a.Rehearse(t.Context(), pressure(every(time.Minute, 1, 2, 3)), midnight, midnight.Add(time.Hour))
		if err != nil || len(timeline.Runs) != 12 {
			t.Errorf("%.100s: %d runs, %v", expression, len(timeline.Runs), err)
		}
		checkTimeline(t, timeline)
	}
}

// TestManyCostlyCallsEnd checks the limit for all calls of an alert together. Each single call stays below its own limit, but the last run
// must have the status error.
func TestManyCostlyCallsEnd(t *testing.T) {
	t.Parallel()
	a := Compile(expressed(t, "'x'.repeat(1e4).split('').map(x => $A).length"), CompileOptions{Anchor: midnight})
	var values []any
	for i := range 1000 {
		values = append(values, i)
	}
	timeline, err := a.Rehearse(t.Context(), pressure(every(time.Second, values...)), midnight, midnight.Add(20*time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if run := timeline.Runs[len(timeline.Runs)-1]; run.Status != Error || !strings.Contains(run.Err, "takes more than 20000000 steps in "+
		"all calls together") {
		t.Errorf("got %s %s", run.Status, run.Err)
	}
}

// TestInterrupt checks that canceling the context stops an expression that runs long.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := Compile(expressed(t, "'x'.repeat(1e5).split('').map(x => 1).length"), CompileOptions{Anchor: midnight})
	run := a.Run(ctx, pressure(every(time.Minute, 1)), midnight.Add(5*time.Minute))
	if run.Status != Error || !strings.Contains(run.Err, "was ended: context canceled") {
		t.Errorf("got %s %s", run.Status, run.Err)
	}
}
