// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
)

func functionTest() objectTest {
	return objectTest{
		name: "function",
		rows: slices.Concat(
			[]row{
				{attribute: "name", value: `"Total flow"`, changed: `"Sum of flows"`, required: true},
				{attribute: "description", value: `"Adds the flows of both pumps"`, changed: `"Adds the flows"`},
				{attribute: "rate_value", value: "5", changed: "10"},
				{attribute: "rate_unit", value: `"minute"`, changed: `"hour"`},
				{attribute: "status", value: `"paused"`, changed: `"running"`, runtime: true},
				{attribute: "active", value: "false", changed: "true"},
				{attribute: "time_window", value: "900", changed: "1800"},
				{attribute: "target_variable", value: `"E"`, changed: `"A"`},
			},
			itemRows("function_items", "{ query_filter_attribute = merge(local.flow, { type = \"Number\" }) }"),
			functionTargetRows(),
			textRows("tags", "flow", "north", "billing", "checked"),
			[]row{extraRow()},
		),
		// The first object has a rate schedule. This second one has a cron schedule, because a function can't have both.
		other: append([]row{
			{attribute: "name", value: `"Total flow at dawn"`, required: true},
			{attribute: "type", value: `"cron"`, required: true},
			{attribute: "description", value: `"Adds the flows of both pumps"`},
		}, cronRows()...),
		state: map[string]knownvalue.Check{
			"active":       knownvalue.Bool(false),
			"target_asset": knownvalue.ObjectPartial(map[string]knownvalue.Check{"name": knownvalue.StringExact("Pump 1")}),
		},
	}
}

// functionTargetRows returns test rows for target_asset and target_attribute. A configuration with these values must also contain
// itemLocals, which the values refer to.
func functionTargetRows() []row {
	return []row{
		{attribute: "target_asset", value: "local.pump", changed: "local.spare"},
		{attribute: "target_asset", value: "local.pump", changed: `merge(local.pump, { name = "Pump one" })`},
		{attribute: "target_asset", value: "local.pump", changed: "{ id = local.pump.id }"},
		{attribute: "target_attribute", value: `merge(local.flow, { type = "Number" })`, changed: `merge(local.limit, { type = "Number" })`},
		{attribute: "target_attribute", value: `merge(local.flow, { type = "Number" })`, changed: `merge(local.flow, { type = "String" })`},
		{attribute: "target_attribute", value: `merge(local.flow, { type = "Number" })`, changed: "local.flow"},
	}
}
