// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestExtraHasWhatAttributesCanNotExpress declares a function's tags as objects in "extra", because the attribute "tags" takes only texts.
// The provider must send the objects. An import must show them, and the configuration that Terraform generates must create them again.
func TestExtraHasWhatAttributesCanNotExpress(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startTerraformWith(t, t.TempDir(), comparing)
	config := func(more string) string {
		return terraformtest.Versions + e.Config("resource \"engine_function\" \"it\" {\n  name = \"Sum\"\n  "+more+"\n}\n")
	}
	tags := func() string { return document.Encode(run.document(t, e, "engine_function.it")["tags"]) }
	const objects, want = `extra = jsonencode({ tags = [{ id = "t1", name = "heat" }] })`, `[{"id":"t1","name":"heat"}]`
	run.apply(t, config(objects))
	if got := tags(); got != want {
		t.Fatalf("the engine has the tags %s", got)
	}
	run.fails(t, config(`tags = ["a"]`+"\n  "+objects), "declared as an attribute too")
	run.fails(t, config(`extra = jsonencode({ tags = ["a"] })`), "has an attribute of its own")

	id := run.stateIDs(t)["engine_function.it"]
	imported := startTerraformWith(t, t.TempDir(), comparing)
	generated := imported.importGenerated(t, terraformtest.Versions+e.Config(""), map[string]string{"engine_function.it": id})
	if !strings.Contains(generated, "jsonencode") || !strings.Contains(generated, "heat") {
		t.Errorf("the import generates %s", generated)
	}
	run.apply(t, config(`tags = ["a"]`))
	if got := tags(); got != `["a"]` {
		t.Errorf("the engine has the tags %s", got)
	}
	run.apply(t, config(objects))
	run.apply(t, config(""))
	if got := tags(); got != "[]" {
		t.Errorf("the tags are no longer declared and are %s", got)
	}
	run.destroy(t)
	again := startTerraformWith(t, t.TempDir(), comparing)
	again.apply(t, terraformtest.Versions+e.Config("")+strings.ReplaceAll(generated, "provider = engine", ""))
	if got := document.Encode(again.document(t, e, "engine_function.it")["tags"]); got != want {
		t.Errorf("the generated configuration makes the tags %s", got)
	}
}

// TestEmptyArraysNeedNoDeclaration creates a component and a routine without arrays such as input. The engine requires these arrays, so the
// provider must send [].
func TestEmptyArraysNeedNoDeclaration(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startTerraformWith(t, t.TempDir(), comparing)
	const withoutArrays = `
resource "engine_component" "it" {
  type                = "algorithm"
  name                = "Forecast"
  version             = "1.0.0"
  deployment_capacity = "small"
}

resource "engine_routine" "it" {
  name         = "Boiler"
  component_id = engine_component.it.id
  type         = "inference"
  # arrays
}`
	run.apply(t, terraformtest.Versions+e.Config(withoutArrays))
	for address, names := range map[string][]string{
		"engine_component.it": {"input", "output", "routines"}, "engine_routine.it": {"config", "input", "output"},
	} {
		doc := run.document(t, e, address)
		for _, name := range names {
			if got := document.Encode(doc[name]); got != "[]" {
				t.Errorf("%s has the %s %s", address, name, got)
			}
		}
	}
	// An import shows empty arrays as []. A configuration that declares [] must therefore plan no change.
	declared := strings.ReplaceAll(withoutArrays, "# arrays", "config = []\n  input = []\n  output = []")
	run.apply(t, terraformtest.Versions+e.Config(declared))
	run.imports(t, terraformtest.Versions+e.Config(declared), "engine_routine.it")
	run.apply(t, terraformtest.Versions+e.Config(withoutArrays))
	withInput := strings.ReplaceAll(withoutArrays, "# arrays", `input = [{ name = "x" }]`)
	run.apply(t, terraformtest.Versions+e.Config(withInput))
	run.apply(t, terraformtest.Versions+e.Config(withoutArrays))
	if got := document.Encode(run.document(t, e, "engine_routine.it")["input"]); got != "[]" {
		t.Errorf("the input is no longer declared and is %s", got)
	}
}

// TestOneDataAddress compares two forms of a value: a single data address { asset = ..., attribute = ... }, and a list that contains only
// this address. If the configuration changes from one form to the other, the plan must be empty. An update must send the form that the
// engine has.
func TestOneDataAddress(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	client := e.Client(t)
	component, err := client.Create(t.Context(), engine.Components("algorithm"), engine.Document{
		"name": "c", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	})
	if err != nil {
		t.Fatal(err)
	}
	address := engine.Document{"asset": "pump", "attribute": "flow"}
	routine, err := client.Create(t.Context(), engine.Routines, engine.Document{
		"name": "r", "component_id": component["id"], "type": "inference", "config": []any{},
		"input":  []any{engine.Document{"name": "x", "multiple": false, "value": []any{address}}},
		"output": []any{engine.Document{"name": "y", "value": address}},
	})
	if err != nil {
		t.Fatal(err)
	}
	id, _ := routine["id"].(string)
	componentID, _ := component["id"].(string)
	before, _ := e.Object("routine", id)
	config := func(description string) string {
		return terraformtest.Versions + e.Config(`
resource "engine_routine" "it" {
  name         = "r"
  component_id = "`+componentID+`"
  type         = "inference"
  config       = []
  input        = [{ name = "x", multiple = false, value = jsonencode({ asset = "pump", attribute = "flow" })`+description+` }]
  output       = [{ name = "y", value = jsonencode([{ asset = "pump", attribute = "flow" }]) }]
}`)
	}
	run := startTerraformWith(t, t.TempDir(), comparing)
	run.configure(t, config(""))
	terraformtest.Do(t, run.Terraform, []string{"import", "engine_routine.it", id})
	run.planEmpty(t)
	run.apply(t, config(`, description = "d"`))
	after, _ := e.Object("routine", id)
	if got, want := document.Encode(after["input"]), `"value":`+document.Encode([]any{address}); !strings.Contains(got, want) {
		t.Errorf("an update of the description leaves the input %s, want %s", got, want)
	}
	if got, want := document.Encode(after["output"]), document.Encode(before["output"]); got != want {
		t.Errorf("the output was %s and is %s", want, got)
	}
}
