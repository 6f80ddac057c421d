// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/budgettest"
)

// TestPatternsAreBounded checks that regular expressions longer than the limit are accepted without being compiled.
func TestPatternsAreBounded(t *testing.T) {
	wrong := "(" + strings.Repeat("a", longestPattern-1)
	if regularExpressionError(wrong) == nil || regularExpressionError(wrong+"a") != nil {
		t.Error("the bound is another one")
	}
	for name, pattern := range map[string]string{
		"groups":      strings.Repeat("(", longestPattern/2) + strings.Repeat(")", longestPattern/2),
		"quantifiers": strings.Repeat("(a{1000}", 2000) + strings.Repeat("){1000}", 2000),
		"lookarounds": strings.Repeat("(?=", 8000) + strings.Repeat(")", 8000),
		"classes":     "[" + strings.Repeat(`a-z\w\p{L}`, 3000) + "]",
		"backtracks":  "^(a+)+$" + strings.Repeat("(a|a)*", 5000),
		"beyond":      strings.Repeat("(", 10<<20),
	} {
		t.Run(name, func(t *testing.T) {
			budgettest.Within(t, pattern[:min(len(pattern), 64<<10)], func() { _ = regularExpressionError(pattern) })
		})
	}
}

func FuzzPattern(f *testing.F) {
	for _, seed := range []string{"^E[0-9]+$", `(?<a>b)\k<a>`, "(a{1000}){1000}", "[a-z-[aeiou]]", "(?=", "a**", `\p{Script=Greek}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		budgettest.Within(t, pattern, func() { _ = regularExpressionError(pattern) })
	})
}

func TestRegularExpressions(t *testing.T) {
	t.Parallel()
	for _, expression := range []string{
		"", "^E[0-9]+$", `a(?=b)`, `(?!a)b`, `(?<=a)b`, `(?<!a)b`, `(?<year>\d{4})-\k<year>`, `(?P<year>\d{4})`, `(a)\1`, `[\w-.]+@[\w-.]+`,
		`[^]`, `[]`, `a{`, `a{,5}`, `\cA`, `\u00e9`, `\u{1F600}`, `\p{L}`, `\p{Script=Greek}`, `(?i)on|off`, `[a-\d]`, `(?<$n>a)`, `/^E/i`,
		`[[:alpha:]]`, `]`, `}`, `[])]`,
	} {
		if err := regularExpressionError(expression); err != nil {
			t.Errorf("%q is refused: %v", expression, err)
		}
	}
	for _, expression := range []string{"(", ")", "(?:a|b", "[", "[a-", "[z-a]", "*", "+a", "a|*", "a**", "a{5,2}", `\`, `a\`} {
		if regularExpressionError(expression) == nil {
			t.Errorf("%q is taken", expression)
		}
	}
}
