// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

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

// editAlert changes the one alert behind Terraform's back.
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

// TestImportOfAForeignObject imports an alert as an engine of other habits may have it, while it fires. The plan after the
// import is empty against the short configuration: nothing that the engine does by itself is taken over.
func TestImportOfAForeignObject(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.Config(shortAlert)},
			{
				PreConfig: func() {
					e.editAlert(t, map[string]any{
						"status": "alert", "status_text": "Flow is 3", "severity": "sev2", "stmt_aggregation": "average", "rate_value": "5.0", "mute": "false",
						"tags": []any{map[string]any{"id": "", "name": ""}}, "assets": "", "description": "",
					})
				},
				ResourceName: "engine_alert.it", ImportState: true, ImportStateKind: resource.ImportBlockWithID, Config: e.Config(shortAlert),
			},
			{
				PreConfig: func() { e.ClearRequests() },
				Config:    e.Config(shortAlert),
				Check:     func(*terraform.State) error { return e.wrote(0) },
			},
		},
	})
}

// TestOddValues has one value of one object that no attribute can show, and legal ones of the interface's "string or number".
func TestOddValues(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	lists := shortAlert + `
data "engine_alerts" "all" { depends_on = [engine_alert.it] }
data "engine_alert" "it" { id = engine_alert.it.id }
`
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.Config(shortAlert)},
			{
				PreConfig: func() { e.editAlert(t, map[string]any{"stmt_time_window": "5m", "notify_error": "perhaps"}) },
				Config:    e.Config(lists),
				Check: resource.ComposeAggregateTestCheckFunc(
					resource.TestCheckResourceAttr("data.engine_alerts.all", "alerts.0.stmt_time_window", "5m"),
					resource.TestCheckResourceAttr("data.engine_alert.it", "stmt_time_window", "5m"),
					resource.TestCheckNoResourceAttr("data.engine_alerts.all", "alerts.0.notify_error"),
					resource.TestCheckResourceAttr("data.engine_alerts.all", "alerts.0.name", "Low flow"),
				),
			},
			{
				PreConfig:   func() { e.editAlert(t, map[string]any{"severity": []any{}}) },
				Config:      e.Config(shortAlert),
				ExpectError: regexp.MustCompile(`(?s)alert "[-0-9a-f]+": severity: the\s+engine\s+answered\s+\[\]`),
			},
			{
				PreConfig: func() { e.editAlert(t, map[string]any{"severity": "SEV2"}) },
				Config:    e.Config(shortAlert),
			},
		},
	})
}

// TestDataSourceWithVariables finds an object by one of two variables: at validation neither is known.
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
	isFound := resource.TestCheckResourceAttr("data.engine_tab.it", "name", "Overview")
	text := config.StringVariable
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.Config(found), ConfigVariables: config.Variables{"id": text("yes")}, Check: isFound},
			{Config: e.Config(found), ConfigVariables: config.Variables{"name": text("Overview"), "dashboard": text("yes")}, Check: isFound},
			{
				Config: e.Config(found), ConfigVariables: config.Variables{"id": text("yes"), "name": text("Overview")},
				ExpectError: regexp.MustCompile("Two ways to find one object"),
			},
			{Config: e.Config(found), ConfigVariables: config.Variables{"name": text("Overview")}, ExpectError: regexp.MustCompile("Missing dashboard")},
			{Config: e.Config(found), ExpectError: regexp.MustCompile("Nothing to find the object by")},
			{
				Config:      e.Config(objects + "data \"engine_tab\" \"it\" {\n  id = \"\"\n}\n"),
				ExpectError: regexp.MustCompile(`id is empty`),
			},
			{Config: e.Config(objects)},
		},
	})
}
