// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestWebChanges follows the guide "web-changes": it accepts changes, reverts others, and leaves an attribute to people. Then it runs the
// command of the nightly workflow.
func TestWebChanges(t *testing.T) {
	t.Parallel()
	const guide = "web-changes"
	e := providertest.StartEngine(t, refserver.Options{})
	folder := t.TempDir()
	shell := terraformtest.Shell(t, folder, terraformtest.Build(t), e.Environment()...)
	run := func(script string) string {
		t.Helper()
		output, err := shell.Run(t.Context(), "-c", "set -e\n"+script)
		if err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		return output
	}
	severity := func() any { return e.Objects("alert")[0]["severity"] }
	terraformtest.Write(t, folder, "versions.tf", terraformtest.Requirement)
	blocks, edit := terraformtest.Blocks(t, guide, "terraform"), terraformtest.Blocks(t, guide, "json")[0]
	terraformtest.Write(t, folder, "main.tf", blocks[0])
	run("terraform init\nterraform apply -auto-approve")
	commands := terraformtest.Blocks(t, guide, "sh")

	change(t, e, edit)
	if output, want := run(commands[0]), terraformtest.Blocks(t, guide, "text")[0]; !strings.Contains(output, want) {
		t.Errorf("the update prints\n%s", output)
	}
	change(t, e, `{"severity": "SEV3"}`)
	if run(commands[1]); severity() != "SEV1" {
		t.Errorf("after the apply, the severity is %v", severity())
	}

	change(t, e, edit)
	terraformtest.Write(t, folder, "main.tf", strings.TrimSuffix(blocks[0], "}\n")+blocks[1]+"}\n")
	run("terraform apply -auto-approve -refresh=false")
	change(t, e, edit)
	step := strings.ReplaceAll(workflow(t, terraformtest.Blocks(t, guide, "yaml")[0])[0], "${RUNNER_TEMP:-/tmp}", ".")
	if output := run(step + "terraform plan -detailed-exitcode"); !strings.Contains(output, "2 to write, 0 to decide") || severity() != "SEV1" {
		t.Errorf("with %v, the workflow prints\n%s", severity(), output)
	}
}
