// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"slices"
)

// clearing asks what an update with an empty value does to one field that has a value.
type clearing struct {
	kind, field  string
	value, empty any
	// what begins the names of the habits.
	what string
}

// askClearing finds out what an update with null or [] does to a field that has a value.
func askClearing(ctx context.Context, r *run) {
	for _, c := range []clearing{
		{"dashboard", "description", "cleared", nil, "null"},
		{"widget", "height", 5, nil, "null"},
		{"dashboard", "tags", r.exampleElements("dashboard", "tags"), []any{}, "empty-list"},
		{"widget", "filter_status", []any{"cleared"}, []any{}, "empty-list"},
	} {
		r.clear(ctx, c)
	}
}

// clear gives a field of the plain object a value, clears it and reads the object. If the engine rejects the value itself, or does not show
// it, clear sees nothing.
func (r *run) clear(ctx context.Context, c clearing) {
	p := r.plain(ctx, c.kind)
	if elements, isArray := c.value.([]any); p == nil || isArray && len(elements) == 0 {
		return
	}
	if !r.update(ctx, p.object, map[string]any{c.field: c.value}).done() || !hasValue(c, r.shown(ctx, p.object)) {
		return
	}
	answer := r.update(ctx, p.object, map[string]any{c.field: c.empty})
	shown := r.shown(ctx, p.object)
	if shown != nil && (answer.done() || answer.isRejection()) {
		r.see(c.what+"-refused", answer.isRejection())
		r.see(c.what+"-ignored", answer.done() && hasValue(c, shown))
	}
}

// hasValue reports whether an object shows the value that a field got.
func hasValue(c clearing, doc map[string]any) bool {
	elements, isArray := c.value.([]any)
	if !isArray {
		return doc[c.field] != nil && sameMeaning(doc[c.field], c.value)
	}
	field := tableOf(c.kind).Field(c.field)
	return slices.Contains(keys(field, doc[c.field]), keys(field, elements)[0])
}
