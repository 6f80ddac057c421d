// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate tests moving objects from a different provider to this one with the real Terraform or OpenTofu. Some tests use only moved
// blocks. Others run the migrate subcommand, which rewrites the configuration. standin_test.go contains the other provider's stand-in.
//
// Start reading in move_test.go.
package migrate
