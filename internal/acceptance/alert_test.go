// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

func alertTest() objectTest {
	return objectTest{
		name: "alert",
		rows: slices.Concat(
			[]row{
				{attribute: "name", value: `"Low flow"`, changed: `"No flow"`, required: true},
				{attribute: "severity", value: `"SEV2"`, changed: `"SEV1"`, required: true},
				{attribute: "type", value: `"rate"`, required: true},
				{attribute: "rate_value", value: "5", changed: "10", required: true},
				{attribute: "rate_unit", value: `"minute"`, changed: `"hour"`, required: true},
				{attribute: "description", value: `"The flow is below its limit"`, changed: `"The flow is too low"`},
			},
			alertConditionRows(), alertStateRows(),
			referenceRows("tags"), referenceRows("assets"),
			textRows("destinations_list", "control@example.com", "shift@example.com", "ops-room", "duty@example.com"),
			[]row{extraRow()},
		),
		// The object above has a rate schedule. This second object has a cron schedule, because an alert can't have both.
		other: append([]row{
			{attribute: "name", value: `"Low flow at dawn"`, required: true},
			{attribute: "severity", value: `"SEV2"`, required: true},
			{attribute: "type", value: `"cron"`, required: true},
			{attribute: "description", value: `"The flow is below its limit"`},
		}, cronRows()...),
		state: map[string]knownvalue.Check{
			"severity":        knownvalue.StringExact("SEV2"),
			"mute":            knownvalue.Bool(true),
			"stmt_thresholds": knownvalue.ListSizeExact(2),
		},
	}
}

const thresholdLocals = `
locals {
  low   = { value = 12.5, status = "warning", status_text = "Low" }
  lower = { value = 5, status = "alert" }
}
`

// alertConditionRows returns test rows for the attributes that define when an alert fires. A configuration with these values must also
// contain itemLocals and thresholdLocals, which the values refer to.
func alertConditionRows() []row {
	return slices.Concat(
		itemRows("alert_items", "{ query_limit = 500 }"),
		[]row{
			{attribute: "alert_items", value: `[merge(local.b, { query_limit = 500 })]`, changed: `[merge(local.b, { query_limit = 1000 })]`},
			{attribute: "alert_items", value: `[merge(local.b, { query_limit = 500 })]`, changed: `[local.b]`},
			{attribute: "stmt_thresholds", value: `[local.lower, local.low]`, changed: `[local.lower, merge(local.low, { value = 14.25 })]`},
			{attribute: "stmt_thresholds", value: `[local.low]`, changed: `[local.low, local.lower]`},
			{attribute: "stmt_thresholds", value: `[local.low, local.lower]`, changed: `[local.lower]`},
			{attribute: "stmt_thresholds", value: `[local.low, local.lower]`, changed: `[]`},
			{attribute: "stmt_thresholds", value: `[local.low, local.lower]`, changed: `[local.lower, local.low]`},
			{attribute: "stmt_thresholds", value: `[local.low]`, changed: `[merge(local.low, { status = "alert", status_text = "Too low" })]`},
			{attribute: "stmt_thresholds", value: `[local.low]`, changed: `[merge(local.low, { status_text = null })]`},
			{attribute: "stmt_time_window", value: "600", changed: "3600"},
			{attribute: "stmt_target_variable", value: `"A"`, changed: `"E"`},
			{attribute: "stmt_operator", value: `"lt"`, changed: `"le"`},
			{attribute: "stmt_aggregation", value: `"avg"`, changed: `"min"`},
		},
	)
}

// alertStateRows returns test rows for attributes such as status and mute. None of the original values is the engine's default. An import
// would omit a default, so that its result would differ from the configuration.
func alertStateRows() []row {
	return []row{
		{attribute: "status", value: `"disabled"`, changed: `"warning"`, runtime: true},
		{attribute: "status_text", value: `"Pump 1 is in maintenance"`, changed: `"Pump 1 is being replaced"`, runtime: true},
		{attribute: "active", value: "false", changed: "true"},
		{attribute: "mute", value: "true", changed: "false"},
		{attribute: "notify_no_data", value: "false", changed: "true"},
		{attribute: "notify_error", value: "false", changed: "true"},
		{attribute: "notify_timeout", value: "false", changed: "true"},
	}
}

// cronRows returns test rows for the attributes of a cron schedule. The original values mean 6:00 on weekdays. An alert with a cron
// schedule must declare all of these attributes.
func cronRows() []row {
	return []row{
		{attribute: "cron_minutes", value: `"0"`, changed: `"30"`, required: true},
		{attribute: "cron_hours", value: `"6"`, changed: `"*"`, required: true},
		{attribute: "cron_dom", value: `"?"`, changed: `"*"`, required: true},
		{attribute: "cron_month", value: `"*"`, changed: `"6"`, required: true},
		{attribute: "cron_dow", value: `"MON-FRI"`, changed: `"SUN"`, required: true},
		{attribute: "cron_year", value: `"*"`, changed: `"2030"`, required: true},
	}
}

// TestAccAlert_scheduleOfDifferentType checks that an alert and a function can change from a rate to a cron schedule and back. Each change
// must be a single update that also clears the fields of the old schedule.
func TestAccAlert_scheduleOfDifferentType(t *testing.T) {
	rate := map[string]any{"type": "rate", "rate_value": 5.0, "rate_unit": "minute"}
	cron := map[string]any{
		"type": "cron", "cron_minutes": "0", "cron_hours": "6", "cron_dom": "?", "cron_month": "*", "cron_dow": "MON-FRI", "cron_year": "*",
	}
	e := startEngine(t, refserver.Options{})
	step := func(from, to map[string]any) resource.TestStep {
		var schedule string
		for name, value := range to {
			schedule += fmt.Sprintf("  %s = %q\n", name, fmt.Sprint(value))
		}
		config := e.Config("resource \"engine_alert\" \"it\" {\n  name = \"Low flow\"\n  severity = \"SEV2\"\n" + schedule + "}\n" +
			"resource \"engine_function\" \"it\" {\n  name = \"Low flow\"\n" + schedule + "}\n")
		return resource.TestStep{PreConfig: e.ClearRequests, Config: config, ConfigPlanChecks: after(func(map[string]map[string]any) error {
			want := map[string]any{}
			for name := range from {
				want[name] = nil
			}
			maps.Copy(want, to)
			for _, object := range []string{"alert", "function"} {
				if from == nil {
					continue
				}
				if body := e.onePatch(t, object); !maps.Equal(body, want) {
					return fmt.Errorf("%s: PATCH sent %v, want %v", object, body, want)
				}
			}
			return nil
		})}
	}
	resource.ParallelTest(t, e.testCase(step(nil, rate), step(rate, cron), step(cron, rate)))
}
