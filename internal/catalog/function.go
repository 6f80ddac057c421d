// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// function is interface section 2.8 with wire shapes section 8.
func function() Object {
	return Object{
		Name: "function", Plural: "functions",
		Summary:    "A function transforms data through a custom pipeline and runs whenever new data is available.",
		Collection: in(engine.Functions),
		Attributes: map[string]schema.Attribute{
			"name":             attribute.Text(attribute.Required, "Name of the function.", attribute.NotBlank()),
			"description":      attribute.Text(attribute.Optional, "Description of the function."),
			"tags":             attribute.Texts("Tags of the function."),
			"function_items":   attribute.List(attribute.Optional, "Items (variables) that trigger the function and that its result is made of.", attribute.WithExtra(queryItem(typedReference()))),
			"status":           attribute.Text(attribute.Optional, "Status of the function."+byItself),
			"active":           attribute.Bool(attribute.Optional, "Whether the function is active. The engine's default is `true`."),
			"type":             attribute.Text(attribute.Optional, "How the function is scheduled: `rate`, by `rate_value` and `rate_unit`, or `cron`, by the `cron_*` parts.", attribute.OneOf("rate", "cron").OrOthers()),
			"time_window":      attribute.Number(attribute.Optional, "Time window of the values in seconds.", attribute.AtLeast(0).Usually()),
			"target_variable":  attribute.Text(attribute.Optional, "`ref_id` of the item whose value is the result.", attribute.ItemNameLength(), attribute.ItemName()),
			"target_asset":     attribute.Object("Asset that the result is written to.", reference()),
			"target_attribute": attribute.Object("Attribute of the target asset that the result is written to.", typedReference()),
			"rate_value":       attribute.Number(attribute.Optional, "Of a rate function: how many `rate_unit`s lie between two runs."),
			"rate_unit":        attribute.Text(attribute.Optional, "Of a rate function: unit of `rate_value`, for example `minute`, `hour` or `day`.", attribute.Spellings{Enum: check.RateUnits()}),
			"cron_minutes":     attribute.Text(attribute.Optional, "Of a cron function: minutes, 0 to 59, or `*`."),
			"cron_hours":       attribute.Text(attribute.Optional, "Of a cron function: hours, 0 to 23, or `*`."),
			"cron_dom":         attribute.Text(attribute.Optional, "Of a cron function: days of the month, 1 to 31, `*` or `?`."),
			"cron_month":       attribute.Text(attribute.Optional, "Of a cron function: months, 1 to 12 or `JAN` to `DEC`, or `*`."),
			"cron_dow":         attribute.Text(attribute.Optional, "Of a cron function: days of the week, 1 to 7 or `SUN` to `SAT`, `*` or `?`."),
			"cron_year":        attribute.Text(attribute.Optional, "Of a cron function: years, or `*`."),
		},
		Check:   checkFunction,
		Derived: derivedFrom("function_items"),
		Facts: lens.Facts{
			Defaults:   itemDefaults("function_items", map[string]any{"active": true}),
			Runtime:    []string{"status"},
			Tombstones: engine.Functions.MergedArrays(),
		},
	}
}

// checkFunction checks what concerns several attributes. The interface leaves the types of schedules and the units of a
// rate open; those of alerts count where a function says that it has such a schedule (wire shapes section 8).
func checkFunction(config check.Value) {
	items := config.At("function_items")
	check.FunctionSchedule(config)
	check.Items(items)
	check.FunctionTarget(config.At("target_variable"), items)
}
