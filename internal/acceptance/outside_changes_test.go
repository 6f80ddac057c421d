// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// outsideAlert is the configuration of an alert. The provider computes query_plain and expression_plain for items A and E. Item Q declares
// its own query_plain. The order of the thresholds determines which one sets the status of the alert.
const outsideAlert = `
resource "engine_alert" "it" {
  name       = "Low flow"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
  alert_items = [
    { ref_id = "A", type = "QUERY", query_filter_asset = { id = "pump" }, query_filter_attribute = { id = "flow" } },
    { ref_id = "E", type = "EXPRESSION", expression = "$A" },
    {
      ref_id                 = "Q"
      type                   = "QUERY"
      query_filter_asset     = { id = "pump" }
      query_filter_attribute = { id = "flow" }
      query_plain            = jsonencode([{ "$match" = { asset = "pump" } }])
    },
  ]
  stmt_thresholds = [{ value = 5, status = "alert" }, { value = 10, status = "warning" }]
}
`

// TestAccAlert_changedOutside checks that Terraform restores what another client changed in an alert: strings that the provider computes
// (such as expression_plain), a key in a JSON string, and the order of thresholds. The plan must update the alert.
func TestAccAlert_changedOutside(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	content := func() string {
		alert := e.Objects("alert")[0]
		return document.Encode([]any{alert["alert_items"], alert["stmt_thresholds"]})
	}
	var before string
	steps := []resource.TestStep{{Config: e.Config(outsideAlert), ConfigPlanChecks: after(func(map[string]map[string]any) error {
		before = content()
		return nil
	})}}
	checks := func(name string) resource.ConfigPlanChecks {
		checks := after(func(map[string]map[string]any) error {
			if after := content(); after != before {
				return fmt.Errorf("%s: the alert was\n%s\nand is after the drift was mended\n%s", name, before, after)
			}
			return nil
		})
		checks.PreApply = []plancheck.PlanCheck{plancheck.ExpectResourceAction("engine_alert.it", plancheck.ResourceActionUpdate)}
		return checks
	}
	item := func(i int, doc map[string]any) map[string]any {
		items, _ := doc["alert_items"].([]any)
		item, _ := items[i].(map[string]any)
		return item
	}
	for name, change := range map[string]func(doc map[string]any){
		"derived expression": func(doc map[string]any) { item(1, doc)["expression_plain"] = "evil" },
		"derived query":      func(doc map[string]any) { item(0, doc)["query_plain"] = `[{"$match":{"asset":"other"}}]` },
		"key inside JSON":    func(doc map[string]any) { item(2, doc)["query_plain"] = `[{"$match":{"asset":"pump","added":true}}]` },
		"order of thresholds": func(doc map[string]any) {
			thresholds, _ := doc["stmt_thresholds"].([]any)
			doc["stmt_thresholds"] = []any{thresholds[1], thresholds[0]}
		},
	} {
		steps = append(steps, resource.TestStep{
			PreConfig: func() {
				if err := e.Edit("alert", fmt.Sprint(e.Objects("alert")[0]["id"]), change); err != nil {
					t.Fatal(err)
				}
			},
			Config:           e.Config(outsideAlert),
			ConfigPlanChecks: checks(name),
		})
	}
	resource.ParallelTest(t, e.testCase(steps...))
}
