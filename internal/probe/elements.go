// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// askElements asks how the engine treats the elements of arrays.
func askElements(ctx context.Context, r *run) error {
	for _, ask := range []func(ctx context.Context, r *run) error{askReferences, askItems, askFunctionItems} {
		if err := ask(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// askReferences makes a dashboard with two tags, and then sends one of them twice. The dashboard also has a text with white space at its
// ends.
func askReferences(ctx context.Context, r *run) error {
	tags := slices.Clone(r.exampleElements("dashboard", "tags"))
	slices.Reverse(tags)
	const spaced = "  spaced  "
	fields := map[string]any{"description": spaced}
	if len(tags) > 1 {
		fields["tags"] = tags
	}
	o, doc, err := r.makeAndShow(ctx, "dashboard", r.variant("dashboard", fields))
	if err != nil || doc == nil {
		return err
	}
	switch text := doc["description"]; text {
	case spaced, strings.TrimSpace(spaced):
		r.verdicts.see("trimmed-texts", text != spaced)
	}
	field := tableOf("dashboard").Field("tags")
	if o.sent["tags"] == nil {
		return nil
	}
	r.seeArray(field, tags, doc["tags"])
	r.seeNames(field, tags, doc["tags"])
	last := tags[1]
	updated, err := r.update(ctx, o, map[string]any{"tags": []any{last, last}})
	if err != nil || !updated.done() {
		return err
	}
	if doc, err = r.shown(ctx, o); err != nil || doc == nil {
		return err
	}
	sent, shown := keys(field, tags), keys(field, doc["tags"])
	if n := countOf(shown, sent[1]); n > 0 {
		r.verdicts.see("joined-elements", slices.Contains(shown, sent[0]))
		r.verdicts.see("no-duplicates", n == 1)
	}
	return nil
}

// makeAndShow makes an object and reads it. doc is nil if the engine refuses the object.
func (r *run) makeAndShow(ctx context.Context, kind string, body map[string]any) (o *object, doc map[string]any, err error) {
	if body == nil {
		return nil, nil, nil
	}
	if o, err = r.createAccepted(ctx, kind, body); err != nil || o == nil {
		return nil, nil, err
	}
	doc, err = r.shown(ctx, o)
	return o, doc, err
}

// seeArray compares an array of a new object with what was sent: its order, and whether there are further elements.
func (r *run) seeArray(field *table.Field, sent, shown any) {
	want, have := keys(field, sent), keys(field, shown)
	own := slices.DeleteFunc(slices.Clone(have), func(key string) bool { return !slices.Contains(want, key) })
	if len(own) != len(want) {
		return // The engine does not show what it got.
	}
	r.verdicts.see("own-elements", len(have) > len(own))
	r.verdicts.see("reordered-elements", !slices.Equal(own, want))
}

// seeNames compares the names in references with those that were sent.
func (r *run) seeNames(field *table.Field, sent []any, shown any) {
	for i, key := range keys(field, sent) {
		reference, _ := sent[i].(map[string]any)
		answered := elementOf(field, shown, key)
		name, _ := answered["name"].(string)
		if name == "" || reference["name"] == nil {
			r.verdicts.untold("renamed-references", "references come back without names")
			continue
		}
		r.verdicts.see("renamed-references", name != reference["name"])
	}
}

// items returns items with these ref_ids. Each is like the last one of the example object.
func (r *run) items(kind, field string, ids ...string) []any {
	elements := r.exampleElements(kind, field)
	if len(elements) == 0 {
		return nil
	}
	last, _ := elements[len(elements)-1].(map[string]any)
	var items []any
	for _, id := range ids {
		item := maps.Clone(last)
		item["ref_id"] = id
		items = append(items, item)
	}
	return items
}

// askItems makes a widget with three items, and then sends one of them with its id. The widget also has an array of texts.
func askItems(ctx context.Context, r *run) error {
	field := tableOf("widget").Field("chart_items")
	items := r.items("widget", field.Name, "B", "C", "A")
	if items == nil {
		return nil
	}
	o, doc, err := r.makeAndShow(ctx, "widget", r.variant("widget", map[string]any{
		field.Name: items, "filter_status": []any{"twice", "twice", "once"},
	}))
	if err != nil || doc == nil {
		return err
	}
	if n := countOf(keys(&table.Field{}, doc["filter_status"]), "twice"); n > 0 {
		r.verdicts.see("no-duplicates", n == 1)
	}
	r.seeArray(field, items, doc[field.Name])
	id, _ := elementOf(field, doc[field.Name], "B")["id"].(string)
	if id == "" {
		r.verdicts.untold("new-element-ids", "the engine shows no ids of items")
		return nil
	}
	item, _ := items[0].(map[string]any)
	item["id"] = id
	updated, err := r.update(ctx, o, map[string]any{field.Name: []any{item}})
	if err != nil || !updated.done() {
		return err
	}
	if doc, err = r.shown(ctx, o); err != nil || doc == nil {
		return err
	}
	if again, _ := elementOf(field, doc[field.Name], "B")["id"].(string); again != "" {
		r.verdicts.see("new-element-ids", again != id)
		r.verdicts.see("joined-elements", elementOf(field, doc[field.Name], "C") != nil)
	}
	return nil
}

// askFunctionItems makes a function with one item, and then sends another item without an id.
func askFunctionItems(ctx context.Context, r *run) error {
	field := tableOf("function").Field("function_items")
	items := r.items("function", field.Name, "A", "B")
	if items == nil {
		return nil
	}
	o, doc, err := r.makeAndShow(ctx, "function", r.variant("function", map[string]any{field.Name: items[:1]}))
	if err != nil || elementOf(field, doc[field.Name], "A") == nil {
		return err
	}
	updated, err := r.update(ctx, o, map[string]any{field.Name: items[1:]})
	if err != nil || !updated.done() {
		return err
	}
	if doc, err = r.shown(ctx, o); err != nil || elementOf(field, doc[field.Name], "B") == nil {
		return err
	}
	r.verdicts.see("replaced-items", elementOf(field, doc[field.Name], "A") == nil)
	return nil
}
