// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package action tests the provider's actions with the real Terraform, which must be 1.14 or later. Package provider/action tests the same
// actions without Terraform. Start reading in action_test.go.
package action
