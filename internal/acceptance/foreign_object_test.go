// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const shortAlert = `
resource "engine_alert" "it" {
  name             = "Low flow"
  severity         = "SEV2"
  type             = "rate"
  rate_value       = 5
  rate_unit        = "minute"
  stmt_aggregation = "avg"
}
`

func (e *testEngine) editAlert(t *testing.T, change map[string]any) {
	t.Helper()
	objects := e.Objects("alert")
	if len(objects) != 1 {
		t.Fatalf("there are %d alerts", len(objects))
	}
	err := e.Edit("alert", fmt.Sprint(objects[0]["id"]), func(doc map[string]any) {
		for key, value := range change {
			doc[key] = value
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestImportOfAForeignObject imports a firing alert, which has fields that only the engine sets. The configuration declares only a part of
// the alert. The plan after the import must be empty.
func TestImportOfAForeignObject(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	run.applied(t, e.Config(shortAlert))
	e.editAlert(t, map[string]any{
		"status": "alert", "status_text": "Flow is 3", "severity": "sev2", "stmt_aggregation": "average", "rate_value": "5.0", "mute": "false",
		"tags": []any{map[string]any{"id": "", "name": ""}}, "assets": "", "description": "",
	})
	run.imports(t, e.Config(shortAlert), "engine_alert.it")
	e.ClearRequests()
	run.applied(t, e.Config(shortAlert))
	if err := e.wrote(0); err != nil {
		t.Error(err)
	}
	run.destroy(t, e)
}

// TestOddValues reads an alert that has values of wrong types. If an attribute can't hold a value, a data source must show null, and the
// refresh of a resource must fail with an error that names the field.
func TestOddValues(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	lists := shortAlert + `
data "engine_alerts" "all" { depends_on = [engine_alert.it] }
data "engine_alert" "it" { id = engine_alert.it.id }
`
	run := startProviders(t, factories())
	run.applied(t, e.Config(shortAlert))
	e.editAlert(t, map[string]any{"stmt_time_window": "5m", "notify_error": "perhaps"})
	run.applied(t, e.Config(lists))
	state := run.state(t)
	if window := state["data.engine_alert.it"]["stmt_time_window"]; window != "5m" {
		t.Errorf("stmt_time_window is %v", window)
	}
	listed := elementsOf(state["data.engine_alerts.all"], "alerts")
	if len(listed) != 1 || listed[0]["stmt_time_window"] != "5m" || listed[0]["notify_error"] != nil || listed[0]["name"] != "Low flow" {
		t.Errorf("the list is %v", listed)
	}
	e.editAlert(t, map[string]any{"severity": []any{}})
	run.fails(t, e.Config(shortAlert), fmt.Sprintf("alert %q: severity: the engine answered []", run.stateIDs(t)["engine_alert.it"]))
	e.editAlert(t, map[string]any{"severity": "SEV2"})
	run.applied(t, e.Config(shortAlert))
	run.destroy(t, e)
}

// TestDataSourceWithVariables finds an object by id or by name. Both come from variables, which are unknown during validation. For unknown
// values, the check that exactly one of the two is set must not fail.
func TestDataSourceWithVariables(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	objects := `
variable "id" { default = null }
variable "name" { default = null }
variable "dashboard" { default = null }
resource "engine_dashboard" "it" { name = "Plant" }
resource "engine_tab" "it" {
  name      = "Overview"
  dashboard = engine_dashboard.it.id
}
`
	found := objects + `
data "engine_tab" "it" {
  id         = var.id == null ? null : engine_tab.it.id
  name       = var.name
  dashboard  = var.dashboard == null ? null : engine_dashboard.it.id
  depends_on = [engine_tab.it]
}
`
	run := startProviders(t, factories())
	with := func(variables string) string {
		t.Helper()
		terraformtest.Write(t, run.folder, "terraform.tfvars", variables)
		return e.Config(found)
	}
	const name, both = "name = \"Overview\"\n", "id = \"yes\"\nname = \"Overview\"\n"
	for _, variables := range []string{"id = \"yes\"\n", name + "dashboard = \"yes\"\n"} {
		run.applied(t, with(variables))
		if found := run.state(t)["data.engine_tab.it"]["name"]; found != "Overview" {
			t.Errorf("%s: the name is %v", variables, found)
		}
	}
	run.fails(t, with(both), "Two ways to find one object")
	run.fails(t, with(name), "Missing dashboard")
	run.fails(t, with(""), "Nothing to find the object by")
	run.fails(t, e.Config(objects+"data \"engine_tab\" \"it\" {\n  id = \"\"\n}\n"), "id is empty")
	run.applied(t, e.Config(objects))
	run.destroy(t, e)
}
