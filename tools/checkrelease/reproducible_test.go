// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkrelease

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReproducible rebuilds the released binary with `make build` in a different directory. The result must be identical. If only one
// platform was built, the rebuild uses the existing build cache, which saves minutes.
func TestReproducible(t *testing.T) {
	s := builtSnapshot(t)
	directory := t.TempDir()
	files, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	for file := range strings.SplitSeq(strings.Trim(string(files), "\x00"), "\x00") {
		copyFile(t, filepath.Join(directory, file), filepath.Join(root, file))
	}
	build := exec.CommandContext(t.Context(), "make", "-C", directory, "build", "VERSION="+s.version)
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
	if !onePlatform() {
		build.Env = append(build.Env, "GOCACHE="+t.TempDir())
	}
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	again := sum(readFile(t, filepath.Join(directory, "bin", name)))
	if released := sum(readProgram(t, filepath.Join(s.directory, s.archive("linux_amd64")), s.program("linux_amd64"))); again != released {
		t.Errorf("the binary in the archive has the checksum %s, but a binary built in %s has %s", released, directory, again)
	}
}

func copyFile(t *testing.T, to, from string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if os.IsNotExist(err) {
		return // The file was deleted but not committed.
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
