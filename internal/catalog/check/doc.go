// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package check finds mistakes that involve several attributes of an object, such as repeated names, numbers out of order, invalid
// expressions, values of the wrong type, incomplete schedules and widgets outside the grid. Checks ignore values that are unknown in the
// plan.
//
// A check reports an error if the engine's documentation excludes a value, or if the value can't work. Otherwise, it only warns, so that
// every engine object can be imported. Each warning is based on an undocumented assumption about the engine (a quirk). The quirks are
// numbered in the reference server's quirks.go. The checks-at-plan.md guide lists all rules with their sources.
//
// Start reading in value.go. The other files are named after what they check.
package check
