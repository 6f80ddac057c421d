// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package query runs `terraform query` on a reference server, and imports the objects with the configuration that the query generates. It
// contains only tests, which need Terraform 1.14. Package provider tests list resources without Terraform. Start reading in query_test.go.
package query
