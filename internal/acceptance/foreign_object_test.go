// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"

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

// TestAccAlert_importOfAForeignObject checks that the plan after an import is empty if the configuration declares only some of the alert's
// attributes. The alert is firing, so it also has fields that only the engine sets.
func TestAccAlert_importOfAForeignObject(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	edit := func() {
		e.editAlert(t, map[string]any{
			"status": "alert", "status_text": "Flow is 3", "severity": "sev2", "stmt_aggregation": "average", "rate_value": "5.0", "mute": "false",
			"tags": []any{map[string]any{"id": "", "name": ""}}, "assets": "", "description": "",
		})
		e.ClearRequests()
	}
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: e.Config(shortAlert)},
		resource.TestStep{PreConfig: edit, ResourceName: "engine_alert.it", ImportState: true, ImportStateKind: resource.ImportBlockWithID},
		resource.TestStep{Config: e.Config(shortAlert), ConfigPlanChecks: after(func(map[string]map[string]any) error { return e.checkSent(0) })},
	))
}

// TestAccAlert_oddValues checks fields whose JSON type in the engine's response is wrong. If an attribute can't represent the value, a data
// source must return null, and a refresh of the resource must fail with an error that names the field.
func TestAccAlert_oddValues(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	edit := func(change map[string]any) func() { return func() { e.editAlert(t, change) } }
	exactly := knownvalue.StringExact
	one, all := "data.engine_alert.it", "data.engine_alerts.all"
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: e.Config(shortAlert)},
		resource.TestStep{
			PreConfig: edit(map[string]any{"stmt_time_window": "5m", "notify_error": "perhaps"}),
			Config: e.Config(shortAlert + `
				data "engine_alerts" "all" { depends_on = [engine_alert.it] }
				data "engine_alert" "it" { id = engine_alert.it.id }
			`),
			ConfigStateChecks: slices.Concat(
				known(one, map[string]knownvalue.Check{"stmt_time_window": exactly("5m")}),
				known(all, map[string]knownvalue.Check{"alerts": knownvalue.ListExact([]knownvalue.Check{
					knownvalue.ObjectPartial(map[string]knownvalue.Check{
						"stmt_time_window": exactly("5m"), "notify_error": knownvalue.Null(), "name": exactly("Low flow"),
					}),
				})}),
			),
		},
		resource.TestStep{
			PreConfig: edit(map[string]any{"severity": []any{}}), Config: e.Config(shortAlert),
			ExpectError: pattern("severity: the engine returned []"),
		},
		resource.TestStep{PreConfig: edit(map[string]any{"severity": "SEV2"}), Config: e.Config(shortAlert)},
	))
}

// TestAccTab_dataSourceWithVariables checks that a data source's id or name can come from a variable. Variables are unknown during
// validation, so the check that exactly one of the two is set must accept unknown values.
func TestAccTab_dataSourceWithVariables(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	const objects = `
variable "id" { default = null }
variable "name" { default = null }
variable "dashboard" { default = null }
resource "engine_dashboard" "it" { name = "Plant" }
resource "engine_tab" "it" {
  name      = "Overview"
  dashboard = engine_dashboard.it.id
}
`
	found := e.Config(objects + `
data "engine_tab" "it" {
  id         = var.id == null ? null : engine_tab.it.id
  name       = var.name
  dashboard  = var.dashboard == null ? null : engine_dashboard.it.id
  depends_on = [engine_tab.it]
}
`)
	name, yes := config.StringVariable("Overview"), config.StringVariable("yes")
	isFound := known("data.engine_tab.it", map[string]knownvalue.Check{"name": knownvalue.StringExact("Overview")})
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: found, ConfigVariables: config.Variables{"id": yes}, ConfigStateChecks: isFound},
		resource.TestStep{Config: found, ConfigVariables: config.Variables{"name": name, "dashboard": yes}, ConfigStateChecks: isFound},
		resource.TestStep{
			Config: found, ConfigVariables: config.Variables{"id": yes, "name": name}, ExpectError: pattern("Two ways to find one object"),
		},
		resource.TestStep{Config: found, ConfigVariables: config.Variables{"name": name}, ExpectError: pattern("Missing dashboard")},
		resource.TestStep{Config: found, ExpectError: pattern("Nothing to find the object by")},
		resource.TestStep{Config: e.Config(objects + "data \"engine_tab\" \"it\" {\n  id = \"\"\n}\n"), ExpectError: pattern("id is empty")},
		resource.TestStep{Config: e.Config(objects)},
	))
}
