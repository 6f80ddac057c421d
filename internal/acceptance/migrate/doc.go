// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate tests moving objects from a different provider to this one with the real Terraform or OpenTofu, either with moved blocks
// alone or with the migrate subcommand, which rewrites the configuration. standin_test.go contains the stand-in for the other provider.
//
// Start reading in move_test.go.
package migrate
