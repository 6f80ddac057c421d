// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/function"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestProviderFunctionsInTerraform calls each provider function with a wrong argument, which must give an error. It then applies the
// documented example of the function and compares the outputs.
func TestProviderFunctionsInTerraform(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		wrong      string // an expression with a mistake
		error      string
		outputs    map[string]any            // of the documented example
		attributes map[string]map[string]any // of the documented example, by address
	}{
		"cron": {
			wrong:      `provider::engine::cron("30 24 ? * MON-FRI *")`,
			error:      `Invalid value for "expression" parameter: cron_hours is "24": "24" is not`,
			attributes: map[string]map[string]any{"engine_alert.tank_level": {"type": "cron", "cron_dow": "MON-FRI", "cron_year": "*"}},
		},
		"expression_plain": {
			wrong: `provider::engine::expression_plain("")`,
			error: `Invalid value for "expression" parameter: the expression is empty.`,
			outputs: map[string]any{
				"pressure_drop": `{"$function":{"body":"function ($A, $B) { return ($A - $B) / $A * 100 }","args":["$A","$B"],"lang":"js"}}`,
			},
		},
		"query_plain": {
			wrong:   `provider::engine::query_plain("s1", "a1", "week", "avg")`,
			error:   `Invalid value for "group_unit" parameter: group_unit is "week", but it has to be`,
			outputs: map[string]any{"hourly_mean": regexp.MustCompile(`^\[\{"\$match":\{"asset":"0d9c9df5-.*"binSize":1.*"\$avg":"\$value"`)},
		},
		"rate": {
			wrong:      `provider::engine::rate("5 weeks")`,
			error:      `Invalid value for "rate" parameter: "5 weeks" is not a rate;`,
			attributes: map[string]map[string]any{"engine_alert.overpressure": {"type": "rate", "rate_value": "5", "rate_unit": "minute"}},
		},
		"deep_merge": {
			wrong: `provider::engine::deep_merge([{ a = { b = 1 } }, { a = { b = {} } }])`,
			error: `Invalid value for "layers" parameter: a.b is an object in layers[1], but a number in layers[0];`,
			outputs: map[string]any{
				"effective": map[string]any{
					"severity": "SEV2", "rate": "5m", "notify": map[string]any{"no_data": false, "error": true},
				},
				"without_notify": map[string]any{"severity": "SEV4", "rate": "5m"},
			},
		},
		"rule_catalog": {
			wrong: `provider::engine::rule_catalog("version: 1\nrules:\n  a: {severity: SEV9}\n")`,
			error: `Invalid value for "text" parameter: line 3, column 17: rules.a.severity is a text that is not allowed here; it has to be SEV1,`,
			outputs: map[string]any{
				"severities": map[string]any{"pressure-high": "SEV4", "flow-low": "SEV2"},
				"schedules":  map[string]any{"pressure-high": "5 minutes", "flow-low": "0 6-18 ? * MON-FRI *"},
			},
		},
		"describe": {
			wrong: `provider::engine::describe({ type = "rate", stmt_treshold = [] })`,
			error: `Invalid value for "alert" parameter: the alert has stmt_treshold, but there are id, name,`,
			outputs: map[string]any{"pressure_high": "Every 5 minutes: " +
				"alert when the average of pressure of Pump 1 over 10 minutes is above 8, else warning when it is above 7"},
		},
		"layout": {
			wrong: `provider::engine::layout(20, [{ width = 30, height = 4 }])`,
			error: `Invalid value for "sizes" parameter: sizes[0].width is 30, but`,
			attributes: map[string]map[string]any{
				"engine_widget.chart[2]": {"position_x": 12.0, "position_y": 4.0}, "engine_widget.chart[3]": {"position_y": 8.0},
			},
		},
		"rehearse": {
			wrong: `provider::engine::rehearse({}, { pump = { pressure = [{ time = "yesterday", value = 1 }] } })`,
			error: `Invalid value for "series" parameter: series["pump"]["pressure"][0].time is a text, but`,
			// In the ten minutes up to 0:35, the recorded value is 4 in four minutes and 10 in six, so the average is 7.6. In the ten
			// minutes up to 0:40, it is always 10.
			outputs: map[string]any{"rehearsal": "fired at 2026-03-02T00:40:00Z, " +
				"because the average of A over 10m was 10, which is above 8 (stmt_thresholds[0])"},
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
			run := startTerraformWith(t, t.TempDir(), comparing)
			run.fails(t, terraformtest.Versions+e.Config("output \"wrong\" {\n  value = "+c.wrong+"\n}"), c.error)
			run.apply(t, terraformtest.Versions+e.Config(inFolder))
			run.hasValues(t, c.outputs, c.attributes)
		})
	}
}

func (r *terraformRun) hasValues(t *testing.T, outputs map[string]any, attributes map[string]map[string]any) {
	t.Helper()
	found := map[string]struct{ Value any }{}
	if err := json.Unmarshal([]byte(terraformtest.Do(t, r.Terraform, []string{"output", "-json"})), &found); err != nil {
		t.Fatal(err)
	}
	for name, want := range outputs {
		got := found[name].Value
		if pattern, ok := want.(*regexp.Regexp); ok && pattern.MatchString(fmt.Sprint(got)) {
			continue
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("the output %s is %v, want %v", name, got, want)
		}
	}
	state := r.state(t)
	for address, wanted := range attributes {
		for name, want := range wanted {
			if got := state[address][name]; !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %s is %v, want %v", name, address, got, want)
			}
		}
	}
}

func TestProviderFunctionOfUnknown(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{}) // OpenTofu configures the provider for a function.
	run := startTerraformWith(t, t.TempDir(), comparing)
	run.apply(t, terraformtest.Versions+e.Config(`
		resource "terraform_data" "width" { input = 30 }
		output "places" {
			value = provider::engine::layout(40, [{ width = 10, height = 4 }, { width = terraform_data.width.output, height = 4 }])
		}`))
	run.hasValues(t, map[string]any{"places": []any{
		map[string]any{"position_x": 0.0, "position_y": 0.0, "width": 10.0, "height": 4.0},
		map[string]any{"position_x": 10.0, "position_y": 0.0, "width": 30.0, "height": 4.0},
	}}, nil)
}

// TestScheduleOfEitherType calls one of two functions in a conditional expression: one for a rate, one for a cron schedule. So both
// functions must return the same type.
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
	run := startTerraformWith(t, t.TempDir(), comparing)
	for schedule, want := range map[string]map[string]any{
		"rate": {"rate_value": "2", "cron_hours": nil},
		"cron": {"rate_value": nil, "cron_hours": "9"},
	} {
		run.apply(t, terraformtest.Versions+e.Config(fmt.Sprintf(alert, schedule)))
		run.hasValues(t, nil, map[string]map[string]any{"engine_alert.it": want})
	}
}
