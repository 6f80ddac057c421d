// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package check validates configurations across several attributes: unique names, order of numbers, items and their expressions, parameters
// and their values, schedules, the position of a widget. A check skips unknown values, and sees only one object.
//
// A check reports an error if the engine's documents exclude a value or if it cannot work. All other doubts are warnings, so that every
// object of an engine can be imported as it is; each warning cites an assumption by its number in the reference server's quirks.go. The
// guide checks-at-plan.md lists every rule with its source.
//
// The package imports attribute, cron, expression and the packages that read values. Start reading in value.go; the other files are named
// after what they check.
package check
