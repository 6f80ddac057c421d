// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rehearsal follows the guide to rehearsals: tests of a module check that its alerts fire, and a plan is rehearsed on recorded
// data.
package rehearsal
