// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os/exec"
	"runtime"
	"syscall"
)

// endWithCaller lets the system kill a command when the caller ends, even if that one is killed. For Linux the caller is the
// thread that starts the command, so the goroutine keeps its thread.
func endWithCaller(command *exec.Cmd) {
	runtime.LockOSThread()
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
