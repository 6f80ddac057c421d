// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package query asks a reference server with `terraform query` what it has, and brings it under Terraform with the configuration that
// this writes. It has tests alone, which need Terraform 1.14; package provider tests the same over the protocol. Start reading in
// query_test.go.
package query
