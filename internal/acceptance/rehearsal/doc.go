// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rehearsal tests the guide to rehearsals (a rehearsal is a run of an alert on recorded data). The guide has three ways: the
// provider function rehearse and the subcommand rehearse (guide_test.go), and a reference server that runs the alerts itself
// (events_test.go). The package contains only tests.
package rehearsal
