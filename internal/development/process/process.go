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

// patience is how long Command lets a program go on after it has interrupted the program. Then it kills the program.
const patience = 15 * time.Second

// Command returns a command that runs in a process group of its own. Ctrl-C therefore reaches only the caller, which ends its programs in
// the order it wants. When ctx ends, the whole group is interrupted; after 15 seconds the program is killed. Start it with Run, or with its
// own Start followed by Wait.
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

// Run starts a command and waits for its end like Wait. It returns the same errors as exec.Cmd.Run.
func Run(command *exec.Cmd) error {
	if err := command.Start(); err != nil {
		return err
	}
	return Wait(command)
}

// Wait waits until a started command has ended and then kills the rest of its process group, because a program that was killed can't stop
// its own children. It returns the same errors as exec.Cmd.Wait.
func Wait(command *exec.Cmd) error {
	err := command.Wait()
	_ = signalGroup(command, syscall.SIGKILL) // usually fails, because nothing is left
	return err
}

func signalGroup(command *exec.Cmd, signal syscall.Signal) error {
	return syscall.Kill(-command.Process.Pid, signal)
}
