// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package check finds mistakes in a configuration that involve several attributes of one object: unique names, order of numbers, items and
// their expressions, parameters and their values, schedules, the position of a widget. A check skips values that are unknown in the plan.
//
// A check reports an error if the engine's documentation excludes a value or if the value cannot work. In all other cases it only warns, so
// that every object of an engine can be imported as it is. Each warning assumes something about the engine that is not documented. The
// assumptions are numbered in the reference server's quirks.go, and the comment of the check cites the number. The guide
// checks-at-plan.md lists every rule with its source.
//
// The package imports attribute, cron, expression and the packages that read values. Start reading in value.go; the other files are named
// after what they check.
package check
