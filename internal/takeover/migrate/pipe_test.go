// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package migrate_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEditsDuringTheRunStay edits files while migrate is waiting for the state. migrate must keep the edits, write nothing, and report an
// error that lists the edited files, including those it would not have changed.
func TestEditsDuringTheRunStay(t *testing.T) {
	t.Parallel()
	for _, edited := range [][]string{{"main.tf"}, {"variables.tf"}, {"main.tf", "variables.tf", "below/main.tf"}, {"moved.tf"}, {}} {
		dir, state := t.TempDir(), filepath.Join(t.TempDir(), "state")
		if err := errors.Join(os.Mkdir(filepath.Join(dir, "below"), 0o700), syscall.Mkfifo(state, 0o600)); err != nil {
			t.Fatal(err)
		}
		node := "resource \"acme_node\" \"n\" {\n  name = \"n\"\n  type = \"x\"\n}\n"
		for name, text := range map[string]string{"main.tf": node, "below/main.tf": node, "variables.tf": "variable \"v\" {}\n"} {
			write(t, filepath.Join(dir, name), text)
		}
		var want map[string]string
		done := make(chan error)
		go func() {
			pipe, err := os.OpenFile(state, os.O_WRONLY, 0) // This blocks until migrate has read the configuration and opens the state.
			for _, name := range edited {
				text, _ := os.ReadFile(filepath.Join(dir, name))
				err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), append(text, "# edited\n"...), 0o600))
			}
			want = contents(t, dir)
			_, writeErr := pipe.WriteString(`{"format_version": "1.0"}`)
			done <- errors.Join(err, writeErr, pipe.Close())
		}()
		if len(edited) == 0 {
			run(t, "-state", state, dir)
		} else if status, problems := fail(t, "-state", state, dir); status != 1 {
			t.Errorf("%v: status %d", edited, status)
		} else {
			for _, name := range edited {
				if !strings.Contains(problems, filepath.Join(dir, name)) {
					t.Errorf("%v: %s", edited, problems)
				}
			}
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, contents(t, dir)); (d == "") != (len(edited) > 0) {
			t.Errorf("%v (-edited +migrated):\n%s", edited, d)
		}
	}
}

// TestPipesInTheDirectoryAreNotRead checks that migrate rejects a pipe instead of waiting for someone to write to it.
func TestPipesInTheDirectoryAreNotRead(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"main.tf", "main.tf.json", "a.tftest.hcl", "terraform.tfvars", "below/main.tf", "terraform.tfstate"} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "below"), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "versions.tf"), "resource \"acme_node\" \"n\" {}\n")
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, problems := fail(t, dir); status != 1 || !strings.Contains(problems, name+": it has to be a regular file") {
			t.Errorf("%s: status %d: %s", name, status, problems)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
