// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os/exec"
	"runtime"
	"syscall"
)

// endWithCaller makes Linux kill the command when the caller ends, even if the caller is killed. To Linux the caller is the thread
// that starts the command, so the goroutine is locked to its thread.
func endWithCaller(command *exec.Cmd) {
	runtime.LockOSThread()
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
