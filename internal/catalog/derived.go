// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/expression"
)

// Derived says which texts of an object's items follow from the rest of the item. The engine runs these texts and does not
// make them itself (wire shapes section 10), so the provider writes them into what it sends where a configuration does not
// declare them, and leaves them out of what it shows as a configuration would.
type Derived struct {
	List  string // the list of items
	Key   string // the attribute that names an item
	Texts []DerivedText
}

// DerivedText is one such text.
type DerivedText struct {
	Name    string   // the attribute
	Sources []string // attributes of the item that it follows from

	// Derive gives the text for an item of a document, "" where there is to be none. It is false where nothing says what the
	// text has to be: it is the item's own then.
	Derive func(item map[string]any) (text string, follows bool)
}

// derivedFrom are the derived texts of the query items in a list.
func derivedFrom(list string) Derived {
	return Derived{List: list, Key: "ref_id", Texts: []DerivedText{
		{Name: "expression_plain", Sources: []string{"expression"}, Derive: deriveExpression},
		{
			Name: "query_plain", Derive: deriveQuery,
			Sources: []string{"type", "query_filter_asset", "query_filter_attribute", "query_group_unit", "query_group_function"},
		},
	}}
}

// deriveExpression leaves an expression alone that nothing can be derived from: it was refused at plan, or is the engine's
// own.
func deriveExpression(item map[string]any) (string, bool) {
	text := textIn(item, "expression")
	if strings.TrimSpace(text) == "" {
		return "", true
	}
	plain, err := expression.Plain(text)
	return plain, err == nil
}

// deriveQuery leaves alone what is no query, or one without its filters.
func deriveQuery(item map[string]any) (string, bool) {
	asset, attribute := referenceIn(item, "query_filter_asset"), referenceIn(item, "query_filter_attribute")
	if !strings.EqualFold(textIn(item, "type"), "QUERY") || asset == "" || attribute == "" {
		return "", false
	}
	unit, function := groupUnits().Spelling(textIn(item, "query_group_unit")), aggregations().Spelling(textIn(item, "query_group_function"))
	plain, err := expression.QueryPlain(asset, attribute, unit, function)
	return plain, err == nil
}

// textIn is a text in an object, "" where there is none.
func textIn(object map[string]any, name string) string {
	text, _ := object[name].(string)
	return text
}

// referenceIn is the id of a reference in an object, "" where there is none. Engines may answer the plain id.
func referenceIn(object map[string]any, name string) string {
	if reference, ok := object[name].(map[string]any); ok {
		return textIn(reference, "id")
	}
	return textIn(object, name)
}
