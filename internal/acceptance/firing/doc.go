// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package firing runs terraform test below the reference server, whose alerts run on data: what the author of a module does to see that
// the alerts of the module fire. It has tests alone. Start reading in firing_test.go; the module is testdata/module.
package firing
