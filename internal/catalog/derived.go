// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// Derived lists strings that the provider computes from other attributes of a list element, unless they are declared. The engine runs them
// but does not compute them (wire shapes section 10). Imports leave them out.
type Derived struct {
	List  string // the attribute with the list of items
	Key   string // the attribute that identifies an item in its list
	Texts []DerivedText
}

// DerivedText describes one such string, such as expression_plain.
type DerivedText struct {
	Name    string   // the attribute with the string
	Sources []string // the attributes from which it is derived

	// Derive computes the string, or "" if none is needed. If follows is false, the element keeps its old string.
	Derive func(item map[string]any) (text string, follows bool)
}

func derivedFrom(list string) Derived {
	return Derived{List: list, Key: "ref_id", Texts: []DerivedText{
		{Name: "expression_plain", Sources: []string{"expression"}, Derive: deriveExpression},
		{
			Name: "query_plain", Derive: deriveQuery,
			Sources: []string{"type", "query_filter_asset", "query_filter_attribute", "query_group_unit", "query_group_function"},
		},
	}}
}

// deriveExpression returns false if the expression does not parse.
func deriveExpression(item map[string]any) (string, bool) {
	text := textIn(item, "expression")
	if strings.TrimSpace(text) == "" {
		return "", true
	}
	plain, err := expression.Plain(text)
	return plain, err == nil
}

// deriveQuery returns false if the item's type is not QUERY, or if its asset or attribute is missing.
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

// referenceIn returns the id in a reference. Some engines return only the id.
func referenceIn(object map[string]any, name string) string {
	if reference, ok := object[name].(map[string]any); ok {
		return textIn(reference, "id")
	}
	return textIn(object, name)
}
