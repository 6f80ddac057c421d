// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate tests the move of objects from the provider that the configuration was written for to this provider. It uses moved blocks
// alone, or runs the migrate subcommand, which rewrites the configuration. The provider in standin_test.go plays the provider to move from.
// Terraform or OpenTofu is real.
//
// The package has only tests. Start reading in move_test.go.
package migrate
