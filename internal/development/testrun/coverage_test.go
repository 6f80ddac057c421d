// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestProfile counts a block once, even if several programs contain it. It ran if one of the programs ran it.
func TestProfile(t *testing.T) {
	t.Parallel()
	got, err := parseProfile("mode: set\n" +
		module + "internal/a/a.go:1.1,2.2 3 0\n" + module + "internal/a/a.go:3.1,4.2 2 0\n" + module + "main.go:1.1,2.2 1 1\n" +
		module + "internal/a/a.go:1.1,2.2 3 1\n" + module + "internal/a/a.go:1.1,2.2 3 0\n")
	if want := map[string]coverage{"internal/a": {3, 5}, ".": {1, 1}}; err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for _, wrong := range []string{"a.go:1.1,2.2 3\n", "a.go:1.1,2.2 3 many\n", "a.go:1.1,2.2 few 1\n"} {
		if _, err := parseProfile("mode: set\n" + wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

// TestSummary builds a program that runs one of its two branches, and compares the summary with what ran.
func TestSummary(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	program, data := filepath.Join(folder, "program"), filepath.Join(folder, "data")
	for name, text := range map[string]string{
		"go.mod":  "module " + strings.TrimSuffix(module, "/") + "\n\ngo 1.26\n",
		"main.go": "package main\n\nimport \"os\"\n\nfunc main() {\n\tif len(os.Args) > 9 {\n\t\tos.Exit(3)\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	build, run := exec.Command("go", "build", "-cover", "-o", program, "."), exec.Command(program)
	build.Dir = folder
	run.Env = append(os.Environ(), "GOCOVERDIR="+data)
	for _, command := range []*exec.Cmd{build, run} {
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, output)
		}
	}
	var printed strings.Builder
	if err := summarize(&printed, data, 50); err != nil {
		t.Error(err)
	}
	if want := "\nThe tests run 50.0 % of 2 statements. Least: . 50 %\n"; printed.String() != want {
		t.Errorf("got %q, want %q", printed.String(), want)
	}
	if err := summarize(&printed, data, 50.1); err == nil || !strings.Contains(err.Error(), "GNUmakefile demands 50.1 %") {
		t.Errorf("the error is %v", err)
	}
}
