// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package firing

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/terraform/terraformtest"
)

// runTest runs one file of tests as their author does: the reference server with flags, and terraform test below it.
func runTest(t *testing.T, program, file, flags string) (output string, err error) {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "module"))); err != nil {
		t.Fatal(err)
	}
	shell := terraformtest.Shell(t, folder, program)
	if output, err := shell.Run(t.Context(), "-c", "terraform init -input=false"); err != nil {
		t.Fatal(err, output)
	}
	return shell.Run(t.Context(), "-c", terraformtest.Program+" reference-server -quiet "+flags+" -- terraform test -filter=tests/"+file)
}

func TestFiring(t *testing.T) {
	program := terraformtest.Build(t)
	for name, test := range map[string]struct {
		file, flags string
		// passed is what terraform test says at its end, failed a part of the error.
		passed, failed string
	}{
		// The events are there as soon as the alert is. Worked out by hand: the average of ten minutes is 9 at 8:15, 10 at 8:20, 8.5 at 8:25
		// and 7 from 8:30 on.
		"without another step": {file: "firing.tftest.hcl", flags: "-series tests/day.json", passed: "5 passed, 0 failed"},
		// With a clock, time passes when a test says so.
		"with a clock": {
			file: "clock.tftest.hcl", flags: "-series tests/day.json -clock 2026-01-01T08:00:00Z -control 127.0.0.1:0",
			passed: "3 passed, 0 failed",
		},
		// A threshold that is wrong fails the test, and the exit status is that of terraform test.
		"alert that does not fire": {file: "wrong.tftest.hcl", flags: "-series tests/day.json", failed: "exit status 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			output, err := runTest(t, program, test.file, test.flags)
			switch {
			case test.failed == "" && err != nil, !strings.Contains(output, test.passed):
				t.Errorf("%v\n%s", err, output)
			case test.failed != "" && (err == nil || !strings.Contains(err.Error(), test.failed) || !strings.Contains(err.Error(), "The alert did not fire.")):
				t.Errorf("the error is %v", err)
			}
		})
	}
}
