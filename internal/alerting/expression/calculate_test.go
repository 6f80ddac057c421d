// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// calculated returns the result of an expression for $A = 2.5 and $B = "b1".
func calculated(source string) (any, error) {
	e, err := ParseFunction("function ($A, $B) { return " + source + " }")
	if err != nil {
		return nil, err
	}
	return e.Calculate([]any{2.5, "b1"})
}

// TestResults checks expressions that the JavaScript engine goja evaluates incorrectly or does not support.
func TestResults(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/results.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		source, want, _ := strings.Cut(strings.TrimSpace(line), " ⇒ ")
		got, err := calculated(source)
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
		if shown != want && (want != "error" || err == nil) {
			t.Errorf("%s: got %s, want %s", source, shown, want)
		}
	}
}

// TestLongStrings checks that Calculate accepts strings of up to MaxLength bytes, and rejects longer ones.
func TestLongStrings(t *testing.T) {
	t.Parallel()
	half, whole := strings.Repeat("x", MaxLength/2), strings.Repeat("x", MaxLength)
	for source, want := range map[string]string{
		"($A + $A).length":               "",
		"`${$A}${$A}`.length":            "",
		"$A + $A + 'y'":                  "makes a string of more than 4096 bytes",
		"`${$A}${$A}y`":                  "makes a string of more than 4096 bytes",
		strings.Repeat("$A+", 1e3) + "1": "makes a string of more than 4096 bytes",
		"$B ? 1 : 0":                     "",
	} {
		e, err := Parse(source)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = e.Calculate([]any{half}); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%.40s: got %v, want %s", source, err, want)
		}
	}
	e, err := Parse("$A")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := e.Calculate([]any{whole}); got != whole || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := e.Calculate([]any{whole + "x"}); err == nil || err.Error() != "uses a string of more than 4096 bytes" {
		t.Errorf("got %v", err)
	}
	if got, err := e.Calculate([]any{1.0}); got != 1.0 || err != nil {
		t.Errorf("after an error: got %v, %v", got, err)
	}
}

// BenchmarkCalculate measures one call of Calculate. The provider function rehearse makes one call for each point, so speed matters.
func BenchmarkCalculate(b *testing.B) {
	e, err := Parse("$A / 2 > 3 ? Math.max($A, 1) : 0")
	if err != nil {
		b.Fatal(err)
	}
	row := []any{7.5}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Calculate(row); err != nil {
			b.Fatal(err)
		}
	}
}
