// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestInterruptedStart checks that an interrupt stops a server that is still reading a file (here a pipe) during startup.
func TestInterruptedStart(t *testing.T) {
	for _, flag := range []string{"-series", "-metadata", "-objects", "-like"} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		var stderr strings.Builder
		run := subcommand(t, "-quiet", "-listen", "127.0.0.1:0", flag, pipe)
		run.Stderr = &stderr
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // OpenFile waits until the server opens the pipe.
		if err == nil {
			err = run.Process.Signal(syscall.SIGTERM)
		}
		if err != nil {
			t.Fatal(err)
		}
		if status := exitStatus(t, run.Wait()); status != 1 || !strings.Contains(stderr.String(), "interrupted before the server was ready") {
			t.Errorf("%s: status %d, %s", flag, status, stderr.String())
		}
		_ = writer.Close()
	}
}
