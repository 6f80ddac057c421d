// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	goja "github.com/dop251/goja/parser"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression/expressiontest"
)

// TestNames checks that Parse finds the items to which an expression refers, such as $A. In these expressions, not every $ begins such a
// name. Parse must find the names even if the expression can't be evaluated.
func TestNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"`${`${$A}`} $X ${ $B + '$Y' }`":         "A B",
		"$A ? \"\\u0024B\" : $C /* $D */ + $A":   "A C",
		"typeof $A + (-$B) ** 2 + 1_000 + $":     "A B",
		"$ä_1 + $Ab - $A":                        "ä_1 Ab A",
		"$A\n// $B\n+ $C":                        "A C",
		"`${`${$A}`} $X ${ {a: $B}.a }`":         "A B",
		"/'/.test($A) ? $B : 'x'":                "A B",
		"/[/'\"]/.test($A) + $B / 2 / $C":        "A B C",
		"($A) / 2 + '/' + /$B/.test($C) / $D":    "A C D",
		"[$A, $B].filter(x => x > $C).length":    "A B C",
		"($A.$b ?? $C?.$d)[$E]":                  "A C E",
		"(() => { const d = $A - $B; return d})": "A B",
		"$A + (x => `${x}}` + $B)($C)":           "A B C",
		"tag`$A ${$B}`":                          "B",
	} {
		parsed, err := Parse(text)
		if err != nil || strings.Join(parsed.Names, " ") != want {
			t.Errorf("%s: got %v, %v, want %q", text, parsed, err, want)
		}
	}
}

func TestGlobals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"A + Math.max(B, sqroot(1)) + $C.D + $C.e(1) + Math.PI + true": {"A", "Math.max", "B", "sqroot", ".D", ".e()"},
		"[Math.sqroot($A), sqroot($A)]":                                {"Math.sqroot"},
	} {
		if parsed, err := Parse(text); err != nil || !slices.Equal(parsed.Globals, want) {
			t.Errorf("%s: got %v, %v", text, parsed, err)
		}
	}
}

// TestSyntaxErrors checks expressions that no JavaScript engine accepts.
func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"$A +* $B":                 "does not parse: unexpected token * (line 1, column 5)",
		"$A $B":                    "does not parse: unexpected identifier (line 1, column 4)",
		"\n  $A\n  + )":            "does not parse: unexpected token ) (line 3, column 5)",
		"ä + )":                    "does not parse: unexpected token ) (line 1, column 5)",
		"nothing($A) + )":          "does not parse: unexpected token ) (line 1, column 15)",
		"($A + 1":                  "does not parse: it is not complete",
		"$A /* x":                  "does not parse: it is not complete",
		"`${$A":                    "does not parse: it is not complete",
		"$A == 'x":                 "does not parse: the string that begins here is not closed on its line (line 1, column 7)",
		"`$A":                      "does not parse: the template that begins here is not closed (line 1, column 1)",
		"“$A”":                     `does not parse: unexpected character "“" (line 1, column 1)`,
		"1__0":                     `does not parse: unexpected character "1" (line 1, column 1)`,
		"if ($A) 1":                "does not parse: unexpected token if (line 1, column 1)",
		"()":                       "does not parse: it is not complete",
		"$A } , function () { 1":   "does not parse: unexpected token } (line 1, column 4)",
		"-$A ** 2":                 "does not parse: the left operand of ** begins with an operator; put it in parentheses (line 1, column 5)",
		"$A && $B ?? 1":            "does not parse: ?? with && or || needs parentheses (line 1, column 10)",
		"$A ?? $B || 1":            "does not parse: ?? with && or || needs parentheses (line 1, column 10)",
		"$A ?? $B && 1":            "does not parse: ?? with && or || needs parentheses (line 1, column 10)",
		"$A // x":                  "ends in a // comment, which would hide the end of the function around it; /* such a comment */ does not",
		"[$A].length // x":         "ends in a // comment, which would hide the end of the function around it; /* such a comment */ does not",
		" ":                        "is empty",
		"$A = 1 // x":              "ends in a // comment, which would hide the end of the function around it; /* such a comment */ does not",
		"$A ? 1 : 2 :":             "does not parse: unexpected token : (line 1, column 12)",
		"Math.max($A, , 1)":        "does not parse: unexpected token , (line 1, column 14)",
		"Math.(1)":                 "does not parse: unexpected token ( (line 1, column 6)",
		"$A == = 1":                "does not parse: unexpected token = (line 1, column 7)",
		"$A; $B":                   "does not parse: unexpected token ; (line 1, column 3)",
		"$A + 3px":                 `does not parse: unexpected character "3" (line 1, column 6)`,
		strings.Repeat("$A+", 1e5): "does not parse: it is not complete",
	} {
		_, err := Parse(text)
		if wrong := (*SyntaxError)(nil); !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

// TestUnsupportedJavaScript checks that Parse accepts JavaScript even if Calculate can't evaluate it. The field Outside of the parsed
// expression must then contain the reason.
func TestUnsupportedJavaScript(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"// x\n$A":                          "a comment with a line break at its beginning, after which return has no value (line 2, column 1)",
		"[$A].length":                       "a list (line 1, column 1)",
		"1 +\n {a: 1}.a":                    "an object (line 2, column 2)",
		"$A[0]":                             "[ (line 1, column 3)",
		"$A?.length":                        "?. (line 1, column 3)",
		"($A, $B)":                          ", (line 1, column 4)",
		"() => 1":                           "=> (line 1, column 4)",
		"$A => 1":                           "=> (line 1, column 4)",
		"$A = 1":                            "= (line 1, column 4)",
		"$A ??= 1":                          "??= (line 1, column 4)",
		"$A++":                              "++ (line 1, column 3)",
		"Math.max(...$A)":                   "... (line 1, column 10)",
		"/x/.test($A)":                      "a regular expression (line 1, column 1)",
		"new Date()":                        "new (line 1, column 1)",
		"async x => x":                      "async (line 1, column 1)",
		"await $A":                          "await (line 1, column 1)",
		"import('x')":                       "import (line 1, column 1)",
		"(function () {})()":                "function (line 1, column 2)",
		"tag`x`":                            "tag (line 1, column 1)",
		"'x'.trim().length":                 "trim (line 1, column 5)",
		"$A.toString":                       "toString (line 1, column 4)",
		"$A.toFixed":                        "toFixed (line 1, column 4)",
		"$A.length()":                       "length (line 1, column 4)",
		"nothing + 1":                       "nothing (line 1, column 1)",
		"Math.random()":                     "Math.random (line 1, column 1)",
		"Math.sqroot($A)":                   "Math.sqroot (line 1, column 1)",
		"Math.max":                          "Math.max (line 1, column 1)",
		"Math":                              "Math (line 1, column 1)",
		"Number.EPSILON":                    "Number.EPSILON (line 1, column 1)",
		"Date.now()":                        "Date (line 1, column 1)",
		"$A(1)":                             "a call of something other than a supported function (line 1, column 3)",
		"$A & 1":                            "& (line 1, column 4)",
		"1 << $A":                           "<< (line 1, column 3)",
		"'a' in $A":                         "in (line 1, column 5)",
		"1n":                                "the BigInt 1n (line 1, column 1)",
		"$A + 017":                          "the number 017 (line 1, column 6)",
		"'\\0'":                             "an escape such as \\0 or half of a character (line 1, column 1)",
		"`x\\ud800`":                        "an escape such as \\0 or half of a character (line 1, column 1)",
		"$A + \\u0024B":                     "\\ (line 1, column 6)",
		"#x in $A":                          "# (line 1, column 1)",
		nested(201):                         "more than 200 levels of nesting (line 1, column 202)",
		strings.Repeat("- ", 201) + "1":     "more than 200 levels of nesting (line 1, column 403)",
		strings.Repeat("2**", 201) + "1":    "more than 200 levels of nesting (line 1, column 604)",
		strings.Repeat("`${", 201):          "more than 200 levels of nesting (line 1, column 604)",
		strings.Repeat("1?1:", 201) + "1":   "more than 200 levels of nesting (line 1, column 803)",
		strings.Repeat("$A+", 1365) + "12":  "more than 4096 bytes (line 1, column 4097)",
		strings.Repeat("$A+\n", 1e5) + "$A": "more than 4096 bytes (line 1025, column 1)",
	} {
		parsed, err := Parse(text)
		if err != nil || parsed.Outside == nil || parsed.Outside.Error() != "uses "+want+", which can't be rehearsed" {
			t.Errorf("%.40q: got %v, %v", text, parsed, err)
		}
	}
	for _, text := range []string{
		nested(200), strings.Repeat("- ", 200) + "1", strings.Repeat("2**", 200) + "1", strings.Repeat("1?1:", 200) + "1",
		strings.Repeat("$A+", 1365) + "1", `$A + "http://a"`, "$A /* // */", "`//`", "$A // one\n+ $B", "\ufeff$A\u00a0+\u2003$B", "$A?.5:.25",
	} {
		if parsed, err := Parse(text); err != nil || parsed.Outside != nil {
			t.Errorf("%.40q: got %v, %v", text, parsed, err)
		}
	}
}

// TestFunctions checks which JavaScript functions are supported, and the errors for other functions and strings.
func TestFunctions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"function f(a, $B) { return a - $B; }":   "",
		"function () { return 1 } // x":          "",
		"function ($A, $A,) { return $A }":       "",
		"($A) => $A":                             "uses something other than a function (line 1, column 1), which can't be rehearsed",
		"function ($A = 1) { return $A }":        "uses = (line 1, column 14), which can't be rehearsed",
		"function (...$A) { return 1 }":          "uses ... (line 1, column 11), which can't be rehearsed",
		"function ($A) { if ($A) return 1 }":     "uses if (line 1, column 17), which can't be rehearsed",
		"function ($A) { return 1; return 2 }":   "uses return (line 1, column 27), which can't be rehearsed",
		"function ($A) { return }":               "uses return without a value (line 1, column 24), which can't be rehearsed",
		"function ($A) {\n  return\n  $A }":      "uses return without a value (line 3, column 3), which can't be rehearsed",
		"function ($A) { return $B }":            "uses $B (line 1, column 24), which can't be rehearsed",
		"function ($A) { return [1] }":           "uses a list (line 1, column 24), which can't be rehearsed",
		"function ($A) { return $A +* 2 }":       "does not parse: unexpected token * (line 1, column 28)",
		"function ($A) { return $A // }":         "does not parse: it is not complete",
		"function ($A) { return $A } 2":          "does not parse: unexpected token 2 (line 1, column 29)",
		"function ($A) { return 1 }" + pad(4096): "uses more than 4096 bytes (line 1, column 4097), which can't be rehearsed",
	} {
		e, err := ParseFunction(text)
		if err == nil {
			err = e.Outside
		}
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func pad(length int) string { return strings.Repeat(" ", length) }

func nested(depth int) string { return strings.Repeat("(", depth) + "1" + strings.Repeat(")", depth) }

// TestHostile checks that parsing and evaluating an expression never panics or uses excessive memory.
func TestHostile(t *testing.T) {
	for _, source := range append(expressiontest.Hostile(), strings.Repeat("a+", 1<<17)+"a", strings.Repeat("${`", 1<<16),
		strings.Repeat("`${a}`+", 1<<15)+"1", "Math.max("+strings.Repeat("1,", 1<<17)+"1)", "'"+strings.Repeat("\\n", 1<<17)+"'",
		strings.Repeat("/**/", 1<<16)+"1", "0x"+strings.Repeat("f", 1<<18), strings.Repeat("a.length", 1<<15)) {
		checkBounded(t, source)
	}
}

// checkBounded parses and evaluates an expression. The test fails if this allocates more than 16 MiB plus 500 bytes per byte of the
// expression, or if Parse returns an error that is not a *SyntaxError.
func checkBounded(t *testing.T, source string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	parsed, err := Parse(source)
	if err == nil && parsed.Outside == nil {
		_, _ = parsed.Calculate([]any{strings.Repeat("9", MaxLength), 1e300})
	}
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; made > 1<<24+uint64(500*len(source)) {
		t.Errorf("%.60s makes %d MB", source, made>>20)
	}
	if wrong := (*SyntaxError)(nil); (parsed == nil) == (err == nil) || err != nil && !errors.As(err, &wrong) {
		t.Errorf("%.60q: got %v, %v", source, parsed, err)
	}
}

// FuzzParse checks that parsing and evaluating use a bounded amount of memory. It also checks that the JavaScript engine goja rejects every
// expression that Parse rejects. Expressions with / or U+0085 are not compared, because goja accepts unterminated regular expressions and
// treats U+0085 as whitespace.
func FuzzParse(f *testing.F) {
	for _, seed := range expressiontest.Hostile() {
		if len(seed) < 1000 {
			f.Add(seed)
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 64<<10 {
			return
		}
		checkBounded(t, source)
		_, err := Parse(source)
		isComparable := len(source) < 60 && strings.Count(source, "(") < 8 && !strings.ContainsAny(source, "/\u0085")
		if err != nil && isComparable && gojaAccepts(source) {
			t.Errorf("%q: %v, but goja accepts it", source, err)
		}
	})
}

func gojaAccepts(source string) (ok bool) {
	defer func() { _ = recover() }()
	program, err := goja.ParseFile(nil, "", "(function () { return (\n"+source+"\n) })", goja.IgnoreRegExpErrors, goja.WithDisableSourceMaps)
	return err == nil && len(program.Body) == 1 && !strings.ContainsAny(source, "}){")
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := Parse("($A - $B) / Math.max($C, 1) > 0.5 ? $A : `${$B}`"); err != nil {
			b.Fatal(err)
		}
	}
}
