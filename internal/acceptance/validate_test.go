// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-exec/tfexec"
	tfjson "github.com/hashicorp/terraform-json"
)

const requiredProvider = `
terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}
`

// validateAlone is what terraform validate says to a configuration in a folder of its own.
func validateAlone(t *testing.T, e *testEngine, config string) []tfjson.Diagnostic {
	t.Helper()
	dir := t.TempDir()
	run := startTerraform(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(requiredProvider+e.Config(config)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run.Init(t.Context(), tfexec.Reattach(run.reattach)); err != nil {
		t.Fatal(err)
	}
	return run.validate(t)
}

// validate is what terraform validate says.
func (r *terraformRun) validate(t *testing.T) []tfjson.Diagnostic {
	t.Helper()
	text, err := r.command(t, "validate", "-no-color", "-json").Output() // an error where something is wrong
	var output tfjson.ValidateOutput
	if decoded := output.UnmarshalJSON(text); decoded != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return output.Diagnostics
}

// command is terraform with arguments that terraform-exec can't give.
func (r *terraformRun) command(t *testing.T, arguments ...string) *exec.Cmd {
	t.Helper()
	reattach, err := json.Marshal(r.reattach)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), r.ExecPath(), arguments...)
	command.Dir = r.WorkingDir()
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + command.Dir, "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE=" + os.DevNull, "TF_REATTACH_PROVIDERS=" + string(reattach)}
	return command
}
