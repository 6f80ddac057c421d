// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package acceptance runs the real Terraform, or OpenTofu, against the provider and the reference server. It contains only tests. The files
// lifecycle_*_test.go create, change, clear and import every attribute of every resource. The other file names say what they test. Start
// reading in lifecycle_case_test.go, then lifecycle_test.go.
package acceptance
