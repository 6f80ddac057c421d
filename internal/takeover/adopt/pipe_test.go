// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipesInTheDirectoryAreNotRead checks that adopt rejects a link to a pipe instead of waiting for someone to write to the pipe.
func TestPipesInTheDirectoryAreNotRead(t *testing.T) {
	p := newProject(t, nil)
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"main.tf", "main.tofu.json", "override.tf", "adopt.map.json", "unfit.json", "terraform.tfstate"} {
		p.dir = t.TempDir()
		file := filepath.Join(p.dir, name)
		if err := os.Symlink(pipe, file); err != nil {
			t.Fatal(err)
		}
		p.wantFailure(1, name+": it has to be a regular file")
	}
}
