// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package law tests a guarantee that all imports rely on: Terraform can generate a valid configuration for every document that an engine
// can contain, and the plan after the import is empty. The tests import random documents, even unlikely ones. Most tests call the provider
// through its protocol, and one runs the real Terraform. Start reading in law_test.go.
package law
