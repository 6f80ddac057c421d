// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package process runs programs such that neither they nor their child processes outlive the call. It is for programs that start further
// programs, such as Terraform and `go test`, on systems with process groups. It imports no other package of this module. Start reading in
// process.go.
package process
