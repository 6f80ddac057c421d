// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package process runs programs in such a way that neither they nor their children outlive the call. It is for programs that start
// others, such as Terraform and `go test`, on systems with process groups. It imports no other package of this module. Start
// reading in process.go.
package process
