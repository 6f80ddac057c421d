// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"slices"
)

// alertCases are two, because the fields of a rate and those of a cron schedule exclude each other.
// TestScheduleOfAnotherType goes from one to the other.
func alertCases() []lifecycleCase {
	return []lifecycleCase{
		{
			name: "alert (rate)", object: "alert", parents: itemLocals + referenceLocals + thresholdLocals,
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
		},
		{
			name: "alert (cron)", object: "alert",
			rows: append([]row{
				{attribute: "name", value: `"Low flow"`, required: true},
				{attribute: "severity", value: `"SEV2"`, required: true},
				{attribute: "type", value: `"cron"`, required: true},
				{attribute: "description", value: `"The flow is below its limit"`},
			}, cronRows()...),
		},
	}
}

const thresholdLocals = `
locals {
  low   = { value = 12.5, status = "warning", status_text = "Low" }
  lower = { value = 5, status = "alert" }
}
`

// alertConditionRows need itemLocals and thresholdLocals.
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

// alertStateRows have values that are not the engine's defaults, which an import would leave out.
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

// cronRows are the parts of a schedule: on working days at six. Declared with a type, all of them are needed.
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
