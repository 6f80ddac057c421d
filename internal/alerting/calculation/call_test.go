// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/calculation/calculationtest"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/javascript"
)

// called evaluates an expression with $A = 2.5 and $B = "b1".
func called(source string) (any, error) {
	f, err := CompileExpression(source, []string{"$A", "$B"})
	if err != nil {
		return nil, err
	}
	return f.Call(NewMeter(), []any{2.5, "b1"})
}

// TestResults checks results that goja, the engine of the other test, gets wrong or does not support. The values are those of ECMAScript.
func TestResults(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]any{
		"1e21 | 0": -559939584.0, "1e21 + ''": "1e+21", "1 / (-3 * 0)": nil, "Object === 1 ? 1 : 2": errors.New(""), "1 / ('' * -1) < 0": true, "(-2.4e-7).toFixed(2)": "-0.00", "(0.099999).toExponential(2)": "1.00e-1",
		"'1e3' == 1000": true, "(1).toFixed(2) == true": true, "(1.45).toFixed(1)": "1.4", "(2.5).toFixed(0)": "3", "(-2.5).toFixed(0)": "-3", "(1.005).toFixed(2)": "1.00", "(0.000001).toString()": "0.000001", "1e-7 + ''": "1e-7", "123456789012345680000 + ''": "123456789012345680000",
		"(255).toString(16)": "ff", "(-255).toString(2)": "-11111111", "(25).toPrecision(1)": "3e+1", "(35).toPrecision(1)": "4e+1", "0.1 + 0.2": 0.30000000000000004, "5e-324 / 2 === 0": true, "2 ** 53 + 1": 9007199254740992.0,
		"1 == '1.0'": true, "'b' > 'a' && 'a' > 'B'": true, "'\\uffff' > '😀'": true, "'😀'.length": 2.0, "[...'a😀'].length": 2.0, "'😀'[0] === '\\ud83d'": true, "null >= 0 && !(null > 0) && null != 0": true, "undefined == null": true,
		"NaN != NaN": true, "[1] == 1": true, "[1,2] == '1,2'": true, "'x' + [1,[2,null]]": "x1,2,", "[10, 9, 1].sort().join()": "1,10,9", "[3, 1, undefined, 2].sort((a, b) => b - a).join()": "3,2,1,", "['1', '2', '3'].map(parseInt).join()": "1,NaN,NaN",
		"parseInt('-0x1F') + parseInt('12px') + parseInt('z', 36)": 16.0, "Number('0x1F') + Number(' 0b11 ') + Number('1_0')": nil, "Number('0x') + 1": nil, "Math.round(-0.5) === 0 && 1 / Math.round(-0.5) < 0": true, "Math.round(0.49999999999999994)": 0.0,
		"Math.max() < Math.min()": true, "Math.sign('abc')": nil, "7 % -3": 1.0, "-7 % 3": -1.0, "-1 >>> 28": 15.0, "1 << 33": 2.0, "(-8) ** (1 / 3)": nil, "(-2) ** 3 ** 2": -512.0, "typeof nothing + typeof null": "undefinedobject",
		"$A > 2 ? $B : 0": "b1", "`${$A}-${$B}`": "2.5-b1", "$B?.x?.y ?? 'none'": "none", "((a, b = a * 2, ...c) => a + b + c.length)($A, undefined, 1, 2)": 9.5, "(function f(n) { return n < 2 ? 1 : n * f(n - 1) })(10)": 3628800.0,
		"(() => { let s = 0; [1, 2, 3].forEach(x => { s += x }); return s })()": 6.0, "(() => { var a = 1; { var a = 2; let b = 3; a += b } return a })()": 5.0, "(() => { return f(2); function f(x) { return x * 3 } })()": 6.0,
		"(() => { if ($A > 9) return 1; else if ($A > 2) { return 2 } return 3 })()": 2.0, "(() => { const c = 1; c = 2; return c })()": errors.New("throws TypeError: Assignment to constant variable."),
		"(() => { return x; let x = 1 })()": errors.New("throws ReferenceError: Cannot access 'x' before initialization"), "nothing": errors.New("throws ReferenceError: nothing is not defined"), "null.x": errors.New("throws TypeError: Cannot read property 'x' of null"),
		"$A()": errors.New("throws TypeError: $A is not a function"), "$A.nothing()": errors.New("throws TypeError: nothing is not a function"), "(() => { throw 'no' })()": errors.New("throws no"), "[]": errors.New("returns something other than a number, a boolean or a text"),
		"(() => {})()": nil, "void 0": nil, "'a-b-c'.split('-', 2).join()": "a,b", "'abc'.split('').reverse().join('')": "cba", "'aXbX'.replace('X', '').replaceAll('X', '!')": "ab!", "'abc'.at(-1) + 'abc'.substr(-2, 1) + 'abc'.substring(2, 0)": "cbab",
		"[1, [2, [3, [4]]]].flat(Infinity).length": 4.0, "[1, 2].flatMap(x => [x, x * 10]).join()": "1,10,2,20", "[1, 2, 3].reduceRight((a, b) => a + '' + b)": "321", "[NaN].includes(NaN) && [NaN].indexOf(NaN) < 0": true, "(x => x === x)([])": true, "[] === []": false,
		"Math.max === Math.max": true, "[1, 2, 3].map(Math.sqrt)[0]": 1.0, "['a', '', 0, 1].filter(Boolean).length": 2.0, "Array.isArray([]) && !Array.isArray('')": true, "(a => { a ||= 5; a &&= a + 1; a ??= 9; return a++ + ++a })(0)": 14.0,
	} {
		got, err := called(source)
		if wantErr, ok := want.(error); ok {
			if err == nil || !strings.Contains(err.Error(), wantErr.Error()) {
				t.Errorf("%s: got %v, %v, want the error %v", source, got, err, wantErr)
			}
		} else if err != nil || got != want {
			t.Errorf("%s: got %v, %v, want %v", source, got, err, want)
		}
	}
}

// TestBudgets uses each budget up exactly, and then exceeds it by one.
func TestBudgets(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"'x'.repeat((1 << 22) - 1).length":                                                 "",
		"'x'.repeat((1 << 22) + 1).length":                                                 "makes texts and lists of more than 16 MB",
		"'x'.padStart((1 << 22) - 1).length":                                               "",
		"'x'.padStart((1 << 22) + 2).length":                                               "makes texts and lists of more than 16 MB",
		"(f => f(f, 98))((f, n) => n && f(f, n - 1))":                                      "",
		"(f => f(f, 99))((f, n) => n && f(f, n - 1))":                                      "has more than 100 calls within calls",
		"'x'.repeat(99).split('').map(x => " + strings.Repeat("$A+", 9_900) + "1).length":  "",
		"'x'.repeat(102).split('').map(x => " + strings.Repeat("$A+", 9_900) + "1).length": "takes more than 1000000 steps",
	} {
		_, err := called(source)
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%.60s: got %v, want %q", source, err, want)
		}
	}
}

// TestBudgetsOfAllCalls repeats calls that are each within their budget until the common budget is used up.
func TestBudgetsOfAllCalls(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"'x'.repeat(1e4).split('').length": "takes more than 20000000 steps in all calls together",
		"'x'.repeat(1e5)":                  "gives texts of more than 16 MB",
		"$A * 2":                           "",
	} {
		f, err := CompileExpression(source, []string{"$A"})
		if err != nil {
			t.Fatal(err)
		}
		meter := NewMeter()
		for range 5000 {
			if _, err = f.Call(meter, []any{1.5}); err != nil {
				break
			}
		}
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: got %v, want %q", source, err, want)
		}
	}
}

func TestContextEndsACall(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f, err := CompileExpression("'x'.repeat(1e5).split('').length", nil)
	if err != nil {
		t.Fatal(err)
	}
	meter := NewMeter()
	meter.Begin(ctx)
	if _, err := f.Call(meter, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	meter.Begin(t.Context())
	if got, err := f.Call(meter, nil); got != 1e5 || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestHostile evaluates texts that would crash or hang an engine. Memory must stay bounded, and the evaluator must not panic.
func TestHostile(t *testing.T) {
	for _, source := range calculationtest.Hostile() {
		checkBounded(t, source)
	}
}

// checkBounded evaluates a text and fails if it takes more memory than the budgets allow, or fails in an unknown way.
func checkBounded(t *testing.T, source string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := called(source)
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; made > 64<<20+uint64(2000*len(source)) {
		t.Errorf("%.100s: makes %d MB", source, made>>20)
	}
	wrong, outside := (*javascript.Error)(nil), (*OutsideError)(nil)
	if err != nil && !errors.As(err, &wrong) && !errors.As(err, &outside) && strings.Contains(err.Error(), "failed with") {
		t.Errorf("%.100s: %v", source, err)
	}
}

// FuzzCall evaluates arbitrary texts of at most 64 kB.
func FuzzCall(f *testing.F) {
	for _, seed := range calculationtest.Hostile() {
		if len(seed) < 1000 {
			f.Add(seed)
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) <= 64<<10 {
			checkBounded(t, source)
		}
	})
}

// BenchmarkCall evaluates a calculation once, as a rehearsal does for each point.
func BenchmarkCall(b *testing.B) {
	f, err := CompileExpression("$A / 2 > 3 ? Math.max($A, 1) : 0", []string{"$A"})
	if err != nil {
		b.Fatal(err)
	}
	meter, row := NewMeter(), []any{7.5}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Call(meter, row); err != nil {
			b.Fatal(err)
		}
	}
}
