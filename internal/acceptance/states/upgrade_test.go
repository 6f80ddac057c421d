// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package states

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestUpgrade checks that users can upgrade from the last release. It applies examples/complete with that release's binary and files. The
// current binary must then plan no changes. To start from a different commit, set the environment variable UPGRADE_FROM.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	commit := os.Getenv("UPGRADE_FROM")
	if commit == "" {
		commit = lastRelease(t)
	}
	checkout := checkOut(t, commit)
	released := filepath.Join(t.TempDir(), terraformtest.Program)
	command(t, checkout, "go", "build", "-buildvcs=false", "-o", released, ".")

	// Omit the lock file, which contains the released binary's checksum.
	example, upgraded := filepath.Join(checkout, "examples", "complete"), t.TempDir()
	if err := os.CopyFS(upgraded, os.DirFS(example)); err != nil {
		t.Fatal(err)
	}
	e := providertest.StartEngine(t, refserver.Options{})
	run := terraformtest.New(t, example, released, e.Environment()...)
	terraformtest.Do(t, run, []string{"init"}, []string{"apply", "-auto-approve"})
	state, err := os.ReadFile(filepath.Join(example, "terraform.tfstate"))
	if err != nil {
		t.Fatal(err)
	}
	terraformtest.Write(t, upgraded, "terraform.tfstate", string(state))
	run = terraformtest.New(t, upgraded, terraformtest.Build(t), e.Environment()...)
	terraformtest.Do(t, run, []string{"init"}, []string{"plan", "-detailed-exitcode"})
}

// lastRelease returns the newest release tag before this commit, or skips the test if there is none.
func lastRelease(t *testing.T) string {
	t.Helper()
	tag, err := exec.CommandContext(t.Context(), "git", "describe", "--tags", "--abbrev=0", "--match=v*", "HEAD^").Output()
	switch {
	case err == nil:
		return strings.TrimSpace(string(tag))
	case strings.TrimSpace(command(t, ".", "git", "rev-parse", "--is-shallow-repository")) == "true":
		t.Skip("this clone is shallow and has no tag of a release: run git fetch --unshallow --tags")
	default:
		t.Skip("there is no release yet")
	}
	return ""
}

// checkOut returns a new directory with the files from a commit.
func checkOut(t *testing.T, commit string) string {
	t.Helper()
	dir := t.TempDir()
	command(t, ".", "git", "clone", "--quiet", "--shared", "--no-checkout",
		strings.TrimSpace(command(t, ".", "git", "rev-parse", "--show-toplevel")), dir)
	command(t, dir, "git", "checkout", "--quiet", "--detach",
		strings.TrimSpace(command(t, ".", "git", "rev-parse", commit+"^{commit}")))
	return dir
}

func command(t *testing.T, dir string, words ...string) string {
	t.Helper()
	run := exec.CommandContext(t.Context(), words[0], words[1:]...)
	run.Dir = dir
	output, err := run.Output()
	if err != nil {
		t.Fatalf("%q: %v", words, err)
	}
	return string(output)
}
