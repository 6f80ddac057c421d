// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/expression"
)

// reference is the object {id, name} by which documents name other things of the engine (wire shapes section 1).
func reference() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id":   attribute.Text(attribute.Required, "Identifier of the referenced object.", attribute.Identifier()),
		"name": attribute.Text(attribute.Optional, "Name of the referenced object, a label: the engine knows it by the id, and another name that it answers is no change."),
	}
}

// typedReference is a reference with the type of the attribute's values (wire shapes section 1).
func typedReference() map[string]schema.Attribute {
	a := reference()
	a["type"] = attribute.Text(attribute.Optional, "Type of the attribute's values.", attribute.OneOf("Number", "Boolean", "String"))
	return a
}

// queryItem has the attributes that the items of alerts, functions and widgets share (wire shapes section 4; interface
// section 2.8).
func queryItem(attributeFilter map[string]schema.Attribute) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"ref_id":                 attribute.Text(attribute.Required, "Name of the item in expressions, at most 5 characters, for example `A`. It identifies the item within its list.", attribute.ItemNameLength(), attribute.ItemName()),
		"type":                   attribute.Text(attribute.Required, "Kind of the item. A `QUERY` reads an attribute of an asset, `METADATA` reads a metadata field of an asset, an `EXPRESSION` calculates with other items.", attribute.OneOf("QUERY", "EXPRESSION", "METADATA")),
		"label":                  attribute.Text(attribute.Optional, "Label shown for the item. The engine's default is `\"\"`."),
		"expression":             attribute.Text(attribute.Optional, "Expression of an `EXPRESSION` item; `$A` stands for the item with the `ref_id` `A`."),
		"expression_plain":       attribute.Text(attribute.Optional, "JSON text of the expression in the form that the engine runs. Made of `expression` where it is not declared.", attribute.JSONText{}),
		"query_filter_asset":     attribute.Object("Asset that the item reads.", reference()),
		"query_filter_attribute": attribute.Object("Attribute of the asset that a `QUERY` item reads.", attributeFilter),
		"query_filter_metadata":  attribute.Object("Metadata field that a `METADATA` item reads.", reference()),
		"query_plain":            attribute.Text(attribute.Optional, "JSON text of the query in the form that the engine runs. Of a `QUERY` item made of the filters and the grouping where it is not declared. The engine's default is `\"\"`.", attribute.JSONText{}),
		"query_group_unit":       attribute.Text(attribute.Optional, "Unit of time by which values are grouped: empty, `second`, `minute`, `hour`, `day` or `month`.", attribute.Words{Enum: groupUnits()}),
		"query_group_function":   attribute.Text(attribute.Optional, "Function that makes one value of a group: empty, `avg`, `sum`, `min`, `max` or `last`.", attribute.Words{Enum: aggregations()}),
		"query_sort_field":       attribute.Text(attribute.Optional, "Field to sort by."),
		"query_sort_direction":   attribute.Integer("Sort direction: -1 (descending), 0 or 1 (ascending). The engine's default is -1.", attribute.Between(-1, 1)),
	}
}

// limitedItem is a query item with a limit of values: those of alerts and widgets (wire shapes sections 4 and 7).
func limitedItem() map[string]schema.Attribute {
	a := queryItem(reference())
	a["query_limit"] = attribute.Integer("Most values that the query gives, 1 to 10000. The engine's default is 10000.", attribute.Between(1, 10000))
	return a
}

func groupUnits() attribute.Enum { return attribute.OneOf(expression.GroupUnits()...) }

// aggregations make one value of several. Of a widget's labels the engine calls avg average (wire shapes section 4), so that an
// engine may do it here too (quirk 101).
func aggregations() attribute.Enum {
	return attribute.OneOf(expression.Aggregations()...).Answered("average", "avg")
}

// itemDefaults are the engine's defaults of the items in a list (quirk 249).
func itemDefaults(list string, more map[string]any) map[string]any {
	defaults := map[string]any{list + ".query_sort_direction": json.Number("-1"), list + ".label": "", list + ".query_plain": ""}
	maps.Copy(defaults, more)
	return defaults
}
