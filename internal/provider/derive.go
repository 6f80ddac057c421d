// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

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

// derive puts the derived texts into the items of a request body, which may be changed. The lens makes the elements in the
// order of the view; what comes after them is removed.
func (d *definition) derive(body engine.Document, view tftypes.Value) {
	items, _ := body[d.Derived.List].([]any)
	for i, declared := range tfvalue.List(view, d.Derived.List) {
		if i == len(items) {
			return
		}
		if item, ok := items[i].(map[string]any); ok {
			d.deriveItem(item, declared)
		}
	}
}

// deriveItem derives what the item lacks, what follows from something that the configuration declares, and what has to go.
func (d *definition) deriveItem(item map[string]any, declared tftypes.Value) {
	for _, text := range d.Derived.Texts {
		derived, follows := text.Derive(item)
		if !follows || tfvalue.IsDeclared(tfvalue.Member(declared, text.Name)) {
			continue
		}
		isSource := func(name string) bool { return tfvalue.IsDeclared(tfvalue.Member(declared, name)) }
		switch held, has := item[text.Name]; {
		case derived == "" && has:
			item[text.Name] = nil
		case derived != "" && (held == nil || slices.ContainsFunc(text.Sources, isSource)):
			item[text.Name] = derived
		}
	}
}

// withoutDerived is the document with null for the texts that follow from the rest of their items, except in items that the
// view has: it says itself what it declares. The document is not changed.
func (d *definition) withoutDerived(doc engine.Document, view tftypes.Value) engine.Document {
	items, _ := doc[d.Derived.List].([]any)
	if len(items) == 0 {
		return doc
	}
	had := map[any]bool{}
	for _, declared := range tfvalue.List(view, d.Derived.List) {
		had[tfvalue.Text(declared, d.Derived.Key)] = true
	}
	bare := make([]any, len(items))
	for i, item := range items {
		bare[i] = item
		if item, ok := item.(map[string]any); ok && !had[item[d.Derived.Key]] {
			bare[i] = d.withoutDerivedTexts(item)
		}
	}
	doc = maps.Clone(doc)
	doc[d.Derived.List] = bare
	return doc
}

func (d *definition) withoutDerivedTexts(item map[string]any) map[string]any {
	bare := maps.Clone(item)
	for _, text := range d.Derived.Texts {
		held, _ := item[text.Name].(string)
		if derived, _ := text.Derive(item); derived != "" && document.SameText(held, derived) {
			bare[text.Name] = nil
		}
	}
	return bare
}
