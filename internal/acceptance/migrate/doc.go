// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate tests how objects move from a different provider to this provider: with moved blocks alone, or with the migrate
// subcommand, which rewrites the configuration. The code in standin_test.go plays the other provider. Terraform or OpenTofu is real.
//
// The package has only tests. Start reading in move_test.go.
package migrate
