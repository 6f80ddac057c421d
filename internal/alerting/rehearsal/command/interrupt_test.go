// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
)

// TestInterrupted checks that the command stops if it is canceled while reading an input file. Each input file in turn is a pipe, so that
// the command blocks.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	plan := write(t, directory, "plan.json", `{"values": {"root_module": {"resources": [`+alertOf("engine_alert.x", `"pump"`)+`]}}}`)
	series, pipe := write(t, directory, "day.csv", day), filepath.Join(directory, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{
		{"-plan", pipe, "-series", series},
		{"-plan", plan, "-series", pipe},
		{"-plan", plan, "-series", series, "-metadata", pipe},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer cancel()
			if writer, err := os.OpenFile(pipe, os.O_WRONLY, 0); err == nil { // blocks until the command opens the pipe
				cancel()
				<-ended
				_ = writer.Close()
			}
		}()
		var out, err bytes.Buffer
		status := commandline.Run(ctx, Command(), arguments, nil, &out, &err)
		close(ended)
		if status != 1 || err.String() != "rehearse: interrupted, and nothing was written\n" {
			t.Errorf("%q: got %d %s%s", arguments, status, out.String(), err.String())
		}
	}
}
