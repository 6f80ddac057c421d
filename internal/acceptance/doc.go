// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package acceptance runs the real Terraform, or OpenTofu, against the provider and the reference server. It contains only tests. Each kind
// of object has a file, such as node_test.go, with a table of its attributes. lifecycle_test.go uses these tables to create, update, clear
// and import objects with terraform-plugin-testing. The names of the other files describe what they test. Start with node_test.go,
// then read object_test.go.
package acceptance
