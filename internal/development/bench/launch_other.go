// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix && !linux

package main

import "os/exec"

// endWithCaller does nothing, because only Linux can tie a command to its caller. On other systems the command ends with
// Terraform's process group.
func endWithCaller(*exec.Cmd) {}
