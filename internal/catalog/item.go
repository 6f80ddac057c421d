// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// reference returns the attributes of a reference to an object: {id = "t", name = "Pump"} (interface document, section 1 of "Wire shapes").
func reference() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": attribute.RequiredString("Identifier of the referenced object.", attribute.Identifier()),
		"name": attribute.String("Name of the referenced object. The name is only a label, because the engine finds the object by its id. If " +
			"the engine returns a different name, no plan shows a change."),
	}
}

// typedReference returns the attributes of a reference that also has a type, such as {id = "7", name = "Flow", type = "Number"}.
func typedReference() map[string]schema.Attribute {
	a := reference()
	a["type"] = attribute.String("Type of the attribute's values.", attribute.OneOf("Number", "Boolean", "String"))
	return a
}

// queryItem returns the attributes that are common to the items in alerts, functions and widgets (interface document, section 2.8, and
// section 4 of "Wire shapes").
func queryItem(attributeFilter map[string]schema.Attribute) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"ref_id": attribute.RequiredString("Name of the item in expressions, at most 5 characters, for example `A`. It "+
			"identifies the item within its list.", attribute.ItemNameLength(), attribute.ItemName()),
		"type": attribute.RequiredString("Kind of the item: a `QUERY` reads an attribute of an asset, `METADATA` reads a "+
			"metadata field of an asset, an `EXPRESSION` calculates with other items.", attribute.OneOf("QUERY", "EXPRESSION", "METADATA")),
		"label":      attribute.String("Label shown for the item. The engine's default is `\"\"`."),
		"expression": attribute.String("Expression of an `EXPRESSION` item; `$A` stands for the item with the `ref_id` `A`."),
		"expression_plain": attribute.String("The expression in the form that the engine runs, as a JSON-encoded string. If it is not declared, "+
			"the provider derives it from `expression`.", attribute.JSONString{}),
		"query_filter_asset":     attribute.Object("Asset that the item reads.", reference()),
		"query_filter_attribute": attribute.Object("Attribute of the asset that a `QUERY` item reads.", attributeFilter),
		"query_filter_metadata":  attribute.Object("Metadata field that a `METADATA` item reads.", reference()),
		"query_plain": attribute.String("The query in the form that the engine runs, as a JSON-encoded string. If a `QUERY` item does not "+
			"declare it, the provider derives it from the filters and the grouping. The engine's default is `\"\"`.", attribute.JSONString{}),
		"query_group_unit": attribute.String("Unit of time by which values are grouped: `second`, `minute`, `hour`, `day` or `month`. "+
			"If it is empty, values are not grouped.", attribute.Words{Enum: groupUnits()}),
		"query_group_function": attribute.String("Function that makes one value from the values of a group: `avg`, `sum`, `min`, `max` or "+
			"`last`. If it is empty, values are not grouped.", attribute.Words{Enum: aggregations()}),
		"query_sort_field": attribute.String("Field by which values are sorted."),
		"query_sort_direction": attribute.Integer("Sort direction: -1 (descending), 0 or 1 (ascending). The engine's default is -1.",
			attribute.Between(-1, 1)),
	}
}

// limitedItem returns the attributes of an item in an alert or chart: those of queryItem plus query_limit (interface document, sections 4
// and 7 of "Wire shapes").
func limitedItem() map[string]schema.Attribute {
	a := queryItem(reference())
	a["query_limit"] = attribute.Integer("Maximum number of values of the query, 1 to 10000. The engine's default is 10000.",
		attribute.Between(1, 10000))
	return a
}

func groupUnits() attribute.Enum { return attribute.OneOf(expression.GroupUnits()...) }

// aggregations returns the validator for the names of aggregation functions, such as "avg". In a widget's labels, engines return "average"
// instead of "avg" (interface document, section 4 of "Wire shapes"). The provider accepts "average" in all responses (quirk 101 in
// quirks.go).
func aggregations() attribute.Enum {
	return attribute.OneOf(expression.Aggregations()...).InResponses("average", "avg")
}

// itemDefaults returns the engine's defaults for the items in the given list, such as "" for an item's label (quirk 249 in quirks.go), plus
// the given additional defaults.
func itemDefaults(list string, additional map[string]any) map[string]any {
	defaults := map[string]any{list + ".query_sort_direction": json.Number("-1"), list + ".label": "", list + ".query_plain": ""}
	maps.Copy(defaults, additional)
	return defaults
}
