// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// expressed is an alert whose target is an expression of the pressure A.
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

// once is the run 5 minutes after midnight of an expression of the values 1 to 5.
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
		"$A > 2":                             "0.6",                // true for three of five
		"$A > 2 ? $A : null":                 "4",                  // the average of 3, 4, 5
		"$A / ($A - 1)":                      "1.5208333333333333", // 2, 3/2, 4/3, 5/4; no number for 1
		"Math.max(...[1, 2].map(x => x*$A))": "6",
		"/^[12]$/.test(String($A)) ? 1 : 0":  "0.4",
		"'x'.padStart($A, 'ab').length":      "3",
		"JSON.parse('[1, 2]')[1] * $A":       "6",
		"[...'abc'.matchAll(/./g)].length":   "3",
		"new Map([[1, $A]]).get(1)":          "3",
		"BigInt(7) > 6n ? $A : 0":            "3",
		"$A.toFixed(1) === '1.0' ? 10 : 0":   "2",
	} {
		run := once(t, expression)
		if got, err := json.Marshal(run.Aggregation); err != nil || string(got) != want {
			t.Errorf("%s: got %s %s, want %s", expression, got, run.Err, want)
		}
	}
}

// TestWhatExpressionsCanNotDo has what would make two rehearsals differ, or leave something behind, or reach out of the language.
func TestWhatExpressionsCanNotDo(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"Date.now()":                           "throws Error: Date can not be rehearsed",
		"new Date(0).getHours()":               "throws Error: Date can not be rehearsed",
		"Math.random()":                        "throws Error: Math.random can not be rehearsed",
		"eval('1')":                            "throws Error: eval can not be rehearsed",
		"(() => {}).constructor('return 1')()": "throws Error: Function can not be rehearsed",
		"(async () => {}).constructor('1')":    "throws Error: Function can not be rehearsed",
		"(function* () {}).constructor('1')":   "throws Error: Function can not be rehearsed",
		"new RegExp('(').test('')":             "throws Error: RegExp can not be rehearsed",
		"/x/.constructor('(')":                 "throws TypeError",
		"'a'.match('(a')":                      "throws Error: a text as a regular expression can not be rehearsed",
		"require('fs')":                        "throws ReferenceError: require is not defined",
		"process.exit(1)":                      "throws ReferenceError: process is not defined",
		"console.log(1)":                       "throws ReferenceError: console is not defined",
		"setTimeout(() => 1)":                  "throws ReferenceError: setTimeout is not defined",
		"(() => { throw 'no ' + $A })()":       "throws no 1",
		"$A.x.y":                               "throws TypeError",
		"({}) ":                                "gives something else than a number, a boolean or a text",
		"[1]":                                  "gives something else",
		"() => 1":                              "gives something else",
		"Symbol()":                             "gives something else",
		"(async () => 1)()":                    "gives something else",
		"(() => { const f = () => f(); return f() })()":                                              "more than 1000 calls within calls",
		"(() => { let a = []; for (let i = 0; i < 5000; i++) a = [a]; return String(a) })()":         "calls within calls",
		"(() => { let a = []; for (let i = 0; i < 5000; i++) a = [a]; return JSON.stringify(a) })()": "calls within calls",
		"'x'.repeat(1e9)":              "a text of more than 1000000 elements",
		"Array(1e9).fill(0).length":    "a list of more than 1000000 elements",
		"[].join.call({length: 1e15})": "a list of more than 1000000 elements",
	} {
		if run := once(t, expression); run.Status != Error || !strings.Contains(run.Err, want) {
			t.Errorf("%s: got %s %q, want an error with %q", expression, run.Status, run.Err, want)
		}
	}
}

// TestCallsLeaveNothingBehind has expressions that would count their calls.
func TestCallsLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	for _, expression := range []string{
		"(() => { n = (typeof n === 'undefined' ? 0 : n) + 1; return n })()",
		"globalThis.n = (globalThis.n || 0) + 1",
		"Math.n = (Math.n || 0) + 1",
		"[].__proto__.n = ([].n || 0) + 1",
		"(x => { x.n = (x.n || 0) + 1; return x.n })((function () { return this })())",
		"(f => { f.n = (f.n || 0) + 1; return f.n })(''[Symbol.iterator]().__proto__)",
		"(f => { f.n = (f.n || 0) + 1; return f.n })(''.matchAll(/x/g).__proto__)",
		"(f => { f.n = (f.n || 0) + 1; return f.n })((function* () {})().__proto__.__proto__)",
		"(f => { f.n = (f.n || 0) + 1; return f.n })((async () => 1)().__proto__)",
		"(f => { f.n = (f.n || 0) + 1; return f.n })(new Set().values().__proto__)",
		"(f => { f.n = (f.n || 0) + 1; return f.n })(Symbol.prototype)",
		"(f => { f.n = (f.n || 0) + 1; return f.n })((x => x`a`)(x => x))",
	} {
		// An assignment has the value that was assigned, so that one that is not kept gives 1 or nothing each time, and one that is
		// refused throws.
		if run := once(t, expression); run.Status != Error && run.Status != NoData && (run.Aggregation == nil || *run.Aggregation != 1) {
			t.Errorf("%s: got %v %s", expression, run.Aggregation, run.Err)
		}
	}
}

// TestCallsEnd has calls that would never end, or fill the memory.
func TestCallsEnd(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"(() => { for (;;) {} })()":                                                       "takes longer than 1s",
		"(() => { try { for (;;) {} } finally { for (;;) {} } })()":                       "takes longer than 1s",
		"(() => { let s = 'x'; for (;;) s += s })()":                                      "takes",
		"(() => { const a = []; for (;;) a.push([1, 2, 3, 4, 5, 6, 7, 8, a.length]) })()": "takes",
		"/^(a+)+\\1b/.test('a'.repeat(28))":                                               "can't be interrupted",
	} {
		a := Compile(expressed(t, expression), CompileOptions{Anchor: midnight})
		data := pressure(every(time.Minute, 1, 2, 3, 4, 5, 6, 7))
		timeline, err := a.Rehearse(t.Context(), data, midnight, midnight.Add(24*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if first := timeline.Runs[0]; first.Status != Error || !strings.Contains(first.Err, want) {
			t.Errorf("%s: got %s %q, want an error with %q", expression, first.Status, first.Err, want)
		}
	}
}

// TestManySlowCallsEnd has calls that are each within their bound, and together beyond that of all.
func TestManySlowCallsEnd(t *testing.T) {
	t.Parallel()
	a := Compile(expressed(t, "(() => { for (let i = 0; i < 2e5; i++); return $A })()"), CompileOptions{Anchor: midnight})
	a.engine.guard.most = 50 * time.Millisecond
	var values []any
	for i := range 1000 {
		values = append(values, i)
	}
	timeline, err := a.Rehearse(t.Context(), pressure(every(time.Second, values...)), midnight, midnight.Add(20*time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if run := timeline.Runs[len(timeline.Runs)-1]; run.Status != Error || !strings.Contains(run.Err, "takes longer than 50ms in all runs together") {
		t.Errorf("got %s %s", run.Status, run.Err)
	}
}

// TestCalculations has what runs without the prelude, and what would need it.
func TestCalculations(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]bool{
		"$A": true, "42": true, "-($A ** 2) / ($A - 1) % 3": true, "$A > 8 && !($A < 9) ? 'a' : null": true, "`${$A} bar`": true,
		"Math.max($A, Math.abs(-1), Math.PI)": true, "Number($A) || isNaN($A) || isFinite($A) || NaN || undefined": true, "typeof $A === 'number'": true,
		"$A ?? 0": true, "Math.random()": false, "Math.random": false, "$A = 1": false, "$A++": false, "Math.max.n": false, "Math['max'](1)": false,
		"Date.now()": false, "$A.x": false, "[$A]": false, "({})": false, "(() => 1)()": false, "String($A)": false, "this": false,
		"/x/.test($A)": false, "delete $A": false, "Math.constructor": false, "Math.toString()": false, "new Number($A)": false, "globalThis": false,
	} {
		s, err := readScript(`{"$function": {"body": "function ($A) { return `+strings.ReplaceAll(expression, `"`, `\"`)+` }", "args": ["$A"], "lang": "js"}}`, &engine{})
		if err != nil {
			t.Errorf("%s: %v", expression, err)
		} else if s.calculates != want {
			t.Errorf("%s: got %t", expression, s.calculates)
		}
	}
}

// TestWhatIsThere has all names that expressions find: those of the language.
func TestWhatIsThere(t *testing.T) {
	t.Parallel()
	runtime, err := newRuntime(false)
	if err != nil {
		t.Fatal(err)
	}
	value, err := runtime.RunString("Object.getOwnPropertyNames(globalThis).filter(n => { try { return globalThis[n] !== undefined } catch { return false } }).sort().join(' ')")
	if err != nil {
		t.Fatal(err)
	}
	want := "AggregateError Array BigInt Boolean Error EvalError Infinity JSON Map Math NaN Number Object Proxy RangeError ReferenceError Reflect " +
		"Set String Symbol SyntaxError TypeError URIError WeakMap WeakSet " +
		"decodeURI decodeURIComponent encodeURI encodeURIComponent escape globalThis isFinite isNaN parseFloat parseInt unescape"
	if diff := cmp.Diff(want, value.String()); diff != "" {
		t.Error(diff)
	}
}
