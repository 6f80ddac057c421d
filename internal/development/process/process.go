// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package process

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// patience is how long a program may take to end after an interrupt, before it is killed.
const patience = 15 * time.Second

// Command returns a command that runs in its own process group, so that Ctrl+C interrupts only the caller, who then decides what to stop.
// When ctx ends, the whole group is interrupted, and killed if the program still runs after 15 seconds. Run the command with Run, or with
// its Start method and this package's Wait.
func Command(ctx context.Context, program string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, program, arguments...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error {
		err := signalGroup(command, syscall.SIGINT)
		if errors.Is(err, syscall.ESRCH) {
			return os.ErrProcessDone
		}
		return err
	}
	command.WaitDelay = patience
	return command
}

// Run starts a command that Command returned, and waits for its end. It returns the same errors as exec.Cmd.Run.
func Run(command *exec.Cmd) error {
	if err := command.Start(); err != nil {
		return err
	}
	return Wait(command)
}

// Wait waits until the command ends, and then kills the rest of its process group, because a program that was killed could not stop its
// child processes. It returns the same errors as exec.Cmd.Wait.
func Wait(command *exec.Cmd) error {
	err := command.Wait()
	_ = signalGroup(command, syscall.SIGKILL) // usually fails, because nothing is left
	return err
}

func signalGroup(command *exec.Cmd, signal syscall.Signal) error {
	return syscall.Kill(-command.Process.Pid, signal)
}
