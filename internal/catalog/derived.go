// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// Derived names the texts of an object's items that the provider derives from the rest of the item. The engine runs these texts but
// does not make them (wire shapes section 10). So the provider sends a derived text if the configuration does not declare the attribute,
// and does not show it in an import.
type Derived struct {
	List  string // the attribute with the list of items
	Key   string // the attribute that identifies an item in its list
	Texts []DerivedText
}

// DerivedText is a text of an item that the provider derives from other attributes of the item.
type DerivedText struct {
	Name    string   // the attribute with the text
	Sources []string // the attributes from which it is derived

	// Derive returns the text for an item of a document, "" if the item needs none. It returns false if the text can't be derived:
	// the provider then leaves the item's own text alone.
	Derive func(item map[string]any) (text string, follows bool)
}

// derivedFrom returns the derived texts of the query items in the given list.
func derivedFrom(list string) Derived {
	return Derived{List: list, Key: "ref_id", Texts: []DerivedText{
		{Name: "expression_plain", Sources: []string{"expression"}, Derive: deriveExpression},
		{
			Name: "query_plain", Derive: deriveQuery,
			Sources: []string{"type", "query_filter_asset", "query_filter_attribute", "query_group_unit", "query_group_function"},
		},
	}}
}

// deriveExpression derives expression_plain. It returns false for an expression that does not parse: the plan has refused it, or it
// comes from the engine.
func deriveExpression(item map[string]any) (string, bool) {
	text := textIn(item, "expression")
	if strings.TrimSpace(text) == "" {
		return "", true
	}
	plain, err := expression.Plain(text)
	return plain, err == nil
}

// deriveQuery derives query_plain. It returns false if the item is not a QUERY or lacks the asset or the attribute.
func deriveQuery(item map[string]any) (string, bool) {
	asset, attribute := referenceIn(item, "query_filter_asset"), referenceIn(item, "query_filter_attribute")
	if !strings.EqualFold(textIn(item, "type"), "QUERY") || asset == "" || attribute == "" {
		return "", false
	}
	unit, function := groupUnits().Spelling(textIn(item, "query_group_unit")), aggregations().Spelling(textIn(item, "query_group_function"))
	plain, err := expression.QueryPlain(asset, attribute, unit, function)
	return plain, err == nil
}

// textIn returns the text of a key, "" if the object has none.
func textIn(object map[string]any, name string) string {
	text, _ := object[name].(string)
	return text
}

// referenceIn returns the id of a reference, "" if the object has none. Some engines answer references as plain ids (habit id-references).
func referenceIn(object map[string]any, name string) string {
	if reference, ok := object[name].(map[string]any); ok {
		return textIn(reference, "id")
	}
	return textIn(object, name)
}
