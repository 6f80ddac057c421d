// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// Derived lists texts that the provider computes from other attributes of the same list element, such as expression_plain from expression.
// The engine runs these texts but does not compute them (wire shapes section 10). The provider does not compute a text that the
// configuration declares. Imports leave out computed texts.
type Derived struct {
	List  string // the attribute with the list of items
	Key   string // the attribute that identifies an item in its list
	Texts []DerivedText
}

// DerivedText describes one text that the provider computes, such as expression_plain.
type DerivedText struct {
	Name    string   // the attribute with the text
	Sources []string // the attributes from which it is derived

	// Derive computes the text from a list element (decoded JSON). It returns "" if the element needs no text. follows is false if the text
	// cannot be computed; the element then keeps its old text.
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

// deriveExpression computes expression_plain from expression. It returns false if the expression does not parse. A plan refuses such an
// expression, so it can only come from the engine.
func deriveExpression(item map[string]any) (string, bool) {
	text := textIn(item, "expression")
	if strings.TrimSpace(text) == "" {
		return "", true
	}
	plain, err := expression.Plain(text)
	return plain, err == nil
}

// deriveQuery computes query_plain from the query attributes of an item of an alert, a function or a chart. It returns false if the item's
// type is not QUERY, or if query_filter_asset or query_filter_attribute is missing.
func deriveQuery(item map[string]any) (string, bool) {
	asset, attribute := referenceIn(item, "query_filter_asset"), referenceIn(item, "query_filter_attribute")
	if !strings.EqualFold(textIn(item, "type"), "QUERY") || asset == "" || attribute == "" {
		return "", false
	}
	unit, function := groupUnits().Spelling(textIn(item, "query_group_unit")), aggregations().Spelling(textIn(item, "query_group_function"))
	plain, err := expression.QueryPlain(asset, attribute, unit, function)
	return plain, err == nil
}

func textIn(object map[string]any, name string) string {
	text, _ := object[name].(string)
	return text
}

// referenceIn returns the id in a reference such as {"id": "t", "name": "Pump"}, or "" if the reference has no id. Some engines answer only
// "t".
func referenceIn(object map[string]any, name string) string {
	if reference, ok := object[name].(map[string]any); ok {
		return textIn(reference, "id")
	}
	return textIn(object, name)
}
