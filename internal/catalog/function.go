// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// function returns the attributes and checks of functions, and their URL path (interface document, section 2.8, and section 8 of "Wire
// shapes").
func function() Object {
	return Object{
		Name: "function", Plural: "functions",
		Summary: "A function calculates a value from data and writes it to an attribute of an asset, on a schedule " +
			"or whenever new data is available.",
		Collection: always(engine.Functions),
		Attributes: withCron(map[string]schema.Attribute{
			"name":        attribute.RequiredString("Name of the function.", attribute.WarnBlank()),
			"description": attribute.String("Description of the function."),
			"tags":        attribute.Strings("Tags of the function."),
			"function_items": attribute.List("Items (variables) that trigger the function and from which it calculates its result.",
				attribute.WithExtra(queryItem(typedReference()))),
			"status": attribute.ChangedByEngine(attribute.String("Status of the function.")),
			"active": attribute.Bool("Whether the function is active. The engine's default is `true`."),
			"type": attribute.String("Schedule of the function: a `rate` function runs every `rate_value` `rate_unit`s, a `cron` "+
				"function at the times of its `cron_*` attributes.", attribute.OneOf("rate", "cron").OrOthers()),
			"time_window": attribute.Number("Time window of the values, in seconds.", attribute.AtLeast(0).Usually()),
			"target_variable": attribute.String("`ref_id` of the item whose value is the result.",
				attribute.ItemNameLength(), attribute.ItemName()),
			"target_asset":     attribute.Object("Asset to which the result is written.", reference()),
			"target_attribute": attribute.Object("Attribute of the target asset to which the result is written.", typedReference()),
			"rate_value":       attribute.Number("For `type = \"rate\"`: number of `rate_unit`s between two runs."),
			"rate_unit": attribute.String("For `type = \"rate\"`: unit of `rate_value`, for example `minute`, `hour` or `day`.",
				attribute.Synonyms{Enum: check.RateUnits()}),
		}),
		Sections: []Section{
			{"What it is", []string{"name", "description", "active", "tags"}},
			{"Schedule", scheduleNames()},
			{"Calculation", []string{"function_items", "time_window", "target_variable"}},
			{"Result", []string{"target_asset", "target_attribute"}},
			{"Status", []string{"status"}},
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

// checkFunction checks a function. The schedule types rate and cron follow the same rules as in alerts (interface document, section 8 of
// "Wire shapes").
func checkFunction(config check.Value) {
	items := config.At("function_items")
	check.FunctionSchedule(config)
	check.Items(items)
	check.FunctionTarget(config.At("target_variable"), items)
}
