// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import "slices"

// functions returns the table that describes functions: their fields and paths (INTERFACE.md, interface sections 2.8 and 4.8).
func functions() *Table {
	return &Table{
		Kind:   "function",
		Paths:  []string{"function/functions"},
		Routes: routes("function/functions/", "function/functions/{id}/"),
		Fields: slices.Concat(
			[]Field{
				identifier(),
				required(text("name")),
				text("description"),
				{Name: "tags", Type: Array, Elements: Label, Shape: "Reference", Fields: reference()},
				arrayOf("function_items", "FunctionItem", functionItemFields()),
			},
			onUpdate(
				// A new function has null in status and type until a client sends them (quirk 16 in quirks.go). Numbers may have a
				// fraction (quirk 80 in quirks.go).
				text("status"),
				booleanWithDefault("active", true), // Quirk 248: true if it is not sent.
				oneOf("type", "rate", "cron"),
				number("time_window"),
				text("target_variable"),
				object("target_asset", "Reference", reference()),
				object("target_attribute", "TypedReference", typedReference()),
			),
			onUpdate(scheduleFields(number("rate_value"), text("rate_unit"))...),
		),
	}
}

func functionItemFields() []Field {
	return append(itemFields(object("query_filter_attribute", "TypedReference", typedReference())), booleanWithDefault("deleted", false))
}
