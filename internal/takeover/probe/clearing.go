// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
	"slices"
)

// askClearing finds out what an update with null or [] does to a field that has a value. habits begins the names of the habits.
func askClearing(ctx context.Context, r *run) {
	for _, c := range []struct {
		kind, field  string
		value, empty any
		habits       string
	}{
		{"dashboard", "description", "cleared", nil, "null"},
		{"widget", "height", json.Number("5"), nil, "null"},
		{"dashboard", "tags", r.exampleElements("dashboard", "tags"), []any{}, "empty-list"},
		{"widget", "filter_status", []any{"cleared"}, []any{}, "empty-list"},
	} {
		p := r.plain(ctx, c.kind)
		if elements, isArray := c.value.([]any); p == nil || isArray && len(elements) == 0 {
			continue
		}
		hasValue := func(doc map[string]any) bool { return hasValue(c.kind, c.field, doc[c.field], c.value) }
		if !r.update(ctx, p, map[string]any{c.field: c.value}).done() || !hasValue(r.shown(ctx, p)) {
			continue // The engine rejects the value itself, or does not show it.
		}
		response := r.update(ctx, p, map[string]any{c.field: c.empty})
		if shown := r.shown(ctx, p); shown != nil && (response.done() || response.isRejection()) {
			r.see(c.habits+"-refused", response.isRejection())
			r.see(c.habits+"-ignored", response.done() && hasValue(shown))
		}
	}
}

// hasValue reports whether a field shows the value that an update gave it, or the first element of that value.
func hasValue(kind, name string, shown, value any) bool {
	elements, isArray := value.([]any)
	if !isArray {
		return shown != nil && sameMeaning(shown, value)
	}
	field := tableOf(kind).Field(name)
	return slices.Contains(keys(field, shown), keyOf(field, elements[0]))
}
