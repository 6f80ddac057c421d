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

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// body is what a create sends.
func (d *definition) body(planned tftypes.Value) engine.Document {
	body := d.shape.Overlay(nil, planned)
	for _, name := range d.Facts.Arrays {
		if body[name] == nil {
			body[name] = []any{}
		}
	}
	d.derive(body, planned, func(map[string]any, string) bool { return false })
	return body
}

// defaultTags are those that the provider gives to objects of this kind beside their own: the tags of the kind are references.
func (d *definition) defaultTags(conn *connection.Connection) connection.DefaultTags {
	if !d.hasDefaultTags() || conn == nil {
		return nil
	}
	return conn.DefaultTags
}

func (d *definition) hasDefaultTags() bool {
	_, ok := d.Attributes[connection.TagsName].(schema.ListNestedAttribute)
	return ok
}

// awaitsTags tells whether a change can't be carried out before the default tags are known. A removal needs none.
func (d *definition) awaitsTags(conn *connection.Connection, c change) bool {
	return conn.TagsUnknown && d.hasDefaultTags() && !c.planned.IsNull()
}

// shown is what a read of an object's document shows to its state. While the default tags are not known, tags that the state does not
// have are left out: each may be one of them, and a later plan shows the others.
func (d *definition) shown(conn *connection.Connection, doc engine.Document, state tftypes.Value) engine.Document {
	tags := d.defaultTags(conn)
	if conn.TagsUnknown && d.hasDefaultTags() && !d.isBare(state) {
		tags = connection.TagsOf(doc)
	}
	return withoutDefaultTags(doc, tags, state)
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
// longer. Texts of the engine's own stay in items that say what they said.
func (d *definition) patch(doc engine.Document, own map[string][]string, prior, planned tftypes.Value) engine.Document {
	patch := d.shape.Patch(d.withoutDerived(doc, d.shape.Null()), prior, planned)
	items, _ := doc[d.Derived.List].([]any)
	d.derive(patch, planned, func(item map[string]any, name string) bool {
		return d.isOwnText(own, item, name) && slices.ContainsFunc(items, func(current any) bool {
			object, ok := current.(map[string]any)
			return ok && d.keyOf(object) == d.keyOf(item) && d.deriveSame(object, item, name)
		})
	})
	return patch
}

// imported is what a configuration of the engine's object would have to declare, or with exact what one would that makes the same
// object anew.
func (d *definition) imported(doc engine.Document, exact bool) (tftypes.Value, []*lens.MismatchError) {
	if exact {
		view, odd := d.shape.Exact(d.withoutTexts(doc, d.shape.Null(), func(held any, derived string) bool { return held == derived }))
		return d.withForeignTexts(view, d.emptyTexts(doc, view)), odd
	}
	return d.shape.Imported(d.withoutDerived(doc, d.shape.Null()))
}

// projected is what the engine's object says about the attributes of a state. An item that only the engine has is shown as
// an import would show it, and a derived text that is not what it was derived to be, as what it is.
func (d *definition) projected(doc engine.Document, own map[string][]string, state tftypes.Value) (tftypes.Value, error) {
	view, err := d.shape.Project(d.withoutDerived(doc, state), state)
	if err != nil {
		return view, d.named(doc, err)
	}
	return d.withForeignTexts(view, d.foreignTexts(doc, own, view)), nil
}

// agrees tells whether the engine's object says what a state does, so that projected would give the state back.
func (d *definition) agrees(doc engine.Document, own map[string][]string, state tftypes.Value) bool {
	return d.shape.Equals(doc, state) && len(d.foreignTexts(doc, own, state)) == 0
}

// derive puts the derived texts into the items of a request body, which may be changed. The lens makes the elements in the
// order of the view; what comes after them is removed. A text that keeps says to be the engine's own stays.
func (d *definition) derive(body engine.Document, view tftypes.Value, keeps func(item map[string]any, name string) bool) {
	items, _ := body[d.Derived.List].([]any)
	for i, declared := range tfvalue.List(view, d.Derived.List) {
		if i == len(items) {
			return
		}
		if item, ok := items[i].(map[string]any); ok {
			d.deriveItem(item, declared, keeps)
		}
	}
}

// deriveItem derives what the item lacks, what follows from something that the configuration declares, and what has to go.
func (d *definition) deriveItem(item map[string]any, declared tftypes.Value, keeps func(item map[string]any, name string) bool) {
	for _, text := range d.Derived.Texts {
		derived, follows := text.Derive(item)
		if !follows || tfvalue.IsDeclared(tfvalue.Member(declared, text.Name)) || keeps(item, text.Name) {
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
	return d.withoutTexts(doc, view, func(held any, derived string) bool { return document.SameText(heldText(held), derived) })
}

func (d *definition) withoutTexts(doc engine.Document, view tftypes.Value, isDerived func(held any, derived string) bool) engine.Document {
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
			bare[i] = d.withoutDerivedTexts(item, isDerived)
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

func (d *definition) withoutDerivedTexts(item map[string]any, isDerived func(held any, derived string) bool) map[string]any {
	bare := maps.Clone(item)
	for _, text := range d.Derived.Texts {
		if derived, _ := text.Derive(item); derived != "" && isDerived(item[text.Name], derived) {
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
// an object that was made without it can be imported and left alone. Neither are those that the memory knows to be the engine's own.
func (d *definition) foreignTexts(doc engine.Document, own map[string][]string, view tftypes.Value) []foreignText {
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
			if derived, follows := text.Derive(item); follows && !document.SameText(held, derived) && !d.isOwnText(own, item, text.Name) {
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

// emptyTexts are the texts that are empty, and would be derived unless they are declared so.
func (d *definition) emptyTexts(doc engine.Document, view tftypes.Value) (found []foreignText) {
	items, _ := doc[d.Derived.List].([]any)
	if len(items) != len(tfvalue.List(view, d.Derived.List)) {
		return nil
	}
	for i, item := range items {
		object, _ := item.(map[string]any)
		for _, text := range d.Derived.Texts {
			if derived, _ := text.Derive(object); derived != "" && object[text.Name] == "" {
				found = append(found, foreignText{item: i, name: text.Name})
			}
		}
	}
	return found
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
func (d *definition) warnOfForeignTexts(diags *diag.Diagnostics, doc engine.Document, own map[string][]string, planned tftypes.Value) {
	texts := d.foreignTexts(doc, own, planned)
	for i, text := range texts {
		if i == connection.MostReported {
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
