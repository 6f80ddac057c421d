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

// patience is how long a program may take to end after an interrupt.
const patience = 15 * time.Second

// Command is a program that is to run in a process group of its own: an interrupt from the keyboard reaches the caller alone,
// who ends its programs in the order it likes. When the context ends, the whole group is interrupted as the keyboard would
// do it, and killed if the program does not end within 15 seconds. It is run by Run, or by its Start and Wait of this package.
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

// Run starts a Command and waits for its end, with the errors of exec.Cmd.
func Run(command *exec.Cmd) error {
	if err := command.Start(); err != nil {
		return err
	}
	return Wait(command)
}

// Wait waits for the end of a Command that was started, with the errors of exec.Cmd, and kills what the program has left in
// its group. It does so after every end: a program that was killed had no time to end what it had started.
func Wait(command *exec.Cmd) error {
	err := command.Wait()
	_ = signalGroup(command, syscall.SIGKILL) // Mostly there is nothing left to kill.
	return err
}

func signalGroup(command *exec.Cmd, signal syscall.Signal) error {
	return syscall.Kill(-command.Process.Pid, signal)
}
