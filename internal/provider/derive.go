// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// The provider computes some texts from other attributes. For example, it computes query_plain of an alert item from query_filter_asset and
// others (catalog.Derived). This file adds these texts and the provider's default tags to request bodies. It removes both from the engine's
// documents, because no resource declares them.

func (d *definition) createBody(planned tftypes.Value) engine.Document {
	body := d.shape.Overlay(nil, planned)
	for _, name := range d.Facts.Arrays {
		if body[name] == nil {
			body[name] = []any{}
		}
	}
	d.derive(body, planned, func(map[string]any, string) bool { return false })
	return body
}

// defaultTags returns the provider's default tags. It returns nil for a kind of object without tags, or whose tags are plain texts and not
// references, such as functions.
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

// awaitsTags reports whether a create or update has to wait because the provider's default_tags are unknown. Deletes need no tags.
func (d *definition) awaitsTags(conn *connection.Connection, c change) bool {
	return conn.TagsUnknown && d.hasDefaultTags() && !c.planned.IsNull()
}

// withoutDefaultTags removes the default tags from doc, the engine's document. A default tag that the resource itself declares stays; view
// is the resource's state or plan.
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

// addDefaultTags adds the default tags to patch, the request body of an update. If patch has no tags and the engine's document doc already
// has all default tags, it adds nothing.
func addDefaultTags(patch, doc engine.Document, tags connection.DefaultTags) {
	sent, sends := patch[connection.TagsName]
	switch {
	case sends && len(tags) > 0:
		patch[connection.TagsName] = tags.Added(sent)
	case !tags.Has(doc[connection.TagsName]):
		patch[connection.TagsName] = tags.Added(doc[connection.TagsName])
	}
}

// patch returns the request body of an update. It computes derived texts, such as query_plain, again, because the update may change the
// values that they are computed from. A text that another client wrote before the object was imported stays (marks.go).
func (d *definition) patch(doc engine.Document, marks map[string][]string, prior, planned tftypes.Value) engine.Document {
	patch := d.shape.Patch(d.withoutDerived(doc, d.shape.Null(), false), prior, planned)
	items, _ := doc[d.Derived.List].([]any)
	d.derive(patch, planned, func(item map[string]any, name string) bool {
		return d.isMarkedText(marks, item, name) && slices.ContainsFunc(items, func(current any) bool {
			object, ok := current.(map[string]any)
			return ok && d.keyOf(object) == d.keyOf(item) && d.deriveSame(object, item, name)
		})
	})
	return patch
}

// projected returns the state after a read. If another client replaced a text that the provider computes, such as query_plain, the state
// has that client's text. The next plan then restores the provider's text.
func (d *definition) projected(doc engine.Document, marks map[string][]string, state tftypes.Value) (tftypes.Value, error) {
	view, err := d.shape.Project(d.withoutDerived(doc, state, false), state)
	if err != nil {
		return view, d.withObject(doc, err)
	}
	return d.withTexts(view, d.foreignTexts(doc, marks, view)), nil
}

// derive computes texts such as query_plain and puts them into body, the request body. A text that can't be computed anymore becomes null.
// A text stays as it is if view, the plan, declares it, or if the function "keeps" returns true for it.
func (d *definition) derive(body engine.Document, view tftypes.Value, keeps func(item map[string]any, name string) bool) {
	items, _ := body[d.Derived.List].([]any)
	for i, declared := range tfvalue.List(view, d.Derived.List) {
		if i == len(items) {
			return
		}
		item, ok := items[i].(map[string]any)
		if !ok {
			continue
		}
		for _, text := range d.Derived.Texts {
			derived, follows := text.Derive(item)
			if !follows || tfvalue.IsDeclared(tfvalue.Member(declared, text.Name)) || keeps(item, text.Name) {
				continue
			}
			switch current, has := item[text.Name]; {
			case derived == "" && has:
				item[text.Name] = nil
			case derived != "" && (current == nil || current == "" || declaresSource(declared, text)):
				item[text.Name] = derived
			}
		}
	}
}

// declaresSource reports whether an item declares an attribute from which the text is computed. For example, expression_plain is computed
// from "expression". An attribute that is "" counts as not declared.
func declaresSource(item tftypes.Value, text catalog.DerivedText) bool {
	return slices.ContainsFunc(text.Sources, func(name string) bool {
		source := tfvalue.Member(item, name)
		return tfvalue.IsDeclared(source) && (!source.Type().Is(tftypes.String) || !source.IsKnown() || tfvalue.Text(source) != "")
	})
}

// withoutDerived returns a copy of doc in which texts such as query_plain are null if they equal the text that the provider computes. Items
// that are also in view, the state or the plan, stay unchanged. If exact is true, JSON texts with other spaces count as different.
func (d *definition) withoutDerived(doc engine.Document, view tftypes.Value, exact bool) engine.Document {
	items, _ := doc[d.Derived.List].([]any)
	if len(items) == 0 {
		return doc
	}
	inView := map[string]bool{}
	for _, declared := range tfvalue.List(view, d.Derived.List) {
		inView[tfvalue.Text(declared, d.Derived.Key)] = true
	}
	delete(inView, "")
	items = slices.Clone(items)
	for i := range items {
		item, ok := items[i].(map[string]any)
		if !ok || inView[d.keyOf(item)] {
			continue
		}
		item = maps.Clone(item)
		for _, text := range d.Derived.Texts {
			derived, _ := text.Derive(item)
			if derived != "" && (item[text.Name] == derived || !exact && document.SameText(engineText(item[text.Name]), derived)) {
				item[text.Name] = nil
			}
		}
		items[i] = item
	}
	doc = maps.Clone(doc)
	doc[d.Derived.List] = items
	return doc
}

// keyOf returns the key of an item, such as the ref_id "A" of an alert item. It returns "" if the item has no key.
func (d *definition) keyOf(item map[string]any) string { return document.Text(item[d.Derived.Key]) }

// foreignText is a text in the engine, such as query_plain, that another client wrote. It differs from the text that the provider computes
// from the declared attributes. The engine evaluates this text and not those attributes.
type foreignText struct {
	item            int // the item's index in the configuration
	name            string
	engine, derived string
}

// foreignTexts returns the texts in doc, such as query_plain, that another client wrote: they differ from the texts that the provider
// computes. It leaves out texts that view (the state) declares, and texts whose hash is in marks, because the provider keeps these texts.
func (d *definition) foreignTexts(doc engine.Document, marks map[string][]string, view tftypes.Value) []foreignText {
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
	delete(items, "") // an item without a key can't be matched
	var found []foreignText
	for i, declared := range tfvalue.List(view, d.Derived.List) {
		item := items[tfvalue.Text(declared, d.Derived.Key)]
		for _, text := range d.Derived.Texts {
			current := engineText(item[text.Name])
			if current == "" || tfvalue.IsDeclared(tfvalue.Member(declared, text.Name)) || !declaresSource(declared, text) {
				continue
			}
			derived, follows := text.Derive(item)
			if follows && !document.SameText(current, derived) && !d.isMarkedText(marks, item, text.Name) {
				found = append(found, foreignText{item: i, name: text.Name, engine: current, derived: derived})
			}
		}
	}
	return found
}

// engineText returns a string unchanged and null as "". It returns any other JSON value as JSON text.
func engineText(value any) string {
	if text, ok := value.(string); ok || value == nil {
		return text
	}
	return document.Encode(value)
}

// emptyTexts finds texts, such as query_plain, that are "" in the engine although the provider would compute a value. An exact import
// (import id "42/exact") keeps these "" in the state, so that the provider does not compute the texts.
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

// withTexts puts the engine's texts, such as query_plain, into view, the state. The next plan then shows them as changes.
func (d *definition) withTexts(view tftypes.Value, texts []foreignText) tftypes.Value {
	if len(texts) == 0 {
		return view
	}
	items := slices.Clone(tfvalue.List(view, d.Derived.List))
	for _, text := range texts {
		items[text.item] = tfvalue.WithMember(items[text.item], text.name, tftypes.NewValue(tftypes.String, text.engine))
	}
	return tfvalue.WithMember(view, d.Derived.List, tftypes.NewValue(tfvalue.Member(view, d.Derived.List).Type(), items))
}

// foreignDifferences returns the texts that another client wrote as differences between the engine and the plan.
func (d *definition) foreignDifferences(doc engine.Document, c change) (differences []lens.Difference) {
	for _, text := range d.foreignTexts(doc, c.private.marks, c.planned) {
		differences = append(differences, lens.Difference{
			Path: []any{d.Derived.List, text.item, text.name}, Engine: fmt.Sprintf("%.200q", text.engine),
			Declared: text.derived + ", which follows from the item",
		})
	}
	return differences
}
