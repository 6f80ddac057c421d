// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// body is what a create sends.
func (d *definition) body(planned tftypes.Value) engine.Document {
	body := d.shape.Overlay(nil, planned)
	d.derive(body, planned)
	return body
}

// defaultTags are those that the provider gives to objects of this kind beside their own: the tags of the kind are references.
func (d *definition) defaultTags(conn *connection.Connection) connection.DefaultTags {
	if _, ok := d.Attributes[connection.TagsName].(schema.ListNestedAttribute); !ok || conn == nil {
		return nil
	}
	return conn.DefaultTags
}

// withoutDefaultTags is the engine's object without the tags that only the provider's configuration declares.
func withoutDefaultTags(doc engine.Document, tags connection.DefaultTags, view tftypes.Value) engine.Document {
	if len(tags) == 0 || doc == nil {
		return doc
	}
	var declared []string
	for _, tag := range tfvalue.List(view, connection.TagsName) {
		declared = append(declared, tfvalue.Text(tag, "id"))
	}
	return tags.Without(doc, declared)
}

// addDefaultTags puts the default tags into an update that sends tags, or whose object lacks one.
func addDefaultTags(patch, doc engine.Document, tags connection.DefaultTags) {
	sent, sends := patch[connection.TagsName]
	switch {
	case sends && len(tags) > 0:
		patch[connection.TagsName] = tags.Added(sent)
	case !tags.Has(doc[connection.TagsName]):
		patch[connection.TagsName] = tags.Added(doc[connection.TagsName])
	}
}

// patch is what an update sends. Texts that follow from the engine's current items are taken out first: they may follow no
// longer.
func (d *definition) patch(doc engine.Document, prior, planned tftypes.Value) engine.Document {
	patch := d.shape.Patch(d.withoutDerived(doc, d.shape.Null()), prior, planned)
	d.derive(patch, planned)
	return patch
}

// imported is what a configuration of the engine's object would have to declare.
func (d *definition) imported(doc engine.Document) (tftypes.Value, []*lens.MismatchError) {
	return d.shape.Imported(d.withoutDerived(doc, d.shape.Null()))
}

// projected is what the engine's object says about the attributes of a state. An item that only the engine has is shown as
// an import would show it, and a derived text that is not what it was derived to be, as what it is.
func (d *definition) projected(doc engine.Document, state tftypes.Value) (tftypes.Value, error) {
	view, err := d.shape.Project(d.withoutDerived(doc, state), state)
	if err != nil {
		return view, d.named(doc, err)
	}
	return d.withForeignTexts(view, d.foreignTexts(doc, view)), nil
}

// agrees tells whether the engine's object says what a state does, so that projected would give the state back.
func (d *definition) agrees(doc engine.Document, state tftypes.Value) bool {
	return d.shape.Equals(doc, state) && len(d.foreignTexts(doc, state)) == 0
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
		isSource := func(name string) bool { return isStated(tfvalue.Member(declared, name)) }
		switch held, has := item[text.Name]; {
		case derived == "" && has:
			item[text.Name] = nil
		case derived != "" && (held == nil || held == "" || slices.ContainsFunc(text.Sources, isSource)):
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
	had := map[string]bool{}
	for _, declared := range tfvalue.List(view, d.Derived.List) {
		had[tfvalue.Text(declared, d.Derived.Key)] = true
	}
	delete(had, "")
	bare := make([]any, len(items))
	for i, item := range items {
		bare[i] = item
		if item, ok := item.(map[string]any); ok && !had[d.keyOf(item)] {
			bare[i] = d.withoutDerivedTexts(item)
		}
	}
	doc = maps.Clone(doc)
	doc[d.Derived.List] = bare
	return doc
}

// keyOf is the key of an item of a document, "" where it has none.
func (d *definition) keyOf(item map[string]any) string {
	switch key := item[d.Derived.Key].(type) {
	case string:
		return key
	case json.Number:
		return key.String()
	default:
		return ""
	}
}

func (d *definition) withoutDerivedTexts(item map[string]any) map[string]any {
	bare := maps.Clone(item)
	for _, text := range d.Derived.Texts {
		if derived, _ := text.Derive(item); derived != "" && document.SameText(heldText(item[text.Name]), derived) {
			bare[text.Name] = nil
		}
	}
	return bare
}

// foreignText is a derived text that somebody replaced: the engine runs something else than the item says.
type foreignText struct {
	item          int // its index in the view
	name          string
	held, derived string
}

// foreignTexts are the derived texts of a view's items in whose place the engine holds others. What the configuration declares
// itself is not derived, and neither is what follows from nothing that it declares. An engine without a text holds no other one:
// an object that was made without it can be imported and left alone.
func (d *definition) foreignTexts(doc engine.Document, view tftypes.Value) []foreignText {
	docs, _ := doc[d.Derived.List].([]any)
	if len(docs) == 0 {
		return nil
	}
	items := make(map[string]map[string]any, len(docs))
	for _, doc := range docs {
		item, _ := doc.(map[string]any)
		if key := d.keyOf(item); items[key] == nil {
			items[key] = item
		}
	}
	delete(items, "") // nobody can tell which one is meant
	var found []foreignText
	for i, declared := range tfvalue.List(view, d.Derived.List) {
		item := items[tfvalue.Text(declared, d.Derived.Key)]
		for _, text := range d.Derived.Texts {
			held := heldText(item[text.Name])
			isSource := func(name string) bool { return isStated(tfvalue.Member(declared, name)) }
			if held == "" || tfvalue.IsDeclared(tfvalue.Member(declared, text.Name)) || !slices.ContainsFunc(text.Sources, isSource) {
				continue
			}
			if derived, follows := text.Derive(item); follows && !document.SameText(held, derived) {
				found = append(found, foreignText{item: i, name: text.Name, held: held, derived: derived})
			}
		}
	}
	return found
}

// heldText is what an engine holds in the place of a derived text, "" where that is nothing.
func heldText(held any) string {
	switch held := held.(type) {
	case nil:
		return ""
	case string:
		return held
	default:
		return document.Encode(held)
	}
}

// withForeignTexts is a view that shows the texts which the engine holds in the place of derived ones, so that a plan removes
// them.
func (d *definition) withForeignTexts(view tftypes.Value, texts []foreignText) tftypes.Value {
	if len(texts) == 0 {
		return view
	}
	items := slices.Clone(tfvalue.List(view, d.Derived.List))
	for _, text := range texts {
		items[text.item] = tfvalue.WithMember(items[text.item], text.name, tftypes.NewValue(tftypes.String, text.held))
	}
	return tfvalue.WithMember(view, d.Derived.List, tftypes.NewValue(tfvalue.Member(view, d.Derived.List).Type(), items))
}

// warnOfForeignTexts warns of derived texts that the engine did not take.
func (d *definition) warnOfForeignTexts(diags *diag.Diagnostics, doc engine.Document, planned tftypes.Value) {
	texts := d.foreignTexts(doc, planned)
	for i, text := range texts {
		if i == mostReported {
			diags.AddWarning("The engine kept other values", fmt.Sprintf("%d more derived texts differ. The next plan will show the differences.", len(texts)-i))
			break
		}
		at := path.Root(d.Derived.List).AtListIndex(text.item).AtName(text.name)
		diags.AddAttributeWarning(at, "The engine kept another value", fmt.Sprintf("The engine kept %.200q instead of %s, which follows from the item. "+
			"The next plan will show the difference.", text.held, text.derived))
	}
}

// isStated tells whether an attribute of an item says something: a required text that is empty does not.
func isStated(value tftypes.Value) bool {
	return tfvalue.IsDeclared(value) && (!value.Type().Is(tftypes.String) || !value.IsKnown() || tfvalue.Text(value) != "")
}
