// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package calculation evaluates the part of JavaScript with which alerts calculate: numbers, texts, lists, conditions, and functions of
// them. What it evaluates has the same result as in JavaScript, to the last bit.
//
// The work of a call is bounded by counters, not by a clock: a Meter counts steps and bytes. Nothing can loop but calls of functions and the
// methods of lists, and both are counted. Nothing survives a call, and nothing reads the time or draws lots.
//
// What is outside of that part is an *OutsideError with the word and its place: engines may run it.
//
// It imports javascript of this module. Start reading in function.go; compile.go turns expressions into closures, and the files named after
// types have their members.
package calculation
