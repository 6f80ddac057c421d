// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"regexp"
	"slices"
	"strings"
)

var itemNameForm = regexp.MustCompile(`^[\p{L}_][\p{L}\p{Nd}_]{0,4}$`)

// itemName accepts what can be the ref_id of an item (wire shapes section 4): expressions name it as $A, and it becomes a
// name in JavaScript.
func itemName() textForm {
	return textForm{
		form: `1 to 5 letters, digits and underscores, the first no digit, for example "A" or "flow1"`,
		has:  itemNameForm.MatchString,
	}
}

// itemFields are the fields that only some types of items have (interface section 2.8), and without which the item says
// nothing. A text in the form that the engine runs, written by hand, stands for them.
type itemFields struct {
	needed  []string
	plain   string
	example string
}

func fieldsByType() map[string]itemFields {
	return map[string]itemFields{
		"EXPRESSION": {
			needed: []string{"expression"}, plain: "expression_plain",
			example: `expression = "$A - $B"`,
		},
		"QUERY": {
			needed: []string{"query_filter_asset", "query_filter_attribute"}, plain: "query_plain",
			example: `query_filter_asset = { id = "pump-1" } and query_filter_attribute = { id = "flow" }`,
		},
		"METADATA": {
			needed: []string{"query_filter_asset", "query_filter_metadata"}, plain: "query_plain",
			example: `query_filter_asset = { id = "pump-1" } and query_filter_metadata = { id = "rated-flow" }`,
		},
	}
}

// checkItems checks the items of an alert, a function or a widget.
func checkItems(list part) {
	checkUnique(list, "ref_id")
	for _, item := range list.each() {
		if name := item.in("ref_id"); name.known() && name.text() == "" {
			name.refuse("Item without a name", "%s is empty, but it has to be %s.", name.path, itemName().form)
		}
		if fields, ok := fieldsByType()[item.in("type").text()]; ok {
			checkItemFields(item, fields)
		}
	}
	checkExpressions(list)
}

// checkItemFields wants the fields of the item's type and refuses the filters of other types. All other fields are allowed
// in items of every type.
func checkItemFields(item part, fields itemFields) {
	kind := item.in("type").text()
	for _, name := range fields.needed {
		if field := item.in(name); field.blank() && item.in(fields.plain).blank() {
			field.refuse("Field is missing", "%s is missing: an item of the type %s needs %s, for example %s.", field.path, kind, strings.Join(fields.needed, " and "), fields.example)
		}
	}
	for _, name := range []string{"query_filter_asset", "query_filter_attribute", "query_filter_metadata"} {
		if field := item.in(name); field.certain() && !slices.Contains(fields.needed, name) {
			field.refuse("Field of another type", "%s can't be declared: an item of the type %s has no %s; it has %s.", field.path, kind, name, strings.Join(fields.needed, " and "))
		}
	}
}
