// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package process runs commands that start other processes, such as Terraform and `go test`. It guarantees that none of these processes are
// still running when a call returns. It requires an operating system with process groups, and imports no other package from this module.
package process
