// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package expression derives two texts that the engine runs but leaves to its clients to write (wire shapes section 10): the function
// around an expression, and the database pipeline of a query. It never runs an expression.
//
// The package imports javascript of this module. Start reading in plain.go; parse.go finds the items that an expression names.
package expression
