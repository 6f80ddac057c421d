// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package expression derives the two texts that the engine runs and does not make itself (wire shapes section 10): the function
// around an expression, and the pipeline of a query.
//
// An expression is read by the parser of goja, a JavaScript engine in Go; nothing of it is ever run.
//
// It imports nothing of this module. Start reading in plain.go; parse.go says what an expression is, names.go which names in it
// are free.
package expression
