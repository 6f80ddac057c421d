// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rehearsal evaluates alerts on data without an engine. It computes when an alert runs, the values of its items in each time
// window, the resulting status, and when the status changes. The engine's documentation describes none of this; the assumptions are quirks
// 210 and later in quirks.go of the reference server.
//
// The package is deterministic: it reads no clock, no files and no random numbers.
//
// Of this module it imports only calculation, cron and expression, so that the reference server can use it too. Start reading in alert.go.
// run.go evaluates one run, timeline.go all runs of a time span, and query.go and script.go the items.
package rehearsal
