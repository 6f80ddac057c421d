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

// probeElements determines how the engine stores array elements, using a dashboard's tags and a widget's items.
func probeElements(ctx context.Context, r *run) {
	tags := slices.Clone(r.exampleElements("dashboard", "tags"))
	slices.Reverse(tags)
	if len(tags) > 1 {
		r.probeArray(ctx, "dashboard", "tags", tags)
	}
	if elements := r.exampleElements("widget", "chart_items"); len(elements) > 0 {
		last, _ := elements[len(elements)-1].(map[string]any)
		var items []any
		for _, id := range []string{"B", "C", "A"} {
			item := maps.Clone(last)
			item["ref_id"] = id
			items = append(items, item)
		}
		r.probeArray(ctx, "widget", "chart_items", items)
	}
}

// probeArray determines how the engine stores the array field called name. It creates an object with several elements in the array, and
// then updates the array to contain only the last element.
func (r *run) probeArray(ctx context.Context, kind, name string, elements []any) {
	field := tableOf(kind).Field(name)
	body := r.requiredBody(kind)
	if body == nil {
		return
	}
	body[name] = elements
	o := r.createAccepted(ctx, kind, body)
	if o == nil || o.sent[name] == nil {
		return
	}
	shown := r.readLatest(ctx, o)[name]
	want, have := keys(field, elements), keys(field, shown)
	own := slices.DeleteFunc(slices.Clone(have), func(key string) bool { return !slices.Contains(want, key) })
	if len(own) == len(want) { // Otherwise, the engine dropped or changed elements.
		r.observe("own-elements", len(have) > len(own))
		r.observe("reordered-elements", !slices.Equal(own, want))
	}
	if field.IsReference() {
		r.observeNames(field, elements, shown)
	}
	last := len(elements) - 1
	if r.update(ctx, o, map[string]any{name: elements[last:]}).isSuccess() {
		if have = keys(field, r.readLatest(ctx, o)[name]); slices.Contains(have, want[last]) {
			r.observe("joined-elements", slices.Contains(have, want[0]))
		}
	}
}

// observeNames records whether the engine returns references with different names than the ones that the run has sent.
func (r *run) observeNames(field *table.Field, sent []any, shown any) {
	for _, element := range sent {
		reference, _ := element.(map[string]any)
		name, _ := elementOf(field, shown, keyOf(field, element))["name"].(string)
		if name == "" || reference["name"] == nil {
			r.noteUnknown("references come back without names", "renamed-references")
			continue
		}
		r.observe("renamed-references", name != reference["name"])
	}
}

// sameMeaning reports whether two strings, numbers or booleans are equal, ignoring format and case. For example, 5, 5.0 and "5" are equal.
// A nil argument equals only nil.
func sameMeaning(a, b any) bool {
	x, isNumber := document.Number(a)
	y, isOther := document.Number(b)
	if isNumber && isOther {
		return document.SameNumber(x, y)
	}
	return strings.EqualFold(fmt.Sprint(a), fmt.Sprint(b))
}

// keyName returns the name of the field that identifies the elements of an array, or "" if there is none. For labels, which may be strings
// or references, it returns id, because references are identified by their id.
func keyName(field *table.Field) string {
	if field.Elements == table.Label {
		return "id"
	}
	return field.Key()
}

// keyOf returns the key of an array element, such as the id of a reference or the ref_id of an item. A string is its own key.
func keyOf(field *table.Field, element any) string {
	if object, isObject := element.(map[string]any); isObject {
		element = object[keyName(field)]
	}
	return fmt.Sprint(element)
}

func keys(field *table.Field, array any) (all []string) {
	elements, _ := array.([]any)
	for _, element := range elements {
		all = append(all, keyOf(field, element))
	}
	return all
}

// elementOf returns the array element with this key, or nil if there is none.
func elementOf(field *table.Field, array any, key string) map[string]any {
	elements, _ := array.([]any)
	at := slices.Index(keys(field, array), key)
	if at < 0 {
		return nil
	}
	object, _ := elements[at].(map[string]any)
	return object
}
