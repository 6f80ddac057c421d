// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package process runs programs that start other programs, such as Terraform and `go test`. When a call returns, neither its program nor
// the children of that program run any more. The package needs a system with process groups. It imports no other package of this module.
// Start reading in process.go.
package process
