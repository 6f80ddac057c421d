// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// valueMapping returns the attributes of an element of a widget's value_mappings (wire shapes section 4).
func valueMapping() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"type": attribute.Text("Which values are mapped: `exact_match` the value `match_value`, `range` the values from "+
			"`range_start` to `range_end`, `regex` the values that match `regular_expression`. If it is not declared, the type follows from the "+
			"declared attribute.", attribute.OneOf("exact_match", "range", "regex").OrEmpty()),
		"order":              attribute.Integer("Position of the mapping among the mappings, from 0.", attribute.AtLeast(0).UsuallyWithin()),
		"display_text":       attribute.Text("Text that is shown instead of the value."),
		"match_value":        attribute.Text("For `exact_match`: the value."),
		"range_start":        attribute.Number("For `range`: the smallest value."),
		"range_end":          attribute.Number("For `range`: the greatest value."),
		"regular_expression": attribute.Text("For `regex`: the regular expression."),
	})
}
