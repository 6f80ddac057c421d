// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate has the tests that take objects over from another provider with the real Terraform, or OpenTofu: by moved
// blocks alone, and with the migrate subcommand before them. The other provider is a stand-in (standin_test.go), which
// Terraform asks for its schema and nothing else.
//
// There is nothing in it but tests. Start reading in move_test.go.
package migrate
