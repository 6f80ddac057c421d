// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
)

// valueMapping is an element of a widget's value_mappings (wire shapes section 4).
func valueMapping() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"type":               attribute.Text(attribute.Optional, "Which values are mapped: an `exact_match` of `match_value`, a `range` from `range_start` to `range_end`, or those that match a `regex`, the `regular_expression`. Not declared, the one of these attributes that is declared says it.", attribute.OneOf("exact_match", "range", "regex").OrEmpty()),
		"order":              attribute.Integer("Position of the mapping among the mappings, from 0.", attribute.AtLeast(0).UsuallyWithin()),
		"display_text":       attribute.Text(attribute.Optional, "Text that is shown instead of the value."),
		"match_value":        attribute.Text(attribute.Optional, "Of an `exact_match`: the value."),
		"range_start":        attribute.Number(attribute.Optional, "Of a `range`: its least value."),
		"range_end":          attribute.Number(attribute.Optional, "Of a `range`: its greatest value."),
		"regular_expression": attribute.Text(attribute.Optional, "Of a `regex`: the regular expression."),
	})
}
