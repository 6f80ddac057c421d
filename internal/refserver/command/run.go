// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Exit statuses that shells give to commands that cannot run and, with the signal's number added, that a signal ended.
const (
	exitNotFound = 127
	exitSignal   = 128
)

// runCommand runs the command with the variables set and gives its exit status. Interrupts are passed on.
func runCommand(
	ctx context.Context, command, environment []string, interrupts <-chan os.Signal, stdout, stderr io.Writer,
) (int, error) {
	run := exec.CommandContext(ctx, command[0], command[1:]...)
	run.Env = append(withoutEngine(os.Environ()), environment...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, stdout, stderr
	run.Cancel = func() error { return run.Process.Signal(syscall.SIGTERM) }
	run.WaitDelay = 10 * time.Second
	if err := run.Start(); err != nil {
		_, err = fmt.Fprintf(stderr, "reference-server: %v\n", err)
		return exitNotFound, err
	}
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	terminal := hasTerminal()
	for {
		select {
		case interrupt := <-interrupts:
			if interrupt == os.Interrupt && terminal {
				continue // The terminal has interrupted the command as well; a second one would make it give up at once.
			}
			if err := run.Process.Signal(interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
				return exitFailure, err
			}
		case err := <-ended:
			return exitStatus(err)
		}
	}
}

// withoutEngine leaves out the settings of whoever runs the command: those of another engine would mix with this one's.
func withoutEngine(environment []string) []string {
	return slices.DeleteFunc(environment, func(variable string) bool { return strings.HasPrefix(variable, "ENGINE_") })
}

// hasTerminal reports whether interrupts come from a terminal, which sends them to all processes in its foreground.
func hasTerminal() bool {
	terminal, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	return terminal.Close() == nil
}

// exitStatus is the status to end with for the result of a command.
func exitStatus(err error) (int, error) {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 0, err
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return exitSignal + int(status.Signal()), nil
	}
	return exit.ExitCode(), nil
}
