// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate tests moving objects from a different provider to this one with the real Terraform or OpenTofu. Objects move with moved
// blocks alone, or with the migrate subcommand, which rewrites the configuration. standin_test.go contains a provider that stands in for
// the other one.
//
// The package contains only tests. Start reading in move_test.go.
package migrate
