// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"slices"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/engine-platform/terraform-provider-engine/internal/acceptance/script"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestAccAlert_requests checks which writes an apply sends: one POST to create an object, one PATCH to update it, and none if nothing has
// changed. Each PATCH must follow a read of the alert.
func TestAccAlert_requests(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	step := func(description, label string, want ...string) resource.TestStep {
		config := e.Config(fmt.Sprintf(`resource "engine_alert" "it" {
			name        = "a"
			type        = "rate"
			rate_value  = 5
			rate_unit   = "minute"
			severity    = "SEV1"
			description = %q
			alert_items = [{ ref_id = "A", type = "EXPRESSION", expression = "1", label = %q }]
		}`, description, label))
		return resource.TestStep{PreConfig: e.ClearRequests, Config: config, ConfigPlanChecks: after(func(map[string]map[string]any) error {
			if got := script.Operations(e.Engine); !slices.Equal(got, want) {
				return fmt.Errorf("the writes are %v, want %v", got, want)
			}
			return e.readBeforeWrite()
		})}
	}
	resource.ParallelTest(t, e.testCase(
		step("one", "x", "POST"), step("one", "x"), step("two", "x", "PATCH"), step("two", "y", "PATCH"),
	))
}

// TestAccAlert_otherForms checks that writing a value differently, such as "sev2" for "SEV2" or "300" for "5m", does not cause an update.
// The state must keep the old form.
func TestAccAlert_otherForms(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	config := func(severity, window, operator, value, secret string) string {
		return e.Config(fmt.Sprintf(`resource "engine_alert" "it" {
			name             = "a"
			type             = "rate"
			rate_value       = 5
			rate_unit        = "minute"
			severity         = %q
			stmt_time_window = %q
			extra            = %s
			alert_items      = [{ ref_id = "A", type = "EXPRESSION", expression = "1", query_group_function = %q }]
		}
		resource "engine_component" "it" {
			type                = "algorithm"
			name                = "c"
			version             = "1"
			deployment_capacity = "small"
			output              = []
			routines            = []
			input = [
				{ name = "depth", type = "int", value = %s },
				{ name = "token", type = "str", sensitive = true, value_wo = jsonencode(%q), value_wo_version = 1 },
			]
		}`, severity, window, value, operator, value, secret))
	}
	step := func(config string, writes int, severity, extra, function string) resource.TestStep {
		exactly := knownvalue.StringExact
		checks := known("engine_alert.it", map[string]knownvalue.Check{
			"severity": exactly(severity), "stmt_time_window": exactly("5m"), "extra": exactly(extra),
		})
		item := tfjsonpath.New("alert_items").AtSliceIndex(0).AtMapKey("query_group_function")
		return resource.TestStep{
			PreConfig:         e.ClearRequests,
			Config:            config,
			ConfigPlanChecks:  after(func(map[string]map[string]any) error { return e.checkSent(writes) }),
			ConfigStateChecks: append(checks, statecheck.ExpectKnownValue("engine_alert.it", item, exactly(function))),
		}
	}
	first := config("SEV2", "5m", "avg", `"{\"a\":1,\"b\":[2]}"`, "hush")
	test := e.testCase(
		step(first, 2, "SEV2", `{"a":1,"b":[2]}`, "avg"),
		step(config("sev2", "300", "AVG", `"{ \"b\": [2], \"a\": 1 }"`, "another, of the same version"), 0, "SEV2", `{"a":1,"b":[2]}`, "avg"),
		step(first, 0, "SEV2", `{"a":1,"b":[2]}`, "avg"),
		step(config("sev3", "300", "max", `"{ \"b\": [2] }"`, "hush"), 2, "sev3", `{ "b": [2] }`, "max"),
	)
	test.TerraformVersionChecks = skipOlder(11, 11)
	resource.ParallelTest(t, test)
}

// TestAccAlert_rateWithUnit checks that the provider sends a rate such as "5m" as the number 5, with the unit in the field rate_unit.
// Otherwise, the engine would store the string "5m". An update from 5 minutes to 5 hours would then change only rate_unit, because the
// number is the same, and the engine would still have "5m".
func TestAccAlert_rateWithUnit(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	var steps []resource.TestStep
	for _, rate := range [][2]string{{"5m", "minute"}, {"5", "hour"}, {"5h", "hour"}, {"5d", "day"}} {
		config := e.Config(fmt.Sprintf(`resource "engine_alert" "it" {
			name       = "a"
			severity   = "SEV1"
			type       = "rate"
			rate_value = %q
			rate_unit  = %q
		}`, rate[0], rate[1]))
		steps = append(steps, resource.TestStep{Config: config, ConfigPlanChecks: after(func(map[string]map[string]any) error {
			alert := e.Objects("alert")[0]
			if value, unit := fmt.Sprint(alert["rate_value"]), alert["rate_unit"]; value != "5" || unit != rate[1] {
				return fmt.Errorf("with %q, the engine has the rate %s %s", rate, value, unit)
			}
			return nil
		})})
	}
	resource.ParallelTest(t, e.testCase(steps...))
}

// TestAccNodes_bulkReads counts the requests during a plan without changes for 50 nodes. With bulk_reads = true in the provider
// configuration, the provider must read lists of nodes, which takes three to six requests. With bulk_reads = false, it must read each node.
func TestAccNodes_bulkReads(t *testing.T) {
	for name, habits := range map[string][]string{"equal": {"small-pages=20"}, "moving": {"small-pages=20", "moving-fields"}} {
		t.Run(name, func(t *testing.T) {
			e := startEngine(t, refserver.Options{Habits: habits})
			config := func(bulkReads bool) string {
				return fmt.Sprintf(`
					provider "engine" {
						base_url   = %q
						access_id  = %q
						secret_key = %q
						bulk_reads = %t
					}
					resource "engine_node" "it" {
						count = 50
						name  = "node-${count.index}"
						type  = "self_hosted"
					}`, e.URL, e.AccessID(), e.SecretKey(), bulkReads)
			}
			reads := func(bulkReads bool, least, most int) resource.TestStep {
				checks := planCheck(func(*tfjson.Plan) error {
					if n := len(e.Requests()); n < least || n > most {
						return fmt.Errorf("%d requests, want %d to %d", n, least, most)
					}
					return e.checkSent(0)
				})
				return resource.TestStep{
					PreConfig: e.ClearRequests, PlanOnly: true, Config: config(bulkReads),
					ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: []plancheck.PlanCheck{checks}},
				}
			}
			steps := []resource.TestStep{{Config: config(true)}, reads(true, 3, 6)}
			if name == "equal" {
				steps = append(steps, reads(false, 50, 50))
			}
			resource.ParallelTest(t, e.testCase(steps...))
		})
	}
}

// readBeforeWrite checks that each PATCH directly follows a read of the same object and has an If-Match header.
func (e *testEngine) readBeforeWrite() error {
	requests := e.Requests()
	for i, r := range requests {
		if r.Method != "PATCH" {
			continue
		}
		if i == 0 || requests[i-1].Method != "GET" || requests[i-1].Path != r.Path || r.Header.Get("If-Match") == "" {
			return fmt.Errorf("the PATCH of %s has no If-Match, or does not follow a read", r.Path)
		}
	}
	return nil
}
