// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rehearsal follows the guide to rehearsals: tests of a module check that its alerts fire, with the provider function rehearse
// (guide_test.go) and on the reference server, whose alerts run on recorded data (events_test.go). A plan is rehearsed on recorded data
// too. The package contains only tests.
package rehearsal
