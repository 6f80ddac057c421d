// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package javascript parses JavaScript expressions and functions from any source. It reads the text once, from left to right. Time and
// memory are proportional to the length of the text, and nesting is limited to MostNesting.
//
// The beginning of (a, b) => c looks like an expression in parentheses. The parser reads it as one and converts it to parameters when it
// reaches the arrow, so it never reads a text twice. A long chain (a + b + c, a.b.c, a ? b : c ? d : e) becomes a single node, so only
// nested texts make a deep tree.
//
// The parser accepts more than an engine does: for example, it does not check that break stands in a loop. Every engine refuses what the
// parser refuses, unless the error has Unsure set.
//
// The package imports only the standard library. Start reading in node.go; the functions that other packages call are at the top of
// parser.go.
package javascript
