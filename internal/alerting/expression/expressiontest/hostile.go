// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package expressiontest provides malicious and unusual expressions for testing all code that reads them. It imports only the standard
// library.
package expressiontest

import (
	_ "embed"
	"strings"
)

// Table returns expressions that once made code in this module hang, exhaust its memory or crash.
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

//go:embed hostile.txt
var hostile string

// Hostile returns expressions that a parser might not handle well: those of Table and hostile.txt, strings that are not JavaScript, and
// deeply nested expressions. Each form is repeated 190 times, just below the parser's limit for nesting, and 20,000 times, far above it.
func Hostile() []string {
	all := append(Table(), "\x00", "\xff", "\u2028")
	all = append(all, strings.Split(strings.ReplaceAll(strings.TrimSpace(hostile), "⏎", "\n"), "\n")...)
	// Each form consists of three parts, separated by @. The first and the last part are repeated. For example, "[@1@]" becomes [[[1]]] if
	// it is nested three levels deep.
	for _, form := range []string{
		"(@1@)", "[@1@]", "(()=>@1@)()", "`${@1@}`", "!@1@", "- @1@", "a=>@1@", "1?@1@:1", "1?1:@1@", "a=@1@", "2**@1@", "({a:@1@})", "f(@1@)",
		"1+@1@", "1&&@1@", "1,@1@", "typeof @1@", "/@x@/", "1@@.a", "f@@(1)", "a ? (b) : c => (d) : e => @1@",
	} {
		parts := strings.Split(form, "@")
		for _, depth := range []int{190, 20_000} {
			all = append(all, strings.Repeat(parts[0], depth)+parts[1]+strings.Repeat(parts[2], depth))
		}
	}
	return all
}
