// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rehearsal runs the guide to rehearsals: modules test that their alerts fire, and a plan is rehearsed on recorded data.
package rehearsal
