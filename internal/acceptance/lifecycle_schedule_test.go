// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestScheduleOfAnotherType takes an alert and a function from a rate to a cron schedule and back: each way is one update
// that clears the fields which the other type excludes.
func TestScheduleOfAnotherType(t *testing.T) {
	t.Parallel()
	rate := map[string]any{"type": "rate", "rate_value": 5.0, "rate_unit": "minute"}
	cron := map[string]any{
		"type": "cron", "cron_minutes": "0", "cron_hours": "6", "cron_dom": "?", "cron_month": "*", "cron_dow": "MON-FRI", "cron_year": "*",
	}
	for object, rest := range map[string]string{"alert": `severity = "SEV2"`, "function": ""} {
		t.Run(object, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{})
			config := func(schedule map[string]any) string {
				body := ""
				for name, value := range schedule {
					body += fmt.Sprintf("  %s = %q\n", name, fmt.Sprint(value))
				}
				return e.Config(fmt.Sprintf("resource \"engine_%s\" \"it\" {\n  name = \"Low flow\"\n  %s\n%s}\n", object, rest, body))
			}
			update := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("engine_"+object+".it", plancheck.ResourceActionUpdate),
			}}
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: factories(),
				Steps: []resource.TestStep{
					{Config: config(rate)},
					{PreConfig: e.ClearRequests, Config: config(cron), ConfigPlanChecks: update, Check: e.switched(rate, cron)},
					{PreConfig: e.ClearRequests, Config: config(rate), ConfigPlanChecks: update, Check: e.switched(cron, rate)},
				},
			})
		})
	}
}

// switched wants one PATCH with the new schedule and null for what the old one had beside.
func (e *testEngine) switched(from, to map[string]any) resource.TestCheckFunc {
	return func(*terraform.State) error {
		want := map[string]any{}
		for name := range from {
			want[name] = nil
		}
		maps.Copy(want, to)
		writes := e.writes()
		var body map[string]any
		if len(writes) != 1 || writes[0].Method != http.MethodPatch || json.Unmarshal(writes[0].Body, &body) != nil {
			return fmt.Errorf("%d writes, want one PATCH", len(writes))
		}
		if !maps.Equal(body, want) {
			return fmt.Errorf("PATCH sent %v, want %v", body, want)
		}
		return nil
	}
}
