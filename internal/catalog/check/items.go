// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// itemFields names the fields that an item of one type needs (interface section 2.8), and the text that the engine runs, which may be
// declared instead of them.
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

// Items checks the items of an alert, a function or a widget.
func Items(list Value) {
	Unique(list, "ref_id")
	for _, item := range list.Elements() {
		if name := item.At("ref_id"); name.IsKnown() && name.Text() == "" {
			name.warn("Item without a name", "%s is empty, but what engines are known to take is %s.", name.Path, attribute.ItemName().Form)
		}
		if fields, ok := fieldsByType()[itemType(item)]; ok {
			checkItemFields(item, fields)
		}
	}
	checkExpressions(list)
}

// itemType returns the type of an item in upper case, as the documents spell it.
func itemType(item Value) string { return strings.ToUpper(item.At("type").Text()) }

// checkItemFields warns about missing fields of the item's type, and about filters that belong to other types (quirk 147). These are
// warnings because the interface allows null for them. All other fields are allowed on items of every type.
func checkItemFields(item Value, fields itemFields) {
	kind := itemType(item)
	for _, name := range fields.needed {
		if field := item.At(name); field.isBlank() && item.At(fields.plain).isBlank() {
			field.warn("Field is missing", "%s is missing: an item of the type %s needs %s, for example %s.", field.Path, kind,
				strings.Join(fields.needed, " and "), fields.example)
		}
	}
	for _, name := range []string{"query_filter_asset", "query_filter_attribute", "query_filter_metadata"} {
		if field := item.At(name); field.isCertain() && !slices.Contains(fields.needed, name) {
			field.warn("Field of another type", "%s has no effect: an item of the type %s has no %s; it has %s.", field.Path, kind, name,
				strings.Join(fields.needed, " and "))
		}
	}
}
