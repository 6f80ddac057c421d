// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/function"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestProviderFunctionsInTerraform shows what Terraform says about an argument that is wrong, and applies the example of
// each function.
func TestProviderFunctionsInTerraform(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		wrong  string // an expression
		error  string
		checks []statecheck.StateCheck // of the example
	}{
		"cron": {
			wrong: `provider::engine::cron("30 24 ? * MON-FRI *")`,
			error: `Invalid value for "expression" parameter: cron_hours is "24": "24" is not`,
			checks: []statecheck.StateCheck{
				attributeIs("engine_alert.tank_level", "type", knownvalue.StringExact("cron")),
				attributeIs("engine_alert.tank_level", "cron_dow", knownvalue.StringExact("MON-FRI")),
				attributeIs("engine_alert.tank_level", "cron_year", knownvalue.StringExact("*")),
			},
		},
		"expression_plain": {
			wrong: `provider::engine::expression_plain("")`,
			error: `Invalid value for "expression" parameter: the expression is empty.`,
			checks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("pressure_drop", knownvalue.StringExact(
				`{"$function":{"body":"function ($A, $B) { return ($A - $B) / $A * 100 }","args":["$A","$B"],"lang":"js"}}`,
			))},
		},
		"query_plain": {
			wrong: `provider::engine::query_plain("s1", "a1", "week", "avg")`,
			error: `Invalid value for "group_unit" parameter: group_unit is "week", but it has to be`,
			checks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("hourly_mean", knownvalue.StringRegexp(
				regexp.MustCompile(`^\[\{"\$match":\{"asset":"0d9c9df5-.*"binSize":1.*"\$avg":"\$value"`),
			))},
		},
		"rate": {
			wrong: `provider::engine::rate("5 weeks")`,
			error: `Invalid value for "rate" parameter: "5 weeks" is not a rate;`,
			checks: []statecheck.StateCheck{
				attributeIs("engine_alert.overpressure", "type", knownvalue.StringExact("rate")),
				attributeIs("engine_alert.overpressure", "rate_value", knownvalue.StringExact("5")),
				attributeIs("engine_alert.overpressure", "rate_unit", knownvalue.StringExact("minute")),
			},
		},
		"deep_merge": {
			wrong: `provider::engine::deep_merge([{ a = { b = 1 } }, { a = { b = {} } }])`,
			error: `Invalid value for "layers" parameter: a.b is an object in layers[1], but a number in layers[0];`,
			checks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValue("effective", knownvalue.ObjectExact(map[string]knownvalue.Check{
					"severity": knownvalue.StringExact("SEV2"),
					"rate":     knownvalue.StringExact("5m"),
					"notify": knownvalue.ObjectExact(map[string]knownvalue.Check{
						"no_data": knownvalue.Bool(false), "error": knownvalue.Bool(true),
					}),
				})),
				statecheck.ExpectKnownOutputValue("without_notify", knownvalue.ObjectExact(map[string]knownvalue.Check{
					"severity": knownvalue.StringExact("SEV4"), "rate": knownvalue.StringExact("5m"),
				})),
			},
		},
		"rule_catalog": {
			wrong: `provider::engine::rule_catalog("version: 1\nrules:\n  a: {severity: SEV9}\n")`,
			error: `Invalid value for "text" parameter: line 3, column 17: rules.a.severity is a text, but it has to be SEV1,`,
			checks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValue("severities", knownvalue.ObjectExact(map[string]knownvalue.Check{
					"pressure-high": knownvalue.StringExact("SEV4"), "flow-low": knownvalue.StringExact("SEV2"),
				})),
				statecheck.ExpectKnownOutputValue("schedules", knownvalue.ObjectExact(map[string]knownvalue.Check{
					"pressure-high": knownvalue.StringExact("5 minutes"), "flow-low": knownvalue.StringExact("0 6-18 ? * MON-FRI *"),
				})),
			},
		},
		"describe": {
			wrong: `provider::engine::describe({ type = "rate", stmt_treshold = [] })`,
			error: `Invalid value for "alert" parameter: the alert has stmt_treshold, but there are id, name,`,
			checks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("pressure_high", knownvalue.StringExact(
				"Every 5 minutes: alert when the average of pressure of Pump 1 over 10 minutes is above 8, else warning when it is above 7",
			))},
		},
		"layout": {
			wrong: `provider::engine::layout(20, [{ width = 30, height = 4 }])`,
			error: `Invalid value for "sizes" parameter: sizes[0].width is 30, but`,
			checks: []statecheck.StateCheck{
				attributeIs("engine_widget.chart[2]", "position_x", knownvalue.Int64Exact(12)),
				attributeIs("engine_widget.chart[2]", "position_y", knownvalue.Int64Exact(4)),
				attributeIs("engine_widget.chart[3]", "position_y", knownvalue.Int64Exact(8)),
			},
		},
		"rehearse": {
			wrong: `provider::engine::rehearse({}, { pump = { pressure = [{ time = "yesterday", value = 1 }] } })`,
			error: `Invalid value for "series" parameter: series["pump"]["pressure"][0].time is a text, but`,
			checks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("rehearsal", knownvalue.StringExact(
				// The ten minutes up to 0:35 have 4 four times and 10 six times.
				"fired at 2026-03-02T00:40:00Z, because the average of A over 10m was 10, which is above 8 (stmt_thresholds[0])",
			))},
		},
	}
	for _, f := range function.All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			c, ok := cases[f.Name]
			if !ok {
				t.Fatal("the function has no case")
			}
			folder := filepath.Join("..", "..", "examples", "functions", f.Name)
			example, err := os.ReadFile(filepath.Join(folder, "function.tf"))
			if err != nil {
				t.Fatal(err)
			}
			if folder, err = filepath.Abs(folder); err != nil {
				t.Fatal(err)
			}
			inFolder := strings.ReplaceAll(string(example), "${path.module}", filepath.ToSlash(folder)) // The test's module is elsewhere.
			e := startEngine(t, refserver.Options{})
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: factories(),
				Steps: []resource.TestStep{
					{Config: e.Config("output \"wrong\" {\n  value = " + c.wrong + "\n}"), ExpectError: words(c.error)},
					{Config: e.Config(inFolder), ConfigStateChecks: c.checks},
				},
			})
		})
	}
}

func attributeIs(address, name string, want knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(name), want)
}

// TestProviderFunctionOfUnknown plans a call whose argument is known only after apply, in its depth too.
func TestProviderFunctionOfUnknown(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{}) // OpenTofu configures the provider for a function.
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config: e.Config(`
				resource "terraform_data" "width" { input = 30 }
				output "places" {
					value = provider::engine::layout(40, [{ width = 10, height = 4 }, { width = terraform_data.width.output, height = 4 }])
				}`),
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("places", knownvalue.ListExact([]knownvalue.Check{
				placeExact(0, 0, 10, 4), placeExact(10, 0, 30, 4),
			}))},
		}},
	})
}

// TestScheduleOfEitherType chooses between a rate and a cron schedule by a conditional, whose two results have to have one type.
func TestScheduleOfEitherType(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	const alert = `
		locals {
			schedule = "%s" == "rate" ? provider::engine::rate("2 hours") : provider::engine::cron("0 9 * * ? *")
		}
		resource "engine_alert" "it" {
			name         = "a"
			severity     = "SEV1"
			type         = local.schedule.type
			rate_value   = local.schedule.rate_value
			rate_unit    = local.schedule.rate_unit
			cron_minutes = local.schedule.cron_minutes
			cron_hours   = local.schedule.cron_hours
			cron_dom     = local.schedule.cron_dom
			cron_month   = local.schedule.cron_month
			cron_dow     = local.schedule.cron_dow
			cron_year    = local.schedule.cron_year
		}`
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.Config(fmt.Sprintf(alert, "rate")), ConfigStateChecks: []statecheck.StateCheck{
				attributeIs("engine_alert.it", "rate_value", knownvalue.StringExact("2")),
				attributeIs("engine_alert.it", "cron_hours", knownvalue.Null()),
			}},
			{Config: e.Config(fmt.Sprintf(alert, "cron")), ConfigStateChecks: []statecheck.StateCheck{
				attributeIs("engine_alert.it", "rate_value", knownvalue.Null()),
				attributeIs("engine_alert.it", "cron_hours", knownvalue.StringExact("9")),
			}},
		},
	})
}

func placeExact(x, y, width, height int64) knownvalue.Check {
	return knownvalue.ObjectExact(map[string]knownvalue.Check{
		"position_x": knownvalue.Int64Exact(x),
		"position_y": knownvalue.Int64Exact(y),
		"width":      knownvalue.Int64Exact(width),
		"height":     knownvalue.Int64Exact(height),
	})
}
