// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package action tests the provider's actions with the real Terraform. The tests need Terraform 1.14. Package provider/action tests the
// same without Terraform. Start reading in action_test.go.
package action
