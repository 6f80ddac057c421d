// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package law tests the law that adoption relies on: whatever document an engine has, the configuration that Terraform generates for
// its import is valid, and the plan after it is empty. The tests draw random documents, also impossible ones, and import them over the
// provider's protocol, and some with the real Terraform. The package contains only tests. Start reading in law_test.go.
package law
