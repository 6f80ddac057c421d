// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package law tests a law on which imports rely: for every document that an engine can have, Terraform generates a valid configuration, and
// the plan after the import is empty. The tests draw random documents, also ones that no engine would send, and import them over the
// provider's protocol, some with the real Terraform. It contains only tests. Start reading in law_test.go.
package law
