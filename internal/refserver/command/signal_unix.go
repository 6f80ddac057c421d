// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package command

import (
	"os"
	"syscall"
)

// reachedBySystem returns a function that reports whether the system sends a signal to the command after "--" too. A terminal interrupts
// both processes. Other signals reach only this process.
func reachedBySystem() func(os.Signal) bool {
	terminal := hasTerminal()
	return func(signal os.Signal) bool { return signal == os.Interrupt && terminal }
}

func hasTerminal() bool {
	terminal, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	return terminal.Close() == nil
}

// end asks a process to end.
func end(process *os.Process) error { return process.Signal(syscall.SIGTERM) }
