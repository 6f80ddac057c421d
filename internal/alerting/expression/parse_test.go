// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestNamesAnywhere uses expressions in which a simple search for $ finds wrong names: nested templates, regular expressions, and names
// that the expression declares itself.
func TestNamesAnywhere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"`${`${$A}`} ${ {a: $B}.a }`":     {"A", "B"},
		"/'/.test($A) ? $B : 'x'":         {"A", "B"},
		"/[/'\"]/.test($A) + $B / 2 / $C": {"A", "B", "C"},
		"[1].map($x => $x * $A)":          {"A"},
		"[1].map(function ($x, {$y, z: [$z = $B]}, ...$r) { var $v = $x; return $y + $z + $r + $v + $A })": {"B", "A"},
		"(() => { { let $A = 1 } return $A })()":                                                           {"A"},
		"(() => { for (const $i of $A) { const $j = $i } return $j })()":                                   {"A", "j"},
		"(() => { try { $A } catch ($e) { return $e } })()":                                                {"A"},
		"(() => { do { var x = $B } while ($A); $l: for (;;) { break $l } })()":                            {"B", "A"},
		"(() => { switch ($A) { case 1: let $c = 2; return $c } })()":                                      {"A"},
		"({ $a: $A, $B, [$C]: 1, $m() { return $D } }).$a":                                                 {"A", "B", "C", "D"},
		"$A?.$b ?? $C.$d": {"A", "C"},
		"new (class $K { $f = $A; static { $B } })()": {"A", "B"},
		"$A ? \"\\u0024B\" : \\u0024C":                {"A", "C"},
		"tag`$A ${$B}`":                               {"B"},
		"typeof $A + (-$B) ** 2 + 1_000 + 2n":         {"A", "B"},
	} {
		parsed, err := Parse(text)
		if err != nil || !slices.Equal(parsed.Names, want) {
			t.Errorf("%s: got %v, %v, want %q", text, parsed, err, want)
		}
	}
}

func TestBareNames(t *testing.T) {
	t.Parallel()
	parsed, err := Parse("A + Math.max(B, [1].map(x => x + A)) + $C.D")
	if err != nil || !slices.Equal(parsed.Bare, []string{"A", "Math", "B"}) {
		t.Errorf("got %v, %v", parsed, err)
	}
}

// TestSyntaxErrors checks message, position and Unsure, which must be true only if newer JavaScript might accept the text.
func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
		unsure     bool
	}{
		{"$A +* $B", "does not parse: unexpected token * (line 1, column 5)", false},
		{"$A $B", "does not parse: unexpected identifier (line 1, column 4)", false},
		{"\n  $A\n  + )", "does not parse: unexpected token ) (line 3, column 5)", false},
		{"ä + )", "does not parse: unexpected token ) (line 1, column 5)", false},
		{"($A + 1", "does not parse: it is not complete", false},
		{"$A == 'x", "does not parse: the text that begins here is not closed (line 1, column 7)", false},
		{"“$A”", `does not parse: unexpected character "“" (line 1, column 1)`, false},
		{"1 = $A", "does not parse: invalid left-hand side in assignment (line 1, column 1)", false},
		{"$A } , function () { return 1", "does not parse: unexpected token } (line 1, column 4)", false},
		{"$A // x", "ends in a // comment, which would hide the end of the function around it; /* such a comment */ does not", false},
		{"new (@sealed class {})()", `does not parse: unexpected character "@" (line 1, column 6)`, true},
		{"(() => { import x from 'x' })()", "does not parse: unexpected identifier (line 1, column 17)", true},
		{"(() => { await $A })()", "does not parse: unexpected identifier (line 1, column 16)", true},
		{
			strings.Repeat("(", 201) + "1" + strings.Repeat(")", 201), "does not parse: it is nested more than 200 deep (line 1, column 202)",
			false,
		},
		{strings.Repeat(" ", 4<<20) + "1", "has more than 4194304 bytes, too many to be read here", true},
		{" ", "is empty", false},
	} {
		_, err := Parse(c.text)
		var wrong *SyntaxError
		if !errors.As(err, &wrong) || wrong.Error() != c.want || wrong.Unsure != c.unsure {
			t.Errorf("%.40q: got %#v, want %s, %t", c.text, err, c.want, c.unsure)
		}
	}
	for _, text := range []string{
		"import('x').then(m => m.f($A))", "(async () => { for await (const x of $A) {} })()", "(() => { using x = $A })()", "$A + 08",
		strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200), `$A + "http://a"`, "$A /* // */", "`//`", "$A // one\n+ $B",
	} {
		if _, err := Parse(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestDeepExpressions checks that a megabyte of opening brackets is an error and not a crash.
func TestDeepExpressions(t *testing.T) {
	t.Parallel()
	for _, nest := range []string{"(", "[", "!", "`${", "{", "a=>", "function(){", "-", "a?", "new ", "({a:", "$A+"} {
		if _, err := Parse(strings.Repeat(nest, (1<<20)/len(nest))); err == nil {
			t.Errorf("%s is taken", nest)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"$A - $B", "`${$A}`", "/'/.test($A)", "[1].map($x => $x)", "$A // x", "(() => { let [$a = 1, ...$b] = $C })()", "class A { static { } }",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := Parse(text)
		var wrong *SyntaxError
		if (parsed == nil) == (err == nil) || err != nil && !errors.As(err, &wrong) {
			t.Errorf("%q: got %v, %v", text, parsed, err)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := Parse("($A - $B) / Math.max($C, 1) > 0.5 ? $A : `${$B}`"); err != nil {
			b.Fatal(err)
		}
	}
}
