// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"slices"
	"testing"
)

func TestExpressionPlain(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"$A - $B":           `{"$function":{"body":"function ($A, $B) { return $A - $B }","args":["$A","$B"],"lang":"js"}}`,
		"$B > $A && $B < 9": `{"$function":{"body":"function ($B, $A) { return $B > $A && $B < 9 }","args":["$B","$A"],"lang":"js"}}`,
		"42":                `{"$function":{"body":"function () { return 42 }","args":[],"lang":"js"}}`,
		"\n $A +\n $AB\n":   `{"$function":{"body":"function ($A, $AB) { return $A +\n $AB }","args":["$A","$AB"],"lang":"js"}}`,
		`$A + "$B"`:         `{"$function":{"body":"function ($A) { return $A + \"$B\" }","args":["$A"],"lang":"js"}}`,
	}
	for expression, want := range cases {
		got, err := Plain(expression)
		if err != nil || got != want {
			t.Errorf("%q: got %s, %v, want %s", expression, got, err, want)
		}
	}
}

func TestExpressionPlainOfNoExpression(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		" \n":               "is empty",
		"$A // the outflow": "ends in a // comment, which would hide the end of the function around it; /* such a comment */ does not",
	}
	for expression, want := range cases {
		if got, err := Plain(expression); err == nil || err.Error() != want {
			t.Errorf("%q: got %s, %v, want the error %s", expression, got, err, want)
		}
	}
}

func TestExpressionNames(t *testing.T) {
	t.Parallel()
	cases := map[string][]string{
		"$A + $B * $A":                     {"A", "B"},
		"Math.max($A1,$B_2)":               {"A1", "B_2"},
		"$AB - $A":                         {"AB", "A"},
		"x$A + $":                          {},
		`'$A' + "it's \"$B\"" + $C`:        {"C"},
		"`$A is ${$B} of ${$C + 1}` + $D":  {"B", "C", "D"},
		"$A /* not $B */ // nor $D\n+ $C":  {"A", "C"},
		"// that isn't it\n$A":             {"A"},
		"/it's/.test($A) ? $B : $C":        {"A", "B", "C"},
		"[1,2].map(v => v * $A).length+$B": {"A", "B"},
	}
	for expression, want := range cases {
		if got, err := Parse(expression); err != nil || !slices.Equal(got.Names, want) {
			t.Errorf("%q: got %v, %v, want %q", expression, got, err, want)
		}
	}
}

func TestQueryPlain(t *testing.T) {
	t.Parallel()
	const match = `[{"$match":{"asset":"a1","attribute":"t1"}}`
	cases := []struct{ unit, function, want string }{
		{"", "", match + `]`},
		{"hour", "", match + `]`},
		{"", "avg", match + `]`},
		{"Hour", "AVG", match + `,{"$addFields":{"timestamp":{"$dateTrunc":{"date":"$timestamp","unit":"hour","binSize":1}}}},` +
			`{"$group":{"_id":"$timestamp","value":{"$avg":"$value"},"timestamp":{"$last":"$timestamp"}}}]`},
		{"hour", "avg", match + `,{"$addFields":{"timestamp":{"$dateTrunc":{"date":"$timestamp","unit":"hour","binSize":1}}}},` +
			`{"$group":{"_id":"$timestamp","value":{"$avg":"$value"},"timestamp":{"$last":"$timestamp"}}}]`},
	}
	for _, c := range cases {
		if got, err := QueryPlain("a1", "t1", c.unit, c.function); err != nil || got != c.want {
			t.Errorf("%q of %q: got %s, %v, want %s", c.function, c.unit, got, err, c.want)
		}
	}
}
