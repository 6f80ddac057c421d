// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"testing"
)

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
