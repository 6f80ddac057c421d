// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/function"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestAccFunctions checks the result of each provider function in its documented example, and the error for an invalid argument. All
// examples are in one configuration, because every additional test step would run about ten Terraform commands.
func TestAccFunctions(t *testing.T) {
	cases := functionCases()
	e := startEngine(t, refserver.Options{})
	var steps []resource.TestStep
	var examples strings.Builder
	var checks []statecheck.StateCheck
	for _, f := range function.All() {
		c, ok := cases[f.Name]
		if !ok {
			t.Fatalf("the function %s has no case", f.Name)
		}
		dir, err := filepath.Abs(filepath.Join("..", "..", "examples", "functions", f.Name))
		if err != nil {
			t.Fatal(err)
		}
		example := readFile(t, filepath.Join(dir, "function.tf"))
		examples.WriteString(strings.ReplaceAll(example, "${path.module}", filepath.ToSlash(dir))) // The test runs in a different directory.
		checks = append(checks, c.checks...)
		steps = append(steps, resource.TestStep{
			Config: e.Config("output \"wrong\" {\n  value = " + c.invalid + "\n}"), PlanOnly: true, ExpectError: pattern(c.error),
		})
	}
	steps = append(steps, resource.TestStep{Config: e.Config(examples.String()), ConfigStateChecks: checks})
	resource.ParallelTest(t, e.testCase(steps...))
}

type functionCase struct {
	invalid string // an expression with an invalid argument
	error   string
	checks  []statecheck.StateCheck // for the documented example
}

func functionCases() map[string]functionCase {
	str := knownvalue.StringExact
	return map[string]functionCase{
		"cron": {
			invalid: `provider::engine::cron("30 24 ? * MON-FRI *")`,
			error:   `Invalid value for "expression" parameter: cron_hours is "24": "24" is not`,
			checks: known("engine_alert.tank_level", map[string]knownvalue.Check{
				"type": str("cron"), "cron_dow": str("MON-FRI"), "cron_year": str("*"),
			}),
		},
		"expression_plain": {
			invalid: `provider::engine::expression_plain("")`,
			error:   `Invalid value for "expression" parameter: the expression is empty.`,
			checks: output("pressure_drop", str(
				`{"$function":{"body":"function ($A, $B) { return ($A - $B) / $A * 100 }","args":["$A","$B"],"lang":"js"}}`,
			)),
		},
		"query_plain": {
			invalid: `provider::engine::query_plain("s1", "a1", "week", "avg")`,
			error:   `Invalid value for "group_unit" parameter: group_unit is "week"`,
			checks: output("hourly_mean", knownvalue.StringRegexp(
				regexp.MustCompile(`^\[\{"\$match":\{"asset":"0d9c9df5-.*"binSize":1.*"\$avg":"\$value"`),
			)),
		},
		"rate": {
			invalid: `provider::engine::rate("5 weeks")`,
			error:   `Invalid value for "rate" parameter: "5 weeks" is not a rate;`,
			checks: known("engine_alert.outlet_pressure", map[string]knownvalue.Check{
				"type": str("rate"), "rate_value": str("5"), "rate_unit": str("minute"),
			}),
		},
		"deep_merge": {
			invalid: `provider::engine::deep_merge([{ a = { b = 1 } }, { a = { b = {} } }])`,
			error:   `Invalid value for "layers" parameter: a.b is an object in layers[1], but a number in layers[0];`,
			checks: slices.Concat(
				output("effective", knownvalue.ObjectExact(map[string]knownvalue.Check{
					"severity": str("SEV2"), "rate": str("5m"),
					"notify": knownvalue.ObjectExact(map[string]knownvalue.Check{
						"no_data": knownvalue.Bool(false), "error": knownvalue.Bool(true),
					}),
				})),
				output("without_notify", knownvalue.ObjectExact(map[string]knownvalue.Check{"severity": str("SEV4"), "rate": str("5m")})),
			),
		},
		"rule_catalog": {
			invalid: `provider::engine::rule_catalog("version: 1\nrules:\n  a: {severity: SEV9}\n")`,
			error:   `Invalid value for "text" parameter: line 3, column 17: rules.a.severity is a string that is not allowed here`,
			checks: slices.Concat(
				output("severities", knownvalue.ObjectExact(map[string]knownvalue.Check{"pressure-high": str("SEV4"), "flow-low": str("SEV2")})),
				output("schedules", knownvalue.ObjectExact(map[string]knownvalue.Check{
					"pressure-high": str("5 minutes"), "flow-low": str("0 6-18 ? * MON-FRI *"),
				})),
			),
		},
		"describe": {
			invalid: `provider::engine::describe({ type = "rate", stmt_treshold = [] })`,
			error:   `Invalid value for "alert" parameter: the alert has stmt_treshold, but there are active, alert_items,`,
			checks: output("pressure_high", str("Every 5 minutes: "+
				"alert when the average of pressure of Pump 1 over 10 minutes is above 8, else warning when it is above 7")),
		},
		"layout": {
			invalid: `provider::engine::layout(20, [{ width = 30, height = 4 }])`,
			error:   `Invalid value for "sizes" parameter: sizes[0].width is 30, but`,
			checks: slices.Concat(
				known("engine_widget.chart[2]", map[string]knownvalue.Check{
					"position_x": knownvalue.Int64Exact(12), "position_y": knownvalue.Int64Exact(4),
				}),
				known("engine_widget.chart[3]", map[string]knownvalue.Check{"position_y": knownvalue.Int64Exact(8)}),
			),
		},
		"rehearse": {
			invalid: `provider::engine::rehearse({}, { pump = { pressure = [{ time = "yesterday", value = 1 }] } })`,
			error:   `Invalid value for "series" parameter: series["pump"]["pressure"][0].time is a string, but`,
			// In the ten minutes before 0:35, the recorded value is 4 for four minutes and 10 for six minutes, so the average is 7.6. In
			// the ten minutes before 0:40, it is always 10.
			checks: output("rehearsal", str("fired at 2026-03-02T00:40:00Z, "+
				"because the average of A over 10m was 10, which is above 8 (stmt_thresholds[0])")),
		},
	}
}

func output(name string, value knownvalue.Check) []statecheck.StateCheck {
	return []statecheck.StateCheck{statecheck.ExpectKnownOutputValue(name, value)}
}

func TestAccFunctions_unknownArgument(t *testing.T) {
	e := startEngine(t, refserver.Options{}) // OpenTofu configures the provider before it calls a function.
	place := func(x, width int64) knownvalue.Check {
		return knownvalue.ObjectExact(map[string]knownvalue.Check{
			"position_x": knownvalue.Int64Exact(x), "position_y": knownvalue.Int64Exact(0),
			"width": knownvalue.Int64Exact(width), "height": knownvalue.Int64Exact(4),
		})
	}
	resource.ParallelTest(t, e.testCase(resource.TestStep{
		Config: e.Config(`
			resource "terraform_data" "width" { input = 30 }
			output "places" {
				value = provider::engine::layout(40, [{ width = 10, height = 4 }, { width = terraform_data.width.output, height = 4 }])
			}`),
		ConfigStateChecks: output("places", knownvalue.TupleExact([]knownvalue.Check{place(0, 10), place(10, 30)})),
	}))
}

// TestAccFunctions_scheduleOfEitherType checks that both schedule functions return the same type. Only then can a conditional expression
// call one function in each branch.
func TestAccFunctions_scheduleOfEitherType(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	step := func(schedule string, want map[string]knownvalue.Check) resource.TestStep {
		return resource.TestStep{Config: e.Config(fmt.Sprintf(`
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
			}`, schedule)), ConfigStateChecks: known("engine_alert.it", want)}
	}
	resource.ParallelTest(t, e.testCase(
		step("rate", map[string]knownvalue.Check{"rate_value": knownvalue.StringExact("2"), "cron_hours": knownvalue.Null()}),
		step("cron", map[string]knownvalue.Check{"rate_value": knownvalue.Null(), "cron_hours": knownvalue.StringExact("9")}),
	))
}
