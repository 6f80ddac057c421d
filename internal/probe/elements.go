// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// askElements asks how the engine stores the elements of arrays, with tags of a dashboard and items of a widget.
func askElements(ctx context.Context, r *run) {
	tags := slices.Clone(r.exampleElements("dashboard", "tags"))
	slices.Reverse(tags)
	if len(tags) > 1 {
		r.askArray(ctx, "dashboard", "tags", tags)
	}
	if items := r.items("B", "C", "A"); items != nil {
		r.askArray(ctx, "widget", "chart_items", items)
	}
}

// askArray makes an object with elements in an array, and then sends only the last of them.
func (r *run) askArray(ctx context.Context, kind, name string, elements []any) {
	field := tableOf(kind).Field(name)
	body := r.requiredOnly(tableOf(kind))
	if body == nil {
		return
	}
	body[name] = elements
	o := r.createAccepted(ctx, kind, body)
	if o == nil || o.sent[name] == nil {
		return
	}
	doc := r.shown(ctx, o)
	r.seeArray(field, elements, doc[name])
	r.seeNames(field, elements, doc[name])
	sent := keys(field, elements)
	last := len(sent) - 1
	if r.update(ctx, o, map[string]any{name: elements[last:]}).done() {
		if shown := keys(field, r.shown(ctx, o)[name]); slices.Contains(shown, sent[last]) {
			r.see("joined-elements", slices.Contains(shown, sent[0]))
		}
	}
}

// seeArray compares an array of a new object with what was sent: its order, and whether there are further elements.
func (r *run) seeArray(field *table.Field, sent, shown any) {
	want, have := keys(field, sent), keys(field, shown)
	own := slices.DeleteFunc(slices.Clone(have), func(key string) bool { return !slices.Contains(want, key) })
	if len(own) != len(want) {
		return // The engine does not show what it got.
	}
	r.see("own-elements", len(have) > len(own))
	r.see("reordered-elements", !slices.Equal(own, want))
}

// seeNames compares the names in references with those that were sent.
func (r *run) seeNames(field *table.Field, sent []any, shown any) {
	if !field.IsReference() {
		return
	}
	for i, key := range keys(field, sent) {
		reference, _ := sent[i].(map[string]any)
		answered := elementOf(field, shown, key)
		name, _ := answered["name"].(string)
		if name == "" || reference["name"] == nil {
			r.unknown("references come back without names", "renamed-references")
			continue
		}
		r.see("renamed-references", name != reference["name"])
	}
}

// items returns items of a widget with these ref_ids. Each is like the last one of the example object.
func (r *run) items(ids ...string) (items []any) {
	elements := r.exampleElements("widget", "chart_items")
	if len(elements) == 0 {
		return nil
	}
	last, _ := elements[len(elements)-1].(map[string]any)
	for _, id := range ids {
		item := maps.Clone(last)
		item["ref_id"] = id
		items = append(items, item)
	}
	return items
}
