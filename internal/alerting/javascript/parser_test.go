// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	other "github.com/dop251/goja/parser"
)

// TestSyntax checks texts that engines accept, and texts that they refuse.
func TestSyntax(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		"a", "a, b", "(a)", "((a))", "a ? b : c ? d : e", "a ? (b, c) : d = e", "x => x", "() => {}", "(a, b,) => a", "(a, ...b) => b", "({a, b: [c = 1, , ...d]}, e = 2) => 3", "async x => await x",
		"async (x) => x", "async () => { for await (const x of y); }", "async function f() {}", "function* f() { yield; yield* a; const b = yield c }", "function () { return }", "a = b = c", "[a, b] = [b, a]",
		"({a: b.c} = d)", "a.b.c[d](e)?.f?.[g]?.(h)`i${j}k`", "new a.b(c).d", "new (a())", "new new a()()", "new.target", "import.meta", "import('x')", "super.x", "class extends a.b {}",
		"class A { #x = 1; static y; static { z } get a() {} set a(b) {} async *c() {} static async d() {} 'e'() {} [f]() {} get; set; static; async; static static }", "class { constructor() { super() } m() { return #x in this } }",
		"({get a() { return 1 }, set a(b) {}, async c() {}, *d() {}, async *e() {}, [f]: 1, g, 'h': 2, 3: 4, ...i, get: 1, set: 2, async: 3, static: 4, get, if: 5, await: 6})", "a ** b ** c", "(-a) ** b", "-(a ** b)",
		"a++ + ++b", "typeof void delete a.b", "!~-+a", "a in b", "a instanceof b", "a ?? b", "(a ?? b) || c", "a && b || c", "/[/]\\/(?<n>a)/gimsuyv.test(b)", "a / b / c", "a /= b", "`a${`b${c}`}d`", "`\\``", "`$`",
		"'\\u{1F600}\\x41\\n\\\n'", "0x1F + 0b11 + 0o17 + 1_000.5e-3 + .5 + 5. + 1n + 017 + 08", "\\u0061b", "ünïcödé", "a /* b */ + c // d\n- e", "\ufeffa\u00a0+\u2003b", "a?.5:1", "yield", "await", "let", "async", "of", "get",
		"() => { var a = 1, b; let [c, {d}] = e; const f = 1; if (a) b; else if (c) d; else { e } for (let i = 0; i < 3; i++) { continue } for (const x in y) break; for (var x of y) ; for (;;) {} for (a in b) ; for (a.b of c) ; }",
		"() => { while (a) b; do c\nwhile (d) e; switch (f) { case 1: case 2: g; default: h } try { i } catch { j } finally { k } try { l } catch ({m}) { n } throw o }",
		"() => { a: for (;;) { break a; continue a } with (b) c; debugger; ; {} function d() {} class E {} async function f() {} let\ng = 1; return\nh }", "() => { let = 1; async = 2; let\n[a] = b }",
		"() => { return a\n/b/g }", "() => { a = b\n(c) }", "x => ({}).y", "x => ({a: 1})", "(a, b) => { } \n", "a => b => c => d", "(a = (b = (c) => d) => e) => f", "[,]", "[,,a,,]", "[...a, b]", "f(...a, b,)",
		"if_", "$", "_", "a.if.class", "a?.[b]?.(c)", "(async)", "async(a, b)", "async\n(a)", "(function () { 'use strict'; return this })()", "({__proto__: null})", "a ? b => c : d => e", "a ? (b) : (c)", "a ? (b) => c : d",
	} {
		if _, _, err := ParseExpression(source); err != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
	for _, source := range []string{
		"a b", "a +", "+", "(", "(a", "a)", "()", "(a,)", "(...a)", "[a", "{a", "a ? b", "a ? b :", "a =", "1 = a", "a + b = c", "a++ = b", "++1", "a ?? b || c", "a || b ?? c", "-a ** b", "a => ", "(1) => 2", "(a.b) => c", "a\n=> b", "=> a",
		"function", "function (", "function () {", "function () { return", "() => { let }"[:11], "() => { if a }", "() => { for (a) b }", "() => { while }", "() => { do a }", "() => { try {} }", "() => { switch (a) { b } }", "() => { throw\na }", "'a", "'a\nb'",
		"'\\u12'", "`a", "`${a", "/a", "/a\n/", "a..b", "a.1", "a?.", "class {", "class A extends {}", "({a b})", "({get a})", "({if})", "({a:})", "new", "typeof", "if", "a if b", "var a", "“a”", "a \\ b", "\\u{110000}", "/* a",
		"a => {} b", "case", "() => { a b }", "async x", "...a", "a, ", ", a", "};", "a;", "f(a b)", "[a b]", "a[", "a[]", "`${}`", "() => { function () {} }", "() => { const }",
	} {
		_, _, err := ParseExpression(source)
		if wrong := (*Error)(nil); !errors.As(err, &wrong) || wrong.Unsure {
			t.Errorf("%s: got %v", source, err)
		}
	}
}

// TestNesting checks texts that nest as deeply as allowed, and one level deeper.
func TestNesting(t *testing.T) {
	t.Parallel()
	for _, n := range []struct{ begin, middle, end string }{
		{"(", "1", ")"},
		{"[", "1", "]"},
		{"`${", "1", "}`"},
		{"!", "1", ""},
		{"- ", "1", ""},
		{"a=>", "1", ""},
		{"a=", "1", ""},
		{"2**", "1", ""},
		{"{a:", "1", "}"},
		{"x[", "1", "]"},
		{"f(", "1", ")"},
		{"new ", "f", ""},
		{"1?", "1", ":1"},
		{"class extends ", "f", "{}"},
	} {
		for depth, want := range map[int]string{MostNesting: "", MostNesting + 1: "it is nested more than 200 deep"} {
			source := "\n" + strings.Repeat(n.begin, depth) + n.middle + strings.Repeat(n.end, depth)
			if n.begin == "{a:" {
				source = "a=" + strings.Repeat(n.begin, depth-1) + n.middle + strings.Repeat(n.end, depth-1)
			}
			_, _, err := ParseExpression(source)
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%d of %s: %v", depth, n.begin, err)
			}
		}
	}
}

// TestMemory parses long texts of every kind and checks that memory grows in proportion to their length.
func TestMemory(t *testing.T) {
	const bytes = 1 << 18
	numbered := func(form string) string {
		var text strings.Builder
		for i := 0; text.Len() < bytes/4; i++ {
			fmt.Fprintf(&text, form, i, i)
		}
		return text.String()
	}
	for _, source := range []string{
		strings.Repeat("a+", bytes/2) + "a", strings.Repeat("(1)+", bytes/4) + "1", "a" + strings.Repeat(".b", bytes/2), "f" + strings.Repeat("(1)", bytes/3), "[" + strings.Repeat(",", bytes) + "]", "[" + strings.Repeat("x=>x,", bytes/5) + "]",
		strings.Repeat("1?1:", bytes/4) + "1", strings.Repeat("a,", bytes/2) + "a", "`" + strings.Repeat("${a}", bytes/4) + "`", strings.Repeat("/x/+", bytes/4) + "1", "() => {" + strings.Repeat("a\n", bytes/2) + "}", strings.Repeat(" ", bytes) + "1",
		strings.Repeat("/**/", bytes/4) + "1", strings.Repeat("//\n", bytes/3) + "1", "'" + strings.Repeat("\\n", bytes/2) + "'", "() => {" + strings.Repeat("if(a){}else ", bytes/12) + "{}}", "[" + strings.Repeat("[],", bytes/3) + "]",
		numbered("($a%d=>$b%d)+") + "1", "[" + numbered("x%d=>$a%d,") + "1]", "() => {" + numbered("let a%d=b%d;") + "}", "() => {" + numbered("{var a%d=b%d}") + "}", "(" + numbered("a%d,b%d,") + "c) => 1", strings.Repeat("\\u0061+", bytes/7) + "1",
		strings.Repeat("(() => {", 60) + numbered("var a%d=b%d;") + strings.Repeat("})()", 60), strings.Repeat("{", bytes), strings.Repeat("'", bytes), strings.Repeat("/*", bytes/2), strings.Repeat("async ", bytes/6), strings.Repeat("let ", bytes/4),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		root, _, err := ParseExpression(source)
		if err == nil {
			FreeNames(root)
		}
		runtime.ReadMemStats(&after)
		if made := after.TotalAlloc - before.TotalAlloc; made > 500*bytes {
			t.Errorf("%.60s makes %d MB", source, made>>20)
		}
	}
}

// FuzzParse compares with goja's parser: goja must refuse every text that this parser refuses without Unsure. Two differences are left out,
// because goja deviates from ECMAScript: it accepts unterminated regular expressions, and U+0085 as white space.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"$A - $B", "`${$A}`", "/'/.test($A)", "[1].map($x => $x)", "$A // x", "(() => { let [$a = 1, ...$b] = $C })()", "class A { static { } }", "async (a = (b) => c) => d", "a ? b : c => d", "({a, get b() {}})"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		root, _, err := ParseExpression(source)
		var wrong *Error
		switch {
		case (root == nil) == (err == nil) || err != nil && !errors.As(err, &wrong):
			t.Errorf("%q: got %v, %v", source, root, err)
		case err == nil:
			FreeNames(root)
		case strings.Contains(err.Error(), "failed with"):
			t.Errorf("%q: %v", source, err)
		case !wrong.Unsure && len(source) < 60 && strings.Count(source, "(") < 8 && !strings.ContainsAny(source, "/\u0085") && !strings.Contains(err.Error(), "nested"):
			if isTaken(source) {
				t.Errorf("%q: %v, but the other parser takes it", source, err)
			}
		}
	})
}

func isTaken(source string) (ok bool) {
	defer func() { _ = recover() }()
	program, err := other.ParseFile(nil, "", "(function () { return (\n"+source+"\n) })", other.IgnoreRegExpErrors, other.WithDisableSourceMaps)
	return err == nil && len(program.Body) == 1 && !strings.ContainsAny(source, "}){")
}
