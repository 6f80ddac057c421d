// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package acceptance has the tests that run the real Terraform, or OpenTofu, against the provider and the reference server. The
// lifecycle tests (lifecycle_*_test.go) take every attribute of every object through its life; the other files are named for
// what they try.
//
// There is nothing in it but tests. Start reading in lifecycle_case_test.go, then lifecycle_test.go.
package acceptance
