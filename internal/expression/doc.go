// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package expression derives the two texts that the engine runs and does not make itself (wire shapes section 10): the function
// around an expression, and the pipeline of a query. Nothing of an expression is ever run.
//
// It imports javascript of this module. Start reading in plain.go; parse.go says which names of an expression are items.
package expression
