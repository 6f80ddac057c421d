// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// later is the time from the end of the plan to the signal. It is long enough for the command to be in the middle of its work.
const later = 400 * time.Millisecond

// TestInterrupted sends SIGINT to the command while it reads a plan from a pipe, and while it works on a large plan. The test is not
// parallel, because the signal reaches all commands in the process.
func TestInterrupted(t *testing.T) { //nolint:paralleltest
	var alerts, widgets []string
	for i := range 4000 {
		alerts = append(alerts, resource(fmt.Sprintf("engine_alert.a[%d]", i), "engine_alert",
			`{"name": "n", "alert_items": [`+itemA+`], `+condition+`}`))
		widgets = append(widgets, resource(fmt.Sprintf("engine_widget.w[%d]", i), "engine_widget",
			`{"name": "n", "type": "timeseries", "tab": "`+strconv.Itoa(i/400)+`", "chart_items": [`+itemA+`]}`))
	}
	begin := `{"values": {"root_module": {"resources": [`
	for name, plan := range map[string]string{
		"reading":    begin,
		"rehearsing": begin + strings.Join(alerts, ", ") + `]}}}`,
		"drawing":    begin + strings.Join(widgets, ", ") + `]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			directory := t.TempDir()
			pipe, out := filepath.Join(directory, "pipe"), filepath.Join(directory, "out")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			ended := make(chan struct{})
			go func() {
				writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits until the command opens the pipe
				if err == nil {
					_, err = writer.WriteString(plan)
				}
				if plan != begin {
					err = errors.Join(err, writer.Close())
				}
				select {
				case <-ended:
					t.Error("draw ended before it was interrupted")
					return
				case <-time.After(later):
				}
				if err = errors.Join(err, syscall.Kill(os.Getpid(), syscall.SIGINT)); err != nil {
					t.Error(err)
				}
				if <-ended; plan == begin {
					_ = writer.Close()
				}
			}()
			status, stdout, stderr := run(t, "-plan", pipe, "-out", out)
			close(ended)
			if status != 1 || stdout != "" || stderr != "draw: interrupted, and nothing was written\n" {
				t.Errorf("got %d %s%s", status, stdout, stderr)
			}
			if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the directory exists: %v", err)
			}
		})
	}
}
