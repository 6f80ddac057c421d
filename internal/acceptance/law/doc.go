// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package law keeps the law that adoption rests on: whatever document an engine has, the configuration that Terraform
// generates of its import is valid, and its plan is empty. Documents that no configuration could have made are drawn, and
// imported over the protocol; some of each kind with the real Terraform. It has tests alone. Start reading in law_test.go.
package law
