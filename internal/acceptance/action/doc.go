// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package action has Terraform carry out actions beside an apply. It has tests alone, which need Terraform 1.14; the package of the
// actions tests the same over the protocol. Start reading in action_test.go.
package action
