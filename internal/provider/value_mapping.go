// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// valueMapping is an element of a widget's value_mappings (wire shapes section 4).
func valueMapping() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"type":               text(required, "Which values are mapped: an `exact_match` of `match_value`, a `range` from `range_start` to `range_end`, or those that match a `regex`, the `regular_expression`.", values("exact_match", "range", "regex")),
		"order":              integer("Position of the mapping among the mappings, from 0.", atLeast(0)),
		"display_text":       text(optional, "Text that is shown instead of the value."),
		"match_value":        text(optional, "Of an `exact_match`: the value."),
		"range_start":        number(optional, "Of a `range`: its least value."),
		"range_end":          number(optional, "Of a `range`: its greatest value."),
		"regular_expression": text(optional, "Of a `regex`: the regular expression."),
	})
}

// mappingType is a type of value mappings with the attributes that it has beyond all others'.
type mappingType struct {
	name       string
	attributes []string
	example    string
}

func mappingTypes() []mappingType {
	return []mappingType{
		{"exact_match", []string{"match_value"}, `match_value = "0"`},
		{"range", []string{"range_start", "range_end"}, `range_start = 0 and range_end = 80`},
		{"regex", []string{"regular_expression"}, `regular_expression = "^E[0-9]+$"`},
	}
}

// checkValueMappings wants of each mapping the attributes of its type and no others. A mapping with an attribute of another
// type probably has the wrong type, so what its own type lacks is not reported beside it.
func checkValueMappings(mappings part) {
	for _, mapping := range mappings.each() {
		declared := mapping.in("type").text()
		for _, t := range mappingTypes() {
			if t.name == declared && !refuseForeign(mapping, t) && !refuseMissing(mapping, t) {
				checkInOrder(mapping, "range_start", "range_end", false)
				checkRegularExpression(mapping.in("regular_expression"))
			}
		}
	}
}

func refuseForeign(mapping part, own mappingType) (refused bool) {
	for _, other := range mappingTypes() {
		if other.name == own.name {
			continue
		}
		for _, name := range other.attributes {
			if foreign := mapping.in(name); foreign.number() != nil || foreign.text() != "" {
				foreign.refuse("Attribute of another type", "%s belongs to value mappings of the type %q, but the type is %q. This type takes %s.",
					foreign.path, other.name, own.name, own.example)
				refused = true
			}
		}
	}
	return refused
}

func refuseMissing(mapping part, own mappingType) bool {
	for _, name := range own.attributes {
		if missing := mapping.in(name); !missing.declared() {
			missing.refuse("Attribute is missing", "%s is not declared, but a value mapping of the type %q needs it, for example %s.",
				missing.path, own.name, own.example)
			return true
		}
	}
	return false
}

func checkRegularExpression(expression part) {
	if err := regularExpressionError(expression.text()); err != nil {
		expression.refuse("Not a regular expression", "%s is %q, which is no regular expression: %v. One that is right is \"^E[0-9]+$\".",
			expression.path, expression.text(), err)
	}
}
