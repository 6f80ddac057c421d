// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// outsideAlert has thresholds, whose order means something, and items with texts that are derived and declared.
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
    { ref_id = "Q", type = "QUERY", query_filter_asset = { id = "pump" }, query_filter_attribute = { id = "flow" }, query_plain = jsonencode([{ "$match" = { asset = "pump" } }]) },
  ]
  stmt_thresholds = [{ value = 5, status = "alert" }, { value = 10, status = "warning" }]
}
`

// TestOutsideChanges has somebody change what an alert means. The plan shows it, and the apply mends it.
func TestOutsideChanges(t *testing.T) {
	t.Parallel()
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{})
			text := func() string {
				alert := e.Objects("alert")[0]
				return document.Encode([]any{alert["alert_items"], alert["stmt_thresholds"]})
			}
			var before string
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: factories(),
				Steps: []resource.TestStep{
					{Config: e.Config(outsideAlert)},
					{
						PreConfig: func() {
							before = text()
							alert := e.Objects("alert")[0]
							if err := e.Edit("alert", fmt.Sprint(alert["id"]), change); err != nil {
								t.Fatal(err)
							}
						},
						Config: e.Config(outsideAlert),
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction("engine_alert.it", plancheck.ResourceActionUpdate)},
						},
						Check: func(*terraform.State) error {
							if after := text(); after != before {
								return fmt.Errorf("the alert was\n%s\nand is after the drift was mended\n%s", before, after)
							}
							return nil
						},
					},
				},
			})
		})
	}
}
