// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package process runs commands that start other processes, such as Terraform and `go test`. When a call returns, none of these processes
// runs any more. The package needs a system with process groups, and imports no other package of this module.
package process
