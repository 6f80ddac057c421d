// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate has the tests that take over objects from another provider with the real Terraform or OpenTofu: some by moved
// blocks alone, others with the migrate subcommand first. A stand-in plays the other provider (standin_test.go).
//
// The package has only tests. Start reading in move_test.go.
package migrate
