// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// itemFields lists the fields that items of one type need (interface document, section 2.8).
type itemFields struct {
	needed  []string
	plain   string // the attribute that replaces the needed fields, because it contains the string that the engine runs
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
			name.warn("Item without a name", "%s is empty, but engines are only known to accept %s.", name.Path, attribute.ItemName().Form)
		}
		if fields, ok := fieldsByType()[itemType(item)]; ok {
			checkItemFields(item, fields)
		}
	}
	checkExpressions(list)
}

func itemType(item Value) string { return strings.ToUpper(item.At("type").Text()) }

// checkItemFields warns if an item lacks a field that its type needs, or contains a query filter that its type does not use (quirk 147 in
// quirks.go). It adds no errors, because the interface document allows null for all of those fields.
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
			field.warn("Field of a different item type", "%s has no effect: an item of the type %s has no %s; it has %s.", field.Path, kind, name,
				strings.Join(fields.needed, " and "))
		}
	}
}
