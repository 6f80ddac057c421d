// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package process runs other programs so that nothing of them outlives their end: neither they nor what they have started.
// It is for programs that start programs, as Terraform and `go test` do, on systems with process groups. It imports no other
// package of this module. Start reading in process.go.
package process
