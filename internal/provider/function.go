// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// function is interface section 2.8 with wire shapes section 8.
func function() object {
	return object{
		name: "function", plural: "functions",
		summary:    "A function transforms data through a custom pipeline and runs whenever new data is available.",
		collection: in(engine.Functions),
		attributes: map[string]schema.Attribute{
			"name":             text(required, "Name of the function.", notBlank()),
			"description":      text(optional, "Description of the function."),
			"tags":             texts("Tags of the function."),
			"function_items":   list(optional, "Items (variables) that trigger the function and that its result is made of.", open(queryItem(typedReference()))),
			"status":           text(optional, "Status of the function, normally left to the engine."),
			"active":           flag(optional, "Whether the function is active."),
			"type":             text(optional, "How the function is scheduled: `rate`, by `rate_value` and `rate_unit`, or `cron`, by the `cron_*` parts."),
			"time_window":      integer("Time window of the values in seconds.", atLeast(0)),
			"target_variable":  text(optional, "`ref_id` of the item whose value is the result.", itemName()),
			"target_asset":     single("Asset that the result is written to.", reference()),
			"target_attribute": single("Attribute of the target asset that the result is written to.", typedReference()),
			"rate_value":       number(optional, "Of a rate function: how many `rate_unit`s lie between two runs."),
			"rate_unit":        text(optional, "Of a rate function: unit of `rate_value`, for example `minute`, `hour` or `day`."),
			"cron_minutes":     text(optional, "Of a cron function: minutes, 0 to 59, or `*`."),
			"cron_hours":       text(optional, "Of a cron function: hours, 0 to 23, or `*`."),
			"cron_dom":         text(optional, "Of a cron function: days of the month, 1 to 31, `*` or `?`."),
			"cron_month":       text(optional, "Of a cron function: months, 1 to 12 or `JAN` to `DEC`, or `*`."),
			"cron_dow":         text(optional, "Of a cron function: days of the week, 1 to 7 or `SUN` to `SAT`, `*` or `?`."),
			"cron_year":        text(optional, "Of a cron function: years, or `*`."),
		},
		check: checkFunction,
		items: "function_items",
		facts: lens.Facts{
			Defaults:   itemDefaults("function_items", nil),
			Tombstones: map[string]string{"function_items": "deleted"},
		},
	}
}

// checkFunction checks what concerns several attributes. The interface leaves the types of schedules and the units of a
// rate open; those of alerts count where a function says that it has such a schedule (wire shapes section 8).
func checkFunction(config part) {
	items := config.in("function_items")
	checkSchedule(config)
	if unit := config.in("rate_unit"); config.in("type").text() == "rate" && unit.known() && !rateUnits().accepts(unit.text()) {
		unit.refuse("Value not in the list", "%s is %q, but for the type \"rate\" it has to be %s.", unit.path, unit.text(), rateUnits().enumeration(`"`))
	}
	checkItems(items)
	checkTarget(config.in("target_variable"), items)
}
