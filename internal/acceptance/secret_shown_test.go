// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-exec/tfexec"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const secretRequirement = "terraform {\n  required_providers {\n    engine = { source = \"engine-platform/engine\" }\n  }\n}\n"

// secretRun drives Terraform and keeps what it prints.
type secretRun struct {
	*terraformRun
	*testEngine
	output bytes.Buffer
}

func startSecretRun(t *testing.T, habits ...string) *secretRun {
	t.Helper()
	r := &secretRun{terraformRun: startTerraform(t, t.TempDir()), testEngine: startEngine(t, refserver.Options{Habits: habits})}
	r.SetStdout(&r.output)
	r.SetStderr(&r.output)
	return r
}

// configure writes the configuration of the run.
func (r *secretRun) configure(t *testing.T, config string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(r.WorkingDir(), "main.tf"), []byte(secretRequirement+r.Config(config)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// editSecrets changes the parameters of the one component that secretOwner makes.
func (r *secretRun) editSecrets(t *testing.T, edit func(parameter map[string]any)) {
	t.Helper()
	err := r.Edit("component", fmt.Sprint(r.Objects("component")[0]["id"]), func(doc map[string]any) {
		for _, parameter := range secretPlaces(doc) {
			edit(parameter)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// shows tells whether the text is in a plan, in what was printed, or in a file beside the configuration.
func (r *secretRun) shows(t *testing.T, text string) bool {
	t.Helper()
	if _, err := r.Plan(t.Context(), tfexec.Out("plan.bin"), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.ShowPlanFile(t.Context(), "plan.bin", tfexec.Reattach(r.reattach)); err != nil { // printed as JSON
		t.Fatal(err)
	}
	found := strings.Contains(r.output.String(), text)
	err := filepath.WalkDir(r.WorkingDir(), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || entry.Name() == "main.tf" {
			return err
		}
		content, err := os.ReadFile(path)
		found = found || bytes.Contains(content, []byte(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestRenamedSecretsAreNotShown renames parameters with write-only values in the engine. Plan and state name the new ones without
// their values; an engine need not know that a value is a secret.
func TestRenamedSecretsAreNotShown(t *testing.T) {
	t.Parallel()
	for name, members := range map[string]string{"sensitive": "sensitive = true, ", "not sensitive": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := startSecretRun(t)
			r.configure(t, secretOwner(members+`value_wo = jsonencode(join("", ["hush", "-1"])), value_wo_version = 1`))
			if err := r.Apply(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
				t.Fatal(err)
			}
			r.editSecrets(t, func(parameter map[string]any) { parameter["name"] = "renamed-outside" })
			if r.shows(t, "hush-1") {
				t.Errorf("the secret is shown:\n%s", &r.output)
			}
			if err := r.Refresh(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
				t.Fatal(err)
			}
			if r.shows(t, "hush-1") || !r.shows(t, "renamed-outside") {
				t.Errorf("the secret is shown after a refresh, or nothing is:\n%s", &r.output)
			}
			if err := r.Apply(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
				t.Fatal(err)
			}
			for place, parameter := range secretPlaces(r.Objects("component")[0]) {
				if parameter["value"] != "hush-1" {
					t.Errorf("%s: the engine has %v after the drift was mended", place, parameter)
				}
			}
			r.planEmpty(t)
		})
	}
}

// TestSecretsOfTheEngineAreNotShown imports a component with secrets that only the engine knows, has its configuration generated,
// and reads it with data sources.
func TestSecretsOfTheEngineAreNotShown(t *testing.T) {
	t.Parallel()
	r := startSecretRun(t)
	r.configure(t, secretOwner(`sensitive = true`)+`
resource "engine_routine" "it" {
  name         = "it"
  component_id = engine_component.it.id
  type         = "pull"
  config       = [{ name = "token", type = "str", sensitive = true, value_wo = jsonencode(join("", ["hush", "-1"])), value_wo_version = 1 }]
  input        = []
  output       = []
}
`)
	if err := r.Apply(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatal(err)
	}
	component, routine := r.Objects("component")[0]["id"], r.Objects("routine")[0]["id"]
	r.editSecrets(t, func(parameter map[string]any) {
		parameter["value"], parameter["former_value"] = "hush-1", "hush-1"
	})
	for _, address := range []string{"engine_component.it", "engine_routine.it"} {
		if err := r.StateRm(t.Context(), address); err != nil {
			t.Fatal(err)
		}
	}
	data := fmt.Sprintf(`
data "engine_component" "it" {
  type = "connector"
  id   = %[1]q
}

data "engine_components" "all" {}

data "engine_routine" "it" {
  id = %[2]q
}

data "engine_routines" "all" {}

output "all" {
  value = [data.engine_component.it, data.engine_components.all, data.engine_routine.it, data.engine_routines.all]
}
`, component, routine)
	r.configure(t, data+fmt.Sprintf(`
import {
  to = engine_component.it
  id = %q
}

import {
  to = engine_routine.it
  id = %q
}
`, component, routine))
	generated := filepath.Join(r.WorkingDir(), "generated.tf")
	if _, err := r.Plan(t.Context(), tfexec.GenerateConfigOut(generated), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatalf("%v\n%s", err, &r.output)
	}
	if err := r.Apply(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatalf("%v\n%s", err, &r.output)
	}
	r.planEmpty(t)
	if r.shows(t, "hush-1") || !r.shows(t, `"token"`) {
		t.Errorf("the secret is shown, or nothing is:\n%s", &r.output)
	}
	text, err := os.ReadFile(generated)
	if err != nil || !strings.Contains(string(text), `"token"`) {
		t.Errorf("the generated configuration is %s (%v)", text, err)
	}
	for place, parameter := range secretPlaces(r.Objects("component")[0]) {
		if parameter["value"] != "hush-1" {
			t.Errorf("%s: the engine has %v after the import", place, parameter)
		}
	}
}

// TestKeptSecretsAreNotQuoted has an engine that answers other values than those it is sent.
func TestKeptSecretsAreNotQuoted(t *testing.T) {
	t.Parallel()
	r := startSecretRun(t, "masked-secrets=kept-secret")
	r.configure(t, secretOwner(`sensitive = true, value = jsonencode(join("", ["hush", "-1"]))`))
	if err := r.Apply(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatalf("%v\n%s", err, &r.output)
	}
	_, applied, _ := strings.Cut(r.output.String(), "Creating...")
	for _, want := range []string{
		"The engine kept another value of input[1].value than the declared one", // the first of three places
		"(and 2 more similar warnings elsewhere)",
		"input[1].value is the value of a sensitive parameter, and Terraform writes it into its plans and its state.",
	} {
		if !words(want).MatchString(applied) {
			t.Errorf("no %q in\n%s", want, applied)
		}
	}
	if strings.Contains(applied, "kept-secret") || strings.Contains(applied, "hush-1") {
		t.Errorf("a secret is quoted:\n%s", applied)
	}
}
