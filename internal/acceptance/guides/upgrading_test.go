// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const oneAlert = `
provider "engine" {}

resource "engine_alert" "flow" {
  name       = "Low flow"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
}
`

// TestUpgrading follows the guide "upgrading" from one version of the provider to a newer one, and back.
func TestUpgrading(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	folder, program := t.TempDir(), terraformtest.Build(t)
	shell := terraformtest.Shell(t, folder, program, e.Environment()...)
	run := func(script string) string {
		t.Helper()
		output, err := shell.Run(t.Context(), "-c", "set -e\n"+script)
		if err != nil {
			t.Fatal(err)
		}
		return output
	}
	terraformtest.Write(t, folder, "versions.tf", terraformtest.Blocks(t, "upgrading", "terraform")[0])
	terraformtest.Write(t, folder, "alerts.tf", oneAlert)
	run("terraform init\nterraform apply -auto-approve\ncp .terraform.lock.hcl before.lock.hcl")
	before := e.Objects("alert")

	const newer = "0.2.0"
	if err := terraform.Offer(folder, program, newer); err != nil {
		t.Fatal(err)
	}
	if output := run("terraform init"); !strings.Contains(output, "v"+terraform.ProviderVersion) {
		t.Errorf("an init takes another version than the one in the lock file:\n%s", output)
	}
	output := run(strings.Join(terraformtest.Blocks(t, "upgrading", "sh"), ""))
	if strings.Count(output, "No changes.") != 2 || !strings.Contains(output, "v"+newer) {
		t.Errorf("the commands of the guide say\n%s", output)
	}
	run("terraform apply -auto-approve")

	run("cp before.lock.hcl .terraform.lock.hcl\nterraform init")
	push := strings.TrimSpace(terraformtest.Blocks(t, "upgrading", "text")[0])
	output = run(push + "\nterraform plan -detailed-exitcode\nterraform version")
	if !strings.Contains(output, "v"+terraform.ProviderVersion) {
		t.Errorf("after going back it says\n%s", output)
	}
	if after := e.Objects("alert"); len(after) != 1 || after[0]["id"] != before[0]["id"] {
		t.Errorf("the engine has %v, and had %v", after, before)
	}
}

// TestUpgradingAnEngine runs the command in the guide "upgrading" that starts a reference server with one of its switches.
func TestUpgradingAnEngine(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	command := strings.TrimSpace(terraformtest.Blocks(t, "upgrading", "text")[1])
	shell := terraformtest.Shell(t, folder, terraformtest.Build(t))
	terraformtest.Write(t, folder, "versions.tf", terraformtest.Blocks(t, "upgrading", "terraform")[0])
	terraformtest.Write(t, folder, "alerts.tf", oneAlert)
	terraformtest.Write(t, folder, "main.tftest.hcl", `run "apply" {
  assert {
    condition     = engine_alert.flow.severity == "SEV2"
    error_message = "The severity is ${engine_alert.flow.severity}."
  }
}
`)
	output, err := shell.Run(t.Context(), "-c", "terraform init > /dev/null && "+command)
	if err != nil || !strings.Contains(output, "1 passed, 0 failed") {
		log, _ := os.ReadFile(filepath.Join(folder, "terraform.log"))
		t.Errorf("%s: %v\n%s", command, err, log)
	}
}
