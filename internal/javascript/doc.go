// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package javascript parses expressions and functions in JavaScript, whoever wrote them: one pass from left to right, in time and memory
// proportional to the text, at most MostNesting deep.
//
// A parameter list and a parenthesis look the same until the => behind them. The parser reads both as a parenthesis, and turns it into
// parameters when it sees the arrow, so that no text is read twice. Long chains (a + b + c, a.b.c, a ? b : c ? d : e) are one node each, so
// that only what a text nests makes the tree deep.
//
// The parser takes more than an engine would: it does not look for rules such as "break stands in a loop". What it refuses, every engine
// refuses, unless the error is Unsure.
//
// It imports the standard library alone. Start reading in node.go; parser.go begins with the functions that other packages call.
package javascript
