// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package expression derives the two texts that the engine runs and does not make itself (wire shapes section 10): the function
// around an expression, and the pipeline of a query.
//
// It imports nothing of this module. Start reading in plain.go.
package expression
