// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix && !linux

package main

import "os/exec"

// endWithCaller does nothing where the system cannot end a command with its caller: it ends with the process group of
// Terraform.
func endWithCaller(*exec.Cmd) {}
