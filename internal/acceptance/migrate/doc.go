// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate tests the move of objects from another provider to this one, with the real Terraform or OpenTofu: with moved blocks
// alone, or after the migrate subcommand has rewritten the configuration. A small provider in standin_test.go stands for the other
// provider.
//
// The package has only tests. Start reading in move_test.go.
package migrate
