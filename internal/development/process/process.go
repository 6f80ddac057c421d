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

// patience is how long a process may keep running after an interrupt before it is killed.
const patience = 15 * time.Second

// Command returns a command that runs in its own process group. Ctrl-C therefore reaches only the calling program, which can then stop its
// commands in the right order. When ctx is canceled, the whole group is interrupted. If the command is still running 15 seconds later, it
// is killed. Start the command with Run, or with its Start method followed by Wait.
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

// Run starts a command and waits for it as Wait does. It returns the same errors as exec.Cmd.Run.
func Run(command *exec.Cmd) error {
	if err := command.Start(); err != nil {
		return err
	}
	return Wait(command)
}

// Wait waits for a started command to exit. It then kills any processes left in the command's process group, because a killed command may
// not have stopped them. Wait returns the same errors as exec.Cmd.Wait.
func Wait(command *exec.Cmd) error {
	err := command.Wait()
	_ = signalGroup(command, syscall.SIGKILL) // This usually fails because no process is left.
	return err
}

func signalGroup(command *exec.Cmd, signal syscall.Signal) error {
	return syscall.Kill(-command.Process.Pid, signal)
}
