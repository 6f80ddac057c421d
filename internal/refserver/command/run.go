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

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// runCommand runs the command after "--" with additional environment variables, and returns its exit status. It forwards signals to the
// command, except those that the operating system also sends to the command.
func runCommand(
	ctx context.Context, command, environment []string, interrupts <-chan os.Signal, stdout, stderr io.Writer,
) (int, error) {
	run := exec.CommandContext(ctx, command[0], command[1:]...)
	// The user's ENGINE_ variables are for a different engine, so they must not reach the command.
	own := slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "ENGINE_") })
	run.Env = append(own, environment...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, stdout, stderr
	run.Cancel = func() error { return end(run.Process) }
	run.WaitDelay = 10 * time.Second
	if err := run.Start(); err != nil {
		_, err = fmt.Fprintf(stderr, "reference-server: %s\n", document.Visible(err.Error()))
		return commandline.NotStarted, err
	}
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	reached := reachedBySystem()
	for {
		select {
		case interrupt := <-interrupts:
			if reached(interrupt) {
				continue // The command already has this signal. A second interrupt would make Terraform exit without cleanup.
			}
			if err := run.Process.Signal(interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
				return commandline.Failure, err
			}
		case err := <-ended:
			return exitStatus(err)
		}
	}
}

// exitStatus returns the exit status in an error from exec.Cmd.Wait. It returns any other error unchanged.
func exitStatus(err error) (int, error) {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 0, err
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return commandline.Signaled + int(status.Signal()), nil
	}
	return exit.ExitCode(), nil
}
