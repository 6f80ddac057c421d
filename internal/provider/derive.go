// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// Items carry two texts that the engine runs and does not make itself (plain.go). Where the configuration does not declare
// them, the provider writes them into what it sends, and takes them out of what it shows as a configuration would.

// body is what a create sends.
func (d *definition) body(planned tftypes.Value) engine.Document {
	body := d.shape.Overlay(nil, planned)
	d.derive(body, planned)
	return body
}

// patch is what an update sends. Texts that follow from the engine's current items are taken out first: they may follow no
// longer.
func (d *definition) patch(doc engine.Document, prior, planned tftypes.Value) engine.Document {
	patch := d.shape.Patch(d.withoutDerived(doc, d.shape.Null()), prior, planned)
	d.derive(patch, planned)
	return patch
}

// imported is what a configuration of the engine's object would have to declare.
func (d *definition) imported(doc engine.Document) (tftypes.Value, error) {
	return d.shape.Imported(d.withoutDerived(doc, d.shape.Null()))
}

// projected is what the engine's object says about the attributes of a state. An item that only the engine has is shown as
// an import would show it.
func (d *definition) projected(doc engine.Document, state tftypes.Value) (tftypes.Value, error) {
	return d.shape.Project(d.withoutDerived(doc, state), state)
}

// derive puts the texts into the items of a request body, which may be changed. The lens makes the elements in the order of
// the view; what comes after them is removed.
func (d *definition) derive(body engine.Document, view tftypes.Value) {
	items, _ := body[d.Items].([]any)
	for i, declared := range tfvalue.Elements(tfvalue.Members(view)[d.Items]) {
		if i == len(items) {
			return
		}
		if item, ok := items[i].(map[string]any); ok {
			deriveItem(item, tfvalue.Members(declared))
		}
	}
}

func deriveItem(item map[string]any, declared map[string]tftypes.Value) {
	if declared["expression_plain"].IsNull() {
		_, has := item["expression_plain"]
		if plain := derivedExpression(item); plain != "" && (item["expression_plain"] == nil || !declared["expression"].IsNull()) {
			item["expression_plain"] = plain
		} else if has && strings.TrimSpace(textIn(item, "expression")) == "" {
			item["expression_plain"] = nil
		}
	}
	if declared["query_plain"].IsNull() {
		if plain := derivedQuery(item); plain != "" {
			item["query_plain"] = plain
		}
	}
}

// withoutDerived is the document with null for the texts that follow from the rest of their items, except in items that the
// view has: it says itself what it declares. The document is not changed.
func (d *definition) withoutDerived(doc engine.Document, view tftypes.Value) engine.Document {
	items, _ := doc[d.Items].([]any)
	if len(items) == 0 {
		return doc
	}
	had := map[string]bool{}
	for _, declared := range tfvalue.Elements(tfvalue.Members(view)[d.Items]) {
		had[tfvalue.TextAt(declared, "ref_id")] = true
	}
	bare := make([]any, len(items))
	for i, item := range items {
		bare[i] = item
		if item, ok := item.(map[string]any); ok && !had[textIn(item, "ref_id")] {
			bare[i] = withoutDerivedTexts(item)
		}
	}
	doc = maps.Clone(doc)
	doc[d.Items] = bare
	return doc
}

func withoutDerivedTexts(item map[string]any) map[string]any {
	derived := map[string]string{"expression_plain": derivedExpression(item), "query_plain": derivedQuery(item)}
	item = maps.Clone(item)
	for name, text := range derived {
		if text != "" && lens.SameJSONText(textIn(item, name), text) {
			item[name] = nil
		}
	}
	return item
}

// derivedExpression is "" for an item without an expression. An expression that can't be derived from was refused at plan,
// or is the engine's own.
func derivedExpression(item map[string]any) string {
	plain, err := expression.Plain(textIn(item, "expression"))
	if err != nil {
		return ""
	}
	return plain
}

// derivedQuery is "" for an item that is no query, or one without its filters.
func derivedQuery(item map[string]any) string {
	asset, attribute := textIn(item, "query_filter_asset", "id"), textIn(item, "query_filter_attribute", "id")
	if !strings.EqualFold(textIn(item, "type"), "QUERY") || asset == "" || attribute == "" {
		return ""
	}
	plain, err := expression.QueryPlain(asset, attribute, textIn(item, "query_group_unit"), textIn(item, "query_group_function"))
	if err != nil {
		return ""
	}
	return plain
}

// textIn is the text at a path in an object, "" where there is none.
func textIn(object map[string]any, path ...string) string {
	for _, name := range path[:len(path)-1] {
		object, _ = object[name].(map[string]any)
	}
	text, _ := object[path[len(path)-1]].(string)
	return text
}
