// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package command

import (
	"os"
	"syscall"
)

// reachedBySystem returns a function that reports whether the operating system sends a signal to both the server and the command that the
// user gave after "--". For example, a terminal sends an interrupt to both.
func reachedBySystem() func(os.Signal) bool {
	terminal, err := os.Open("/dev/tty")
	hasTerminal := err == nil && terminal.Close() == nil
	return func(signal os.Signal) bool { return signal == os.Interrupt && hasTerminal }
}

func end(process *os.Process) error { return process.Signal(syscall.SIGTERM) }
