// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package expressiontest contains expressions that would hang a JavaScript engine, exhaust its memory or crash it. Tests of all code that
// reads expressions use them.
//
// It imports only the standard library.
package expressiontest

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Table returns expressions that once made code of this module hang, exhaust its memory or crash.
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

// Hostile returns several hundred dangerous expressions, written by hand or generated. Each call returns the same ones.
func Hostile() []string {
	all := append(Table(), written()...)
	all = append(all, nests()...)
	draw := rand.New(rand.NewPCG(20, 2))
	for range 120 {
		all = append(all, drawn(draw))
	}
	return all
}

// written returns the expressions of hostile.txt and three more. In that file, ⏎ stands for a line break.
func written() []string {
	lines := strings.Split(strings.TrimSuffix(hostile, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "⏎", "\n")
	}
	return append(lines, "\x00", "\xff", "\u2028")
}

//go:embed hostile.txt
var hostile string

// nests repeats parts of a template 190 times, which the parser must accept, and 20,000 times. For example, "[@1@]" repeated three times is
// [[[1]]].
func nests() []string {
	var all []string
	for _, form := range []string{
		"(@1@)", "[@1@]", "(a=@1@)=>1", "(()=>@1@)()", "(function(){return @1@})()", "`${@1@}`", "!@1@", "- @1@", "a=>@1@", "1?@1@:1",
		"1?1:@1@", "a=@1@", "2**@1@", "({a:@1@})", "x[@1@]", "f(@1@)", "new @f@", "[...@1@]", "1+@1@", "1&&@1@", "1,@1@", "typeof @1@",
		"(()=>{if(1)@return 1@})()", "(()=>{{@return 1@}})()", "({get a(){return @1@}}).a", "class extends @f@{}", "(a=(@1@)=>1)",
		"async (x=@1@)=>1", "({a:b=@1@})=>1", "/@x@/", "a.b?.@c@", "1@@.a", "f@@(1)", "a ? (b) : c => (d) : e => @1@",
	} {
		for _, depth := range []int{190, 20_000} {
			parts := strings.Split(form, "@")
			all = append(all, strings.Repeat(parts[0], depth)+parts[1]+strings.Repeat(parts[2], depth))
		}
	}
	return all
}

// drawn returns a random expression that makes a large value of small ones, such as 'x'.repeat(1e6).concat($A).
func drawn(draw *rand.Rand) string {
	of := func(choices ...string) string { return choices[draw.IntN(len(choices))] }
	source := of("'x'", "$A", "[1, 2]", "'ab'.repeat(1e6)", "'x'.repeat(1e5).split('')", "`${$A}`")
	for range 1 + draw.IntN(4) {
		n := fmt.Sprint(int(1) << draw.IntN(40))
		switch draw.IntN(4) {
		case 0:
			source = "[" + source + "]" + of(".map(x => x)", ".flat("+n+")", ".concat("+source+")", ".join('y'.repeat("+n+"))",
				".reduce((a, b) => a + b)", ".sort()", ".filter(x => x)[0]")
		case 1:
			source = "String(" + source + ")" + of(".repeat("+n+")", ".padStart("+n+", 'ab')", ".split('')",
				".replaceAll('x', 'y'.repeat("+n+"))", ".slice(-"+n+")", ".concat("+source+")")
		case 2:
			source = "(f => f(f, " + n + "))((f, n) => n " + of("> 1 ? f(f, n / 2)", "? f(f, n - 1)", "> 0 ? f(f, n) + f(f, n)",
				"== 1 ? f(f, 1)") + " : " + source + ")"
		default:
			source = "(x => " + of("x + x", "[x, x]", "[...[x], ...[x]].length", "x === x", "`${x}${x}`",
				"[x, [x, [x]]].flat(9).join()") + ")(" + source + ")"
		}
	}
	return source + of("", ".length", " + ''", " == 1")
}
