// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rivals has the tests in which somebody else writes to what Terraform is about to change: between its plan and its apply,
// and between the provider's read and its update.
//
// There is nothing in it but tests. Start reading in rivals_test.go; race_test.go has the harness.
package rivals
