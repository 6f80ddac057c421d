// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestSecretStaysSecret applies with TF_LOG=trace while one request fails. The secret key must not be in the logs of Terraform and the
// provider. In the requests, only the header authorization may contain it.
func TestSecretStaysSecret(t *testing.T) {
	const secret = "k3y-that-nobody-may-read"
	logs := filepath.Join(t.TempDir(), "trace.log")
	t.Setenv("TF_ACC_LOG", "TRACE") // for the provider, which runs in this process
	t.Setenv("TF_ACC_LOG_PATH", logs)
	e := startEngine(t, refserver.Options{SecretKey: secret})
	t.Setenv("ENGINE_SECRET_KEY", secret)
	block := func(accessID string) string {
		return fmt.Sprintf("provider \"engine\" {\n  base_url = %q\n  access_id = %q\n}\n", e.URL, accessID)
	}
	const node = "resource \"engine_node\" \"it\" {\n  name = \"n\"\n  type = \"self_hosted\"\n}\n"
	run := startProviders(t, factories(), "TF_LOG=TRACE")
	run.fails(t, block("somebody-else")+node, "401")
	run.apply(t, block(e.AccessID())+node)
	text, err := os.ReadFile(logs)
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, run.printed(t)...)
	if !strings.Contains(string(text), "the engine responded") {
		t.Fatal("the log has no line of the client")
	}
	if strings.Contains(string(text), secret) {
		t.Error("the log has the secret key")
	}
	for _, r := range e.Requests() {
		if headers := fmt.Sprint(r.Header); strings.Contains(headers, secret) || !strings.Contains(headers, "terraform-provider-engine/test") {
			t.Errorf("the headers are %s", headers)
		}
	}
}

// TestForgottenJSONEncode declares a parameter's secret value without the jsonencode that it needs. The error must name the attribute and
// jsonencode, but not quote the secret.
func TestForgottenJSONEncode(t *testing.T) {
	t.Parallel()
	needsWriteOnly(t)
	const secret = "hush hush never"
	for _, member := range []string{
		`value_wo = var.token, value_wo_version = 1`, `sensitive = true, value = var.token`, `choices = var.token`, `extra = var.token`,
	} {
		name, _, _ := strings.Cut(member[strings.LastIndex(member[:strings.Index(member, "var.")], ",")+1:], " =")
		name = strings.TrimSpace(name)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{})
			variable := fmt.Sprintf("variable \"token\" {\n  default   = %q\n  sensitive = true\n}\n", secret)
			run := startProviders(t, factories())
			run.fails(t, e.Config(variable+secretOwner(member)), "JSON text")
			for _, place := range []string{"input[1].", "custom_types[0].fields[1].", "routines[0].config[0]."} {
				if !words(place + name + " has to be JSON text; jsonencode(...) writes it").MatchString(run.printed(t)) {
					t.Errorf("no error is about %s%s:\n%s", place, name, run.printed(t))
				}
			}
			if strings.Contains(run.printed(t), "hush") {
				t.Errorf("the secret is printed:\n%s", run.printed(t))
			}
			if requests := e.Requests(); len(requests) > 0 {
				t.Errorf("the engine was asked %d times", len(requests))
			}
		})
	}
}

type secretRun struct {
	*terraformRun
	*testEngine
}

func startSecretRun(t *testing.T, habits ...string) *secretRun {
	t.Helper()
	return &secretRun{terraformRun: startTerraform(t, t.TempDir()), testEngine: startEngine(t, refserver.Options{Habits: habits})}
}

func (r *secretRun) configure(t *testing.T, config string) {
	t.Helper()
	r.terraformRun.configure(t, terraformtest.Versions+r.Config(config))
}

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

// shows runs a plan. It reports whether the text is in the plan, in the output of any command so far, or in any file of the folder except
// the configuration.
func (r *secretRun) shows(t *testing.T, text string) bool {
	t.Helper()
	if _, err := r.plan(t.Context()); err != nil { // prints the plan as JSON to the log
		t.Fatal(err)
	}
	found := false
	err := filepath.WalkDir(r.folder, func(path string, entry fs.DirEntry, err error) error {
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

// TestRenamedSecretsAreNotShown lets somebody rename parameters with write-only values in the engine. The plan and the state must show the
// new names but not the values, even if a parameter is not marked as sensitive.
func TestRenamedSecretsAreNotShown(t *testing.T) {
	t.Parallel()
	needsWriteOnly(t)
	for name, members := range map[string]string{"sensitive": "sensitive = true, ", "not sensitive": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := startSecretRun(t)
			r.configure(t, secretOwner(members+`value_wo = jsonencode(join("", ["hush", "-1"])), value_wo_version = 1`))
			terraformtest.Do(t, r.Terraform, []string{"apply", "-auto-approve"})
			r.editSecrets(t, func(parameter map[string]any) { parameter["name"] = "renamed-outside" })
			if r.shows(t, "hush-1") {
				t.Errorf("the secret is shown:\n%s", r.printed(t))
			}
			terraformtest.Do(t, r.Terraform, []string{"refresh"})
			if r.shows(t, "hush-1") || !r.shows(t, "renamed-outside") {
				t.Errorf("the secret is shown after a refresh, or nothing is:\n%s", r.printed(t))
			}
			terraformtest.Do(t, r.Terraform, []string{"apply", "-auto-approve"})
			for place, parameter := range secretPlaces(r.Objects("component")[0]) {
				if parameter["value"] != "hush-1" {
					t.Errorf("%s: the engine has %v after the drift was mended", place, parameter)
				}
			}
			r.planEmpty(t)
		})
	}
}

// TestSecretsOfTheEngineAreNotShown uses a component whose secrets only the engine knows. Neither an import, nor the configuration that
// Terraform generates, nor a data source may show a secret.
func TestSecretsOfTheEngineAreNotShown(t *testing.T) {
	t.Parallel()
	r := startSecretRun(t)
	needsWriteOnly(t)
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
	terraformtest.Do(t, r.Terraform, []string{"apply", "-auto-approve"})
	component, routine := r.Objects("component")[0]["id"], r.Objects("routine")[0]["id"]
	r.editSecrets(t, func(parameter map[string]any) {
		parameter["value"], parameter["former_value"] = "hush-1", "hush-1"
	})
	terraformtest.Do(t, r.Terraform, []string{"state", "rm", "engine_component.it", "engine_routine.it"})
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
	text := r.importGenerated(t, terraformtest.Versions+r.Config(data), map[string]string{
		"engine_component.it": fmt.Sprint(component), "engine_routine.it": fmt.Sprint(routine),
	})
	if r.shows(t, "hush-1") || !r.shows(t, `"token"`) {
		t.Errorf("the secret is shown, or nothing is:\n%s", r.printed(t))
	}
	if !strings.Contains(text, `"token"`) {
		t.Errorf("the generated configuration is %s", text)
	}
	for place, parameter := range secretPlaces(r.Objects("component")[0]) {
		if parameter["value"] != "hush-1" {
			t.Errorf("%s: the engine has %v after the import", place, parameter)
		}
	}
}

// TestKeptSecretsAreNotQuoted uses an engine that stores other values than the provider sends. The warning about the difference must quote
// neither the stored nor the sent secret.
func TestKeptSecretsAreNotQuoted(t *testing.T) {
	t.Parallel()
	r := startSecretRun(t, "masked-secrets=kept-secret")
	r.configure(t, secretOwner(`sensitive = true, value = jsonencode(join("", ["hush", "-1"]))`))
	terraformtest.Do(t, r.Terraform, []string{"apply", "-auto-approve"})
	_, applied, _ := strings.Cut(r.printed(t), "Creating...")
	for _, want := range []string{
		"The engine kept another value of input[1].value than the declared one", // The warning names the first of three places.
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
