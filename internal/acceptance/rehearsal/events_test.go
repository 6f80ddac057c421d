// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package rehearsal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// moduleWithEvents writes files from the guide "rehearsal" to a new folder: a module, its recorded data and its tests. It returns a shell
// in that folder. The guide's command starts the reference server.
func moduleWithEvents(t *testing.T, limit string) *terraform.Terraform {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"events", "clock"} {
		if err := os.MkdirAll(filepath.Join(folder, "tests", name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	blocks, tests := terraformtest.Blocks(t, guide, "terraform"), terraformtest.Blocks(t, guide, "hcl")
	terraformtest.Write(t, folder, "main.tf", strings.Replace(blocks[0], "default = 8", "default = "+limit, 1))
	terraformtest.Write(t, folder, "day.csv", terraformtest.Blocks(t, guide, "csv")[0])
	for file, text := range map[string]string{
		"events/main.tf": blocks[2], "events.tftest.hcl": tests[1], "clock/main.tf": blocks[3], "clock.tftest.hcl": tests[2],
	} {
		terraformtest.Write(t, folder, filepath.Join("tests", file), text)
	}
	return terraformtest.Shell(t, folder, terraformtest.Build(t))
}

// TestEvents runs the tests in the guide "rehearsal", in which the alert fires. The alert runs every five minutes and evaluates the last
// ten minutes. In each run, this is one recorded value: 4.1 at 0:05, 9.3 at 0:10 and 0:15, 9.6 at 0:20 and 0:25, and 4 at 0:30.
func TestEvents(t *testing.T) {
	t.Parallel()
	shell := moduleWithEvents(t, "8")
	for at, want := range map[int]string{2: "4 passed, 0 failed", 3: "3 passed, 0 failed"} {
		output, err := shell.Run(t.Context(), "-c", "set -e\n"+terraformtest.Blocks(t, guide, "sh")[at])
		if err != nil || !strings.Contains(output, want) {
			t.Errorf("%v\n%s", err, output)
		}
	}
}

// TestAlertThatDoesNotFire sets a limit that the recorded values never reach. The test in the guide "rehearsal" must fail, and the
// reference server must end with the exit status of `terraform test`.
func TestAlertThatDoesNotFire(t *testing.T) {
	t.Parallel()
	output, err := moduleWithEvents(t, "80").Run(t.Context(), "-c", terraformtest.Blocks(t, guide, "sh")[2])
	if err == nil || !strings.Contains(err.Error(), "exit status 1") || !strings.Contains(err.Error(), "The alert had the events []") {
		t.Errorf("%v\n%s", err, output)
	}
}
