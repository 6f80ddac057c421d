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

// The provider derives some strings, such as query_plain in an alert item, from other attributes (catalog.Derived). This file adds derived
// strings and default tags to request bodies, and removes both from the engine's documents.

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

// defaultTags returns the tags in the provider's default_tags argument. It returns nil for kinds of objects that have no tags, and for
// kinds whose tags are plain strings.
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

// awaitsTags reports whether a create or update can't proceed because the provider's default_tags argument is still unknown.
func (d *definition) awaitsTags(conn *connection.Connection, c change) bool {
	return conn.TagsUnknown && d.hasDefaultTags() && !c.planned.IsNull()
}

// withoutDefaultTags returns doc without the default tags, except for those that the state or plan (view) declares in its own tags.
func withoutDefaultTags(doc engine.Document, tags connection.DefaultTags, view tftypes.Value) engine.Document {
	if len(tags) == 0 || doc == nil {
		return doc
	}
	var declared []string
	for _, tag := range tfvalue.List(view, connection.TagsName) {
		declared = append(declared, tfvalue.String(tag, "id"))
	}
	return tags.Without(doc, declared)
}

// addDefaultTags adds the default tags to patch, the request body of a create or update. doc is the engine's document, or nil on create. If
// the body contains no tags and doc already has all default tags, addDefaultTags adds nothing.
func addDefaultTags(patch, doc engine.Document, tags connection.DefaultTags) {
	sent, sends := patch[connection.TagsName]
	switch {
	case sends && len(tags) > 0:
		patch[connection.TagsName] = tags.Added(sent)
	case !tags.Has(doc[connection.TagsName]):
		patch[connection.TagsName] = tags.Added(doc[connection.TagsName])
	}
}

// patch returns the request body for an update, including derived strings such as query_plain. If another client had replaced a derived
// string before an import, the first update after the import marks the replacement (marks.go). The body keeps a marked replacement, unless
// the update also changes the attributes from which the provider derives the string.
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

// projectState returns the state after a read. If another client has replaced a derived string, such as query_plain, the state contains the
// new string, so that the next plan restores the derived one.
func (d *definition) projectState(doc engine.Document, marks map[string][]string, state tftypes.Value) (tftypes.Value, error) {
	view, err := d.shape.Project(d.withoutDerived(doc, state, false), state)
	if err != nil {
		return view, d.withObject(doc, err)
	}
	return d.withStrings(view, d.replacedStrings(doc, marks, view)), nil
}

// derive sets the derived strings, such as query_plain, in a request body. An empty derived string becomes null. derive does not change
// strings that the plan (view) declares or for which keeps returns true. Otherwise, if the body already contains a string, derive replaces
// it only if the plan declares an attribute from which the provider derives the string.
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
		for _, text := range d.Derived.Strings {
			derived, canDerive := text.Derive(item)
			if !canDerive || tfvalue.IsDeclared(tfvalue.Member(declared, text.Name)) || keeps(item, text.Name) {
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

// declaresSource reports whether an item declares a non-empty value for any of the attributes from which the provider derives a string
// (text).
func declaresSource(item tftypes.Value, text catalog.DerivedString) bool {
	return slices.ContainsFunc(text.Sources, func(name string) bool {
		source := tfvalue.Member(item, name)
		return tfvalue.IsDeclared(source) && (!source.Type().Is(tftypes.String) || !source.IsKnown() || tfvalue.String(source) != "")
	})
}

// withoutDerived returns a copy of doc in which a string such as query_plain is null if the provider would derive the same string. There
// are two exceptions. Items that are already in the state (view) keep their strings. If exact is true, any item keeps a string that differs
// from the derived one in its JSON formatting.
func (d *definition) withoutDerived(doc engine.Document, view tftypes.Value, exact bool) engine.Document {
	items, _ := doc[d.Derived.List].([]any)
	if len(items) == 0 {
		return doc
	}
	inView := map[string]bool{}
	for _, declared := range tfvalue.List(view, d.Derived.List) {
		inView[tfvalue.String(declared, d.Derived.Key)] = true
	}
	delete(inView, "")
	items = slices.Clone(items)
	for i := range items {
		item, ok := items[i].(map[string]any)
		if !ok || inView[d.keyOf(item)] {
			continue
		}
		item = maps.Clone(item)
		for _, text := range d.Derived.Strings {
			derived, _ := text.Derive(item)
			if derived != "" && (item[text.Name] == derived || !exact && document.SameJSON(engineText(item[text.Name]), derived)) {
				item[text.Name] = nil
			}
		}
		items[i] = item
	}
	doc = maps.Clone(doc)
	doc[d.Derived.List] = items
	return doc
}

// keyOf returns the key of an item, such as the ref_id of an alert item, or "" if the item has none.
func (d *definition) keyOf(item map[string]any) string { return document.String(item[d.Derived.Key]) }

// replacedString is a derived string, such as query_plain, that another client has replaced in the engine. The engine uses the replacement.
// The attributes from which the provider derives the string therefore have no effect.
type replacedString struct {
	item            int // index of the item in the state or plan
	name            string
	engine, derived string
}

// replacedStrings returns the derived strings, such as query_plain, that another client has replaced. It skips strings that the state or
// plan (view) declares. It also skips strings with a mark in the private state (marks.go), because plans must not show them.
func (d *definition) replacedStrings(doc engine.Document, marks map[string][]string, view tftypes.Value) []replacedString {
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
	delete(items, "") // items without a key can't be matched
	var found []replacedString
	for i, declared := range tfvalue.List(view, d.Derived.List) {
		item := items[tfvalue.String(declared, d.Derived.Key)]
		for _, text := range d.Derived.Strings {
			current := engineText(item[text.Name])
			if current == "" || tfvalue.IsDeclared(tfvalue.Member(declared, text.Name)) || !declaresSource(declared, text) {
				continue
			}
			derived, canDerive := text.Derive(item)
			if canDerive && !document.SameJSON(current, derived) && !d.isMarkedText(marks, item, text.Name) {
				found = append(found, replacedString{item: i, name: text.Name, engine: current, derived: derived})
			}
		}
	}
	return found
}

// engineText converts the engine's value to a string. Null becomes "", and any other value that is not a string becomes JSON.
func engineText(value any) string {
	if text, ok := value.(string); ok || value == nil {
		return text
	}
	return document.Encode(value)
}

// emptyStrings returns derived strings, such as query_plain, that are "" in the engine. It omits a string if the provider would derive ""
// as well. An exact import (exactSuffix) keeps these empty strings in the state.
func (d *definition) emptyStrings(doc engine.Document, view tftypes.Value) (found []replacedString) {
	items, _ := doc[d.Derived.List].([]any)
	if len(items) != len(tfvalue.List(view, d.Derived.List)) {
		return nil
	}
	for i, item := range items {
		object, _ := item.(map[string]any)
		for _, text := range d.Derived.Strings {
			if derived, _ := text.Derive(object); derived != "" && object[text.Name] == "" {
				found = append(found, replacedString{item: i, name: text.Name})
			}
		}
	}
	return found
}

// withStrings returns a state (view) in which each of the given strings has the engine's value.
func (d *definition) withStrings(view tftypes.Value, texts []replacedString) tftypes.Value {
	if len(texts) == 0 {
		return view
	}
	items := slices.Clone(tfvalue.List(view, d.Derived.List))
	for _, text := range texts {
		items[text.item] = tfvalue.WithMember(items[text.item], text.name, tftypes.NewValue(tftypes.String, text.engine))
	}
	return tfvalue.WithMember(view, d.Derived.List, tftypes.NewValue(tfvalue.Member(view, d.Derived.List).Type(), items))
}

// foreignDifferences looks for derived strings that another client has replaced (see replacedStrings). It returns the differences between
// these strings and the plan.
func (d *definition) foreignDifferences(doc engine.Document, c change) (differences []lens.Difference) {
	for _, text := range d.replacedStrings(doc, c.private.marks, c.planned) {
		differences = append(differences, lens.Difference{
			Path: []any{d.Derived.List, text.item, text.name}, Engine: fmt.Sprintf("%.200q", text.engine),
			Declared: text.derived + ", which follows from the item",
		})
	}
	return differences
}
