// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/calculation/calculationtest"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/javascript"
)

// called evaluates an expression with the arguments $A = 2.5 and $B = "b1".
func called(source string) (any, error) {
	f, err := CompileExpression(source, []string{"$A", "$B"})
	if err != nil {
		return nil, err
	}
	return f.Call(NewMeter(), []any{2.5, "b1"})
}

// TestResults evaluates expressions that the JavaScript engine goja gets wrong or does not support. A line of testdata/results.txt has an
// expression and its result in ECMAScript: 1 + 1 ⇒ 2.
func TestResults(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/results.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		source, want, _ := strings.Cut(strings.TrimSpace(line), " ⇒ ")
		got, err := called(source)
		shown := fmt.Sprint(got)
		switch got := got.(type) {
		case nil:
			shown = "none"
		case string:
			shown = "text " + got
		case float64:
			shown = formatNumber(got)
		}
		if err != nil {
			shown = "error " + err.Error()
		}
		if shown != want && (err == nil || !strings.HasPrefix(shown, want)) {
			t.Errorf("%s: got %s, want %s", source, shown, want)
		}
	}
}

// TestBudgets checks each limit of one call: an expression just below it gives a result, one just above it an error.
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

// TestBudgetsOfAllCalls checks the common limit for up to 5,000 calls. Cheap calls must stay below this limit. Costly calls must fail at
// it, although each single call stays below the limit for one call.
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

// TestHostile checks that expressions which would crash or hang a JavaScript engine do not panic and do not allocate much memory.
func TestHostile(t *testing.T) {
	for _, source := range calculationtest.Hostile() {
		checkBounded(t, source)
	}
}

// checkBounded fails the test if evaluating the expression allocates more than about 64 MB, or if a panic of unknown cause was recovered.
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

// BenchmarkCall measures one evaluation. A run on recorded data needs one evaluation for each point.
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
