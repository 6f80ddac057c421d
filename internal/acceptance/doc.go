// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package acceptance runs the real Terraform, or OpenTofu, against the provider and the reference server. It contains only tests. The file
// of each object, such as node_test.go, has a table of its attributes. lifecycle_test.go creates, changes, clears and imports them with
// terraform-plugin-testing. The other file names say what they test. Start reading in node_test.go, then object_test.go.
package acceptance
