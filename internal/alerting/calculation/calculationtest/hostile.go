// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package calculationtest has expressions that would hang a JavaScript engine, exhaust its memory or crash it. Tests give them to all code
// that handles expressions.
//
// It imports only the standard library.
package calculationtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Table returns expressions that once had such an effect on this module.
func Table() []string {
	return []string{
		strings.Repeat("(a=", 30) + "1" + strings.Repeat(")=>1", 30),
		"1n << (1n << 62n)",
		"9n ** 99999999n",
		"'x'.repeat(1e6).replaceAll('x','y'.repeat(1e6)).length",
		`/^(a+)+\1b/.test('a'.repeat(60))`,
		"[].concat({length:2**53-1,[Symbol.isConcatSpreadable]:true})",
		"Math.max.apply(null,{length:4e8})",
		"1n << 300000000000n",
		"(c => 'x'.repeat({valueOf(){return c++?4e10:1}}))(0)",
		"['x'.repeat(1e6),'x'.repeat(1e6)].join('y'.repeat(1e6)).length",
		"(s => [s,s,s,s,s,s,s,s].join(s))('x'.repeat(1e6)).length",
	}
}

// Hostile returns the expressions of the table and many generated ones. The result is always the same.
func Hostile() []string {
	all := append(Table(), written()...)
	all = append(all, nests()...)
	draw := rand.New(rand.NewPCG(20, 2))
	for range 120 {
		all = append(all, drawn(draw))
	}
	return all
}

// written returns one expression for each kind of attack.
func written() []string {
	big := "'x'.repeat(1e6)"
	list := big + ".split('')"
	return []string{
		big + ".padStart(1e9)", big + ".padEnd(2**31, " + big + ")", "'x'.padStart(Infinity)", "'x'.padEnd(1e308, '')", "''.repeat(1e300)", "'ab'.repeat(Infinity)", "'x'.repeat(-1)",
		big + ".split('').join(" + big + ").length", list + ".map(x => " + big + ").length", list + ".sort((a, b) => 0.5 - a).length", list + ".sort().length",
		list + ".reduce((a, b) => a + a, 'x').length", list + ".reduce((a, b) => [a, a], 1) + ''", list + ".reduce((a, b) => [a], 1) + ''", list + ".reduce((a, b) => [a], 1).flat(Infinity).length",
		list + ".flatMap(x => " + list + ").length", list + ".concat(" + list + ", " + list + ").length", "Math.max(..." + list + ")", "[..." + list + ", ..." + list + "].length",
		"(f => f(f))(f => f(f))", "(() => { const f = n => n < 2 ? n : f(n - 1) + f(n - 2); return f(90) })()", "(function f(n) { return f(n + 1) })(0)",
		"(a => (b => (c => a + b + c)(3))(2))(1)", "(() => { const f = (...a) => f(...a, ...a); return f(1) })()", "[1].map([].map)", "[3,2,1].sort((a, b) => { throw 1 })",
		"(" + big + " + " + big + ").replace(/(x+x+)+y/, '')", big + ".lastIndexOf(" + big + " + 'y')", big + ".indexOf('y')", "'\\u6162'.repeat(2e5).indexOf('\\u6261'.repeat(1e5))",
		big + ".replaceAll('', " + big + ").length", big + ".split('', 1e9).length", "(" + big + ").toUpperCase().toLowerCase().length", "`${" + big + "}${" + big + "}`.length",
		"parseInt('9'.repeat(1e6), 36)", "parseFloat('1'.repeat(1e6) + 'e-999999')", "Number('0x' + 'f'.repeat(1e6))", "Number('0b' + '1'.repeat(1000))", "(1e20).toFixed(100)", "(5e-324).toFixed(101)",
		"(0.1).toString(36)", "10 ** 1e9", "(-8) ** (1/3)", "2 ** 2 ** 2 ** 2 ** 2 ** 2", "1 << 1e99", "-1 >>> 0", "Array(1e9).fill(0).length", "new Array(2**32 - 1).join('x')", "[].length = 1e9",
		"[,,,,]", "Array.from({length: 1e9})", "Object.defineProperty([], 'length', {get() { return 1e9 }})", "({get a() { for (;;); }}).a", "({toString() { return {} }}) + ''",
		"({valueOf: () => { while (true) {} }}) * 1", "new Proxy([], {get() { for (;;); }})[0]", "(() => { for (;;) {} })()", "(() => { while (1) ; })()", "(() => { do {} while (1) })()",
		"(function* () { for (;;) yield 1 })().next().value", "(async () => { for (;;) await 1 })()", "eval('for (;;) {}')", "Function('for (;;) {}')()", "(() => {}).constructor('for (;;) {}')()",
		"new Date(8.64e15).toISOString()", "JSON.parse('['.repeat(1e5))", "JSON.stringify(" + list + ")", "BigInt('9'.repeat(1e6))", "'x'.normalize('NFKD'.repeat(1e6))", "'İ'.repeat(1e5).toLowerCase()",
		"'x'.localeCompare(" + big + ")", "escape(" + big + ")", "encodeURIComponent('\\ud800')", "Symbol.iterator", "globalThis.x = 1", "this", "arguments", "Math.x = 1", "[].__proto__.x = 1",
		"$A = 1", "$A++ + ++$A", "delete $A", "(x => { x += 1; return x })($A)", "(() => { let x = x; return x })()", "(() => { const x = 1; x = 2; return x })()", "(() => { return y; let y })()",
		"$A.constructor.constructor('return 1')()", "'x'['constru' + 'ctor']('y')", "[].constructor(1e9)", "'length' in []", "[] instanceof Array", "void 0", "class {}", "import('fs')", "new.target",
		"label: 1", "a?.b?.[c]?.(d)", "null.x", "undefined[$A]", "(0)()", "'x'()", "$A()", "$A.toFixed(1e9)", "$A.toString(1)", "NaN.toFixed(2)", "[[[[[[]]]]]] == 0", "[1] < [2]", "[] + [] - []",
		"({}).a", "({a: 1})['a']", "[1, 2, 3][1e9]", "[1, 2, 3]['1']", "'abc'[-0]", "''[0]", "isNaN(" + big + ")", "String([[[1]], [null, [undefined]]])", "((a, b = a, c = b) => c)(1)", "((...r) => r.length)(1, 2)",
		"\"\\0\"", "'\\x4'", "017", "08", "0x", "1__0", "1e", "`${", "'", "/", "/(/", "/[/", "\\u0041", "\\u{110000}", "\x00", "\xff", "\u2028", "#x", "@x", "<!-- x", "-->", "$A // x", "/*", "$A /**/", "}", "{", ")",
		"if", "x => ", "=> 1", "() => {}", "async x => x", "async (x) => x", "...x", "1 = 2", "a ?? b || c", "-1 ** 2", "x\n=> 1", "let [", "(let) => 1", "yield", "await", "super.x", "a`b${c}d`",
	}
}

// nests returns expressions that nest one kind of syntax, up to the parser's limit and beyond.
func nests() []string {
	var all []string
	for _, n := range []struct{ begin, middle, end string }{
		{"(", "1", ")"},
		{"[", "1", "]"},
		{"(a=", "1", ")=>1"},
		{"(()=>", "1", ")()"},
		{"(function(){return ", "1", "})()"},
		{"`${", "1", "}`"},
		{"!", "1", ""},
		{"- ", "1", ""},
		{"a=>", "1", ""},
		{"1?", "1", ":1"},
		{"1?1:", "1", ""},
		{"a=", "1", ""},
		{"2**", "1", ""},
		{"({a:", "1", "})"},
		{"x[", "1", "]"},
		{"f(", "1", ")"},
		{"new ", "f", ""},
		{"[...", "1", "]"},
		{"1+", "1", ""},
		{"1&&", "1", ""},
		{"1,", "1", ""},
		{"typeof ", "1", ""},
		{"(()=>{if(1)", "return 1", "})()"},
		{"(()=>{{", "return 1", "}})()"},
		{"({get a(){return ", "1", "}}).a"},
		{"class extends ", "f", "{}"},
		{"(a=(", "1", ")=>1)"},
		{"async (x=", "1", ")=>1"},
		{"({a:b=", "1", "})=>1"},
		{"/", "x", "/"},
		{"a.b?.", "c", ""},
		{"1", "", ".a"},
		{"f", "", "(1)"},
		{"a ? (b) : c => (d) : e => ", "1", ""},
	} {
		for _, depth := range []int{190, 20_000} {
			all = append(all, strings.Repeat(n.begin, depth)+n.middle+strings.Repeat(n.end, depth))
		}
	}
	return all
}

// drawn generates a random chain of operations that produce large values from small ones.
func drawn(draw *rand.Rand) string {
	of := func(choices ...string) string { return choices[draw.IntN(len(choices))] }
	source := of("'x'", "$A", "[1, 2]", "'ab'.repeat(1e6)", "'x'.repeat(1e5).split('')", "`${$A}`")
	for range 1 + draw.IntN(4) {
		n := fmt.Sprint(int(1) << draw.IntN(40))
		switch draw.IntN(4) {
		case 0:
			source = "[" + source + "]" + of(".map(x => x)", ".flat("+n+")", ".concat("+source+")", ".join('y'.repeat("+n+"))", ".reduce((a, b) => a + b)", ".sort()", ".filter(x => x)[0]")
		case 1:
			source = "String(" + source + ")" + of(".repeat("+n+")", ".padStart("+n+", 'ab')", ".split('')", ".replaceAll('x', 'y'.repeat("+n+"))", ".slice(-"+n+")", ".concat("+source+")")
		case 2:
			source = "(f => f(f, " + n + "))((f, n) => n " + of("> 1 ? f(f, n / 2)", "? f(f, n - 1)", "> 0 ? f(f, n) + f(f, n)", "== 1 ? f(f, 1)") + " : " + source + ")"
		default:
			source = "(x => " + of("x + x", "[x, x]", "[...[x], ...[x]].length", "x === x", "`${x}${x}`", "[x, [x, [x]]].flat(9).join()") + ")(" + source + ")"
		}
	}
	return source + of("", ".length", " + ''", " == 1")
}
