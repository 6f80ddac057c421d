// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package rehearsal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

const guide = "rehearsal"

// module writes a module and its test from the guide "rehearsal" to a new folder. It returns the folder and a shell in it. No engine runs.
func module(t *testing.T, limit string) (folder string, shell *terraform.Terraform) {
	t.Helper()
	folder = t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "tests", "firing"), 0o700); err != nil {
		t.Fatal(err)
	}
	blocks := terraformtest.Blocks(t, guide, "terraform")
	terraformtest.Write(t, folder, "main.tf", strings.Replace(blocks[0], "default = 8", "default = "+limit, 1))
	terraformtest.Write(t, folder, filepath.Join("tests", "firing", "main.tf"), blocks[1])
	terraformtest.Write(t, folder, filepath.Join("tests", "firing.tftest.hcl"), terraformtest.Blocks(t, guide, "hcl")[0])
	return folder, terraformtest.Shell(t, folder, terraformtest.Build(t),
		"ENGINE_BASE_URL=http://127.0.0.1:9", "ENGINE_ACCESS_ID=a", "ENGINE_SECRET_KEY=b")
}

// TestModule runs the test in the guide "rehearsal", in which the alert fires. In the ten minutes up to 0:35, the recorded pressure is 4
// bar in four minutes and 10 bar in six, so the average is 7.6. In the ten minutes up to 0:40, the pressure is always 10 bar.
func TestModule(t *testing.T) {
	t.Parallel()
	_, shell := module(t, "8")
	output, err := shell.Run(t.Context(), "-c", terraformtest.Blocks(t, guide, "sh")[1])
	if err != nil || !strings.Contains(output, "1 passed, 0 failed") {
		t.Errorf("%v\n%s", err, output)
	}
}

// TestWrongThreshold sets a limit that the recorded values never reach. The module's test must fail with the message in the guide
// "rehearsal".
func TestWrongThreshold(t *testing.T) {
	t.Parallel()
	_, shell := module(t, "80")
	output, err := shell.Run(t.Context(), "-c", "terraform init > /dev/null; terraform test 2>&1 || true")
	if err != nil {
		t.Fatal(err)
	}
	words := func(text string) string {
		return strings.Join(strings.Fields(strings.NewReplacer("│", "").Replace(text)), " ")
	}
	want := words(terraformtest.Blocks(t, guide, "text")[1])
	if !strings.Contains(words(output), want) || !strings.Contains(output, "0 passed, 1 failed") {
		t.Errorf("it says\n%s\nwant %s", output, want)
	}
}

// TestRecordedDay runs the commands of the guide "rehearsal" on recorded data. The alert runs every five minutes and evaluates the last ten
// minutes. In each run, this is one recorded value: 4.1 at 0:05, 9.3 at 0:10 and 0:15, 9.6 at 0:20 and 0:25, and 4 at 0:30.
func TestRecordedDay(t *testing.T) {
	t.Parallel()
	folder, shell := module(t, "8")
	terraformtest.Write(t, folder, "day.csv", terraformtest.Blocks(t, guide, "csv")[0])
	output, err := shell.Run(t.Context(), "-c", "set -e\n"+terraformtest.Blocks(t, guide, "sh")[0])
	if err != nil || strings.TrimSpace(output) != strings.TrimSpace(terraformtest.Blocks(t, guide, "text")[0]) {
		t.Fatalf("%v\n%s", err, output)
	}
	text, err := os.ReadFile(filepath.Join(folder, "rehearsal.json"))
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Alerts []struct {
			Address  string
			Statuses map[string]int
			Summary  string
		}
	}
	if err := json.Unmarshal(text, &told); err != nil || len(told.Alerts) != 1 || told.Alerts[0].Statuses["alert"] != 4 {
		t.Errorf("%v: %s", err, text)
	}
	for file, want := range map[string]string{
		"rehearsal.md":  "| engine\\_alert.pressure | 1 | 2026-03-02T00:10:00Z | 2 | 6 | alert |\n",
		"rehearsal.xml": `<testcase classname="rehearse" name="engine_alert.pressure">`,
	} {
		if text, err := os.ReadFile(filepath.Join(folder, file)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v %s", file, err, text)
		}
	}
	for options, want := range map[string]string{
		"-fail-on none -must-fire 'engine_*'":      "0 ",
		"-fail-on alert":                           "1 rehearse: engine_alert.pressure had the status alert: it fired at",
		"-max-fired 0":                             "1 rehearse: engine_alert.pressure exceeds -max-fired 0 (fired: 1): it fired at",
		"-must-fire 'module.*'":                    "1 rehearse: no alert of the plan has an address that matches -must-fire \"module.*\"",
		"-must-fire '*' -end 2026-03-02T00:05:00Z": "1 rehearse: engine_alert.pressure had to fire, but it did not fire in 1 run",
		"-fail-on loud":                            `2 rehearse: there is no status "loud"; there are:`,
		"-series nothing.csv":                      "2 rehearse: -series nothing.csv: there is no such file",
	} {
		const rehearse = "terraform-provider-engine rehearse -plan plan.json -series day.csv "
		output, err := shell.Run(t.Context(), "-c", "said=$("+rehearse+options+" 2>&1 > /dev/null); echo $? \"$said\"")
		if err != nil || !strings.HasPrefix(output, want) {
			t.Errorf("%s: %v %s, want %s", options, err, output, want)
		}
	}
}
