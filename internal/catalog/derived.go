// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// Derived lists the strings that the provider derives for each element in a list, such as query_plain for an alert item. The engine needs
// these strings but doesn't derive them itself (interface document, section 10 of "Wire shapes").
type Derived struct {
	List    string // the attribute that contains the list, such as alert_items
	Key     string // the attribute that identifies an element in the list
	Strings []DerivedString
}

// DerivedString describes one derived string, such as expression_plain.
type DerivedString struct {
	Name    string   // the attribute that contains the string
	Sources []string // the attributes from which the string is derived

	// Derive returns the string that the provider derives from an item, or "" if the item needs none. If the string can't be derived, for
	// example because the expression is invalid, canDerive is false, and the provider doesn't change the string.
	Derive func(item map[string]any) (text string, canDerive bool)
}

func derivedFrom(list string) Derived {
	return Derived{List: list, Key: "ref_id", Strings: []DerivedString{
		{Name: "expression_plain", Sources: []string{"expression"}, Derive: deriveExpression},
		{
			Name: "query_plain", Derive: deriveQuery,
			Sources: []string{"type", "query_filter_asset", "query_filter_attribute", "query_group_unit", "query_group_function"},
		},
	}}
}

// deriveExpression derives expression_plain. It returns false if the expression is invalid.
func deriveExpression(item map[string]any) (string, bool) {
	text := textIn(item, "expression")
	if strings.TrimSpace(text) == "" {
		return "", true
	}
	plain, err := expression.Plain(text)
	return plain, err == nil
}

// deriveQuery derives query_plain. It returns false if the item's type is not QUERY, or if its asset or attribute is missing.
func deriveQuery(item map[string]any) (string, bool) {
	asset, attribute := referenceIn(item, "query_filter_asset"), referenceIn(item, "query_filter_attribute")
	if !strings.EqualFold(textIn(item, "type"), "QUERY") || asset == "" || attribute == "" {
		return "", false
	}
	unit, function := groupUnits().Canonical(textIn(item, "query_group_unit")), aggregations().Canonical(textIn(item, "query_group_function"))
	plain, err := expression.QueryPlain(asset, attribute, unit, function)
	return plain, err == nil
}

func textIn(object map[string]any, name string) string {
	text, _ := object[name].(string)
	return text
}

// referenceIn returns the id in a reference. A reference is normally an object, but some engines return only the id as a string.
func referenceIn(object map[string]any, name string) string {
	if reference, ok := object[name].(map[string]any); ok {
		return textIn(reference, "id")
	}
	return textIn(object, name)
}
