// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package check has what concerns several attributes of a configuration: names that have to be unique, numbers in their order,
// items and their expressions, parameters and their values, schedules, the place of a widget. Checks leave alone what is not
// known yet, and never look beyond one object.
//
// What the documents exclude or what can't work is refused. Whatever else experience advises against is a warning, so that an
// engine's objects can be imported and left alone, and cites a number of the reference server's quirks.go. The guide
// checks-at-plan.md lists every rule with its source.
//
// It imports attribute, cron, expression and the packages that read values, and no other part. Start reading in value.go; the other
// files are named for what they check.
package check
