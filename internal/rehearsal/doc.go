// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rehearsal runs the conditions of alerts on data, without an engine: when an alert runs, what its items give in its time
// window, which status follows and where the status changes. No document says any of it: quirks.go of the
// reference server numbers the beliefs from 210 on.
//
// The same alert and the same data always give the same runs: nothing here asks for the time, draws lots or reads files.
//
// It imports calculation, cron and expression of this module, so that the reference server may use it as well as the provider. Start reading in
// alert.go; run.go has a run, timeline.go all runs of a span of time, query.go and script.go what the items do.
package rehearsal
