// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// askElements finds out how the engine stores the elements of arrays, with tags of a dashboard and items of a widget.
func askElements(ctx context.Context, r *run) {
	tags := slices.Clone(r.exampleElements("dashboard", "tags"))
	slices.Reverse(tags)
	if len(tags) > 1 {
		r.askArray(ctx, "dashboard", "tags", tags)
	}
	if elements := r.exampleElements("widget", "chart_items"); len(elements) > 0 {
		last, _ := elements[len(elements)-1].(map[string]any)
		var items []any
		for _, id := range []string{"B", "C", "A"} {
			item := maps.Clone(last)
			item["ref_id"] = id
			items = append(items, item)
		}
		r.askArray(ctx, "widget", "chart_items", items)
	}
}

// askArray makes an object with elements in an array, and then sends only the last of them.
func (r *run) askArray(ctx context.Context, kind, name string, elements []any) {
	field := tableOf(kind).Field(name)
	body := r.requiredOnly(kind)
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
	if field.IsReference() {
		r.seeNames(field, elements, doc[name])
	}
	first, last := keyOf(field, elements[0]), elements[len(elements)-1:]
	if r.update(ctx, o, map[string]any{name: last}).done() {
		if shown := keys(field, r.shown(ctx, o)[name]); slices.Contains(shown, keyOf(field, last[0])) {
			r.see("joined-elements", slices.Contains(shown, first))
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
	for _, element := range sent {
		reference, _ := element.(map[string]any)
		name, _ := elementOf(field, shown, keyOf(field, element))["name"].(string)
		if name == "" || reference["name"] == nil {
			r.unknown("references come back without names", "renamed-references")
			continue
		}
		r.see("renamed-references", name != reference["name"])
	}
}

// sameMeaning reports whether two strings, numbers or booleans are equal apart from their form, such as 5, 5.0 and "5".
func sameMeaning(a, b any) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, isNumber := document.Number(a)
	y, isOther := document.Number(b)
	if isNumber || isOther {
		return isNumber && isOther && document.SameNumber(x, y)
	}
	return strings.EqualFold(fmt.Sprint(a), fmt.Sprint(b))
}

// keyName returns the name of the field that identifies the elements of an array, or "". An engine may show a string as a reference with
// an id.
func keyName(field *table.Field) string {
	if field.Elements == table.Label {
		return "id"
	}
	return field.Key()
}

// keyOf returns what identifies an element of an array: the id of a reference, the ref_id of an item, or a string itself.
func keyOf(field *table.Field, element any) string {
	if object, isObject := element.(map[string]any); isObject {
		element = object[keyName(field)]
	}
	return fmt.Sprint(element)
}

// keys returns the keys of all elements of an array.
func keys(field *table.Field, array any) (all []string) {
	elements, _ := array.([]any)
	for _, element := range elements {
		all = append(all, keyOf(field, element))
	}
	return all
}

// elementOf returns the element of an array with this key, or nil.
func elementOf(field *table.Field, array any, key string) map[string]any {
	elements, _ := array.([]any)
	at := slices.Index(keys(field, array), key)
	if at < 0 {
		return nil
	}
	object, _ := elements[at].(map[string]any)
	return object
}
