// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const (
	largeEstates = "large-estates"

	alertsOfAPlant = `
resource "engine_alert" "it" {
  for_each   = toset(["flow", "pressure"])
  name       = each.key
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
}
`
)

// estate returns an empty folder and a function that runs a shell script there. The script's environment has the engine's address and
// credentials.
func estate(t *testing.T, e *providertest.Engine) (folder string, run func(script string) (string, error)) {
	t.Helper()
	folder = t.TempDir()
	shell := terraformtest.Shell(t, folder, terraformtest.Build(t),
		e.Environment()...)
	return folder, func(script string) (string, error) { return shell.Run(t.Context(), "-c", "set -e\n"+script) }
}

func TestLargeEstatesConfigurations(t *testing.T) {
	t.Parallel()
	folder, run := estate(t, providertest.StartEngine(t, refserver.Options{}))
	terraformtest.Write(t, folder, "main.tf", terraformtest.Versions+strings.Join(terraformtest.Blocks(t, largeEstates, "terraform"), "\n"))
	if _, err := run("terraform init -backend=false\nterraform validate"); err != nil {
		t.Error(err)
	}
}

// TestLargeEstates runs two parts of the guide "large-estates": the nightly job that finds what somebody has changed, and the split of one
// Terraform state into two. Neither part may change the engine.
func TestLargeEstates(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	folder, run := estate(t, e)
	if _, err := run("mkdir plant alerts"); err != nil {
		t.Fatal(err)
	}
	plant := filepath.Join(folder, "plant")
	terraformtest.Write(t, plant, "versions.tf", terraformtest.Versions)
	terraformtest.Write(t, plant, "north.tf", "module \"north\" {\n  source = \"../alerts\"\n}\n")
	terraformtest.Write(t, plant, "south.tf", strings.ReplaceAll(alertsOfAPlant, `"it"`, `"south"`))
	terraformtest.Write(t, filepath.Join(folder, "alerts"), "main.tf", terraformtest.Versions+alertsOfAPlant)
	if _, err := run("cd plant\nterraform init\nterraform apply -auto-approve"); err != nil {
		t.Fatal(err)
	}

	commands := terraformtest.Blocks(t, largeEstates, "sh")
	night := "cd plant\n" + commands[0]
	if _, err := run(night); err != nil {
		t.Errorf("nothing has changed: %v", err)
	}
	id := fmt.Sprint(e.Objects("alert")[0]["id"])
	for _, severity := range []string{"SEV8", "SEV2"} {
		if err := e.Edit("alert", id, func(doc map[string]any) { doc["severity"] = severity }); err != nil {
			t.Fatal(err)
		}
		if _, err := run(night); (err != nil) != (severity == "SEV8") || err != nil && !strings.Contains(err.Error(), "exit status 2") {
			t.Errorf("with the severity %s: %v", severity, err)
		}
	}

	e.ClearRequests()
	output, err := run(commands[1])
	if err != nil || strings.Count(output, "No changes.") != 2 {
		t.Errorf("the commands say %v\n%s", err, output)
	}
	for _, r := range e.Requests() {
		if r.Method != "GET" {
			t.Errorf("a request changed something: %s %s", r.Method, r.Path)
		}
	}
	output, err = run("for f in plant north; do echo $f; terraform -chdir=$f state list; done")
	const want = `plant
engine_alert.south["flow"]
engine_alert.south["pressure"]
north
module.north.engine_alert.it["flow"]
module.north.engine_alert.it["pressure"]
`
	if err != nil || output != want {
		t.Errorf("the states have %v\n%s", err, output)
	}
}
