// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package calculation evaluates the JavaScript that alert expressions use: numbers, texts, lists, conditions and functions. Every result
// equals that of a JavaScript engine, to the last bit.
//
// A Meter bounds each call by counting steps and bytes, not by a clock. Only function calls and list methods can loop, and both are
// counted. A call keeps no state for the next one, reads no clock and has no random numbers.
//
// JavaScript outside of this subset is refused with an *OutsideError, which names the word and its position. The engine may still run it.
//
// The package imports javascript of this module. Start reading in function.go. compile.go turns expressions into closures; the files named
// after types (text.go, list.go, number.go) have the methods of those types.
package calculation
