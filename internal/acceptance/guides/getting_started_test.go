// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestGettingStarted follows the guide "getting-started" in an empty folder. It writes terraform blocks to a file, runs sh blocks, and
// compares the output with the text blocks, line by line.
func TestGettingStarted(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	blocks := terraformtest.Story(t, "getting-started")
	program := install(t, home, blocks[0].Text)
	folder := t.TempDir()
	shell := terraformtest.Shell(t, folder, program)
	files := []string{"main.tf", "pressure.tftest.hcl"}
	var output string
	for _, block := range blocks[1:] {
		switch block.Language {
		case "terraform":
			terraformtest.Write(t, folder, files[0], block.Text)
			files = files[1:]
		case "sh":
			var err error
			if output, err = shell.Run(t.Context(), "-c", "exec 2>&1\nset -e\n"+block.Text); err != nil {
				t.Fatal(err)
			}
		case "text":
			for line := range strings.SplitSeq(strings.TrimSpace(block.Text), "\n") {
				at := strings.Index(output, line)
				if at < 0 {
					t.Fatalf("%q does not follow in\n%s", line, output)
				}
				output = output[at+len(line):]
			}
		}
	}
}

// install runs the command that installs the provider in the guide "getting-started". The home folder is empty. install returns the path of
// the installed program.
func install(t *testing.T, home, command string) (program string) {
	t.Helper()
	build := exec.CommandContext(t.Context(), "sh", "-c", command)
	build.Dir = "../../.."
	build.Env = append(os.Environ(), "HOME="+home, "MAKEFLAGS= -- BIN="+filepath.Join(home, "bin"))
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		value, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		build.Env = append(build.Env, name+"="+strings.TrimSpace(string(value)))
	}
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		found, err := filepath.Glob(filepath.Join(home, ".terraform.d/plugins", host, "engine-platform/engine/*/*/terraform-provider-engine_v*"))
		if err != nil || len(found) != 1 {
			t.Errorf("for %s, there are %v (%v)", host, found, err)
		}
	}
	return filepath.Join(home, "bin", terraformtest.Program)
}
