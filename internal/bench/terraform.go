// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// terraform is Terraform or OpenTofu, run as a program in a work folder.
type terraform struct {
	program     string
	folder      workFolder
	environment []string
}

// newTerraform leaves the settings of whoever runs the benchmark outside: variables, configuration files and plugins.
func newTerraform(program string, folder workFolder, environment ...string) *terraform {
	inherited := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return slices.ContainsFunc([]string{"TF_", "ENGINE_", "BENCH_"}, func(prefix string) bool { return strings.HasPrefix(variable, prefix) })
	})
	return &terraform{program: program, folder: folder, environment: append(append(inherited, environment...),
		"HOME="+string(folder),
		"TF_CLI_CONFIG_FILE="+folder.terraformConfig(),
		"TF_IN_AUTOMATION=1",
		"CHECKPOINT_DISABLE=1",
		usageVariable+"="+folder.usage(),
	)}
}

// run gives how long the program took. Another exit status than the wanted one is
// an error with the messages of the program.
func (t *terraform) run(ctx context.Context, want int, arguments ...string) (time.Duration, error) {
	command := exec.CommandContext(ctx, t.program, arguments...)
	command.Dir = string(t.folder)
	command.Env = t.environment
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // An interrupt from the keyboard goes to this program alone.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 15 * time.Second
	var output, messages bytes.Buffer
	command.Stdout, command.Stderr = &output, &messages
	begin := time.Now()
	err := command.Run()
	took := time.Since(begin)
	if errors.Is(err, exec.ErrWaitDelay) {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // The plugins that it left behind.
	}
	var exited *exec.ExitError
	if err == nil || errors.As(err, &exited) {
		err = nil
		if status := command.ProcessState.ExitCode(); status != want {
			err = fmt.Errorf("ended with %s instead of %d\n%s", command.ProcessState, want, lastOf(messages.String()+output.String()))
		}
	}
	if err != nil {
		return 0, fmt.Errorf("%s %s: %w", filepath.Base(t.program), strings.Join(arguments, " "), err)
	}
	return took, ctx.Err()
}

// lastOf is the end of a text that may be long.
func lastOf(text string) string {
	const most = 4000
	return text[max(0, len(text)-most):]
}
