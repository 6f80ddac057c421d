// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
	"slices"
)

// probeClearing determines whether an update with null or [] clears a field. Some engines reject such an update, and others accept it but
// keep the old value.
func probeClearing(ctx context.Context, r *run) {
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
		p := r.minimalObject(ctx, c.kind)
		if elements, isArray := c.value.([]any); p == nil || isArray && len(elements) == 0 {
			continue
		}
		hasValue := func(doc map[string]any) bool { return hasValue(c.kind, c.field, doc[c.field], c.value) }
		if !r.update(ctx, p, map[string]any{c.field: c.value}).isSuccess() || !hasValue(r.readLatest(ctx, p)) {
			continue // The engine did not store the value, so there is nothing to clear.
		}
		response := r.update(ctx, p, map[string]any{c.field: c.empty})
		if shown := r.readLatest(ctx, p); shown != nil && (response.isSuccess() || response.isRejection()) {
			r.observe(c.habits+"-refused", response.isRejection())
			r.observe(c.habits+"-ignored", response.isSuccess() && hasValue(shown))
		}
	}
}

// hasValue reports whether the value that the engine returned (shown) is the value that an update sent. For an array, it only checks that
// shown contains the first element that was sent.
func hasValue(kind, name string, shown, value any) bool {
	elements, isArray := value.([]any)
	if !isArray {
		return sameMeaning(shown, value)
	}
	field := tableOf(kind).Field(name)
	return slices.Contains(keys(field, shown), keyOf(field, elements[0]))
}
