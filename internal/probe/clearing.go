// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"reflect"
	"slices"
)

// clearing asks what an update with an empty value does to one field that has a value.
type clearing struct {
	kind, field  string
	value, empty any
	// see is called with what the engine did.
	see func(c *cleared)
}

// cleared is what an update with an empty value did.
type cleared struct {
	// isRefused is true if the engine refused the update. isKept is true if the field shows its value afterwards.
	isRefused, isKept bool
	// blank is the object before the field got a value, and shown is the object afterwards.
	blank, shown map[string]any
}

// askClearing finds out what an update with null, [] or "" does to a field that has a value.
func askClearing(ctx context.Context, r *run) error {
	var text *cleared
	null := func(c *cleared) { r.seeCleared("null", c) }
	list := func(c *cleared) { r.seeCleared("empty-list", c) }
	for _, c := range []clearing{
		{"dashboard", "description", "cleared", nil, null},
		{"widget", "height", 5, nil, null},
		{"dashboard", "tags", r.exampleElements("dashboard", "tags"), []any{}, list},
		{"widget", "filter_status", []any{"cleared"}, []any{}, list},
		{"dashboard", "description", "cleared", "", func(c *cleared) { text = c }},
	} {
		done, err := r.clear(ctx, c)
		if err != nil {
			return err
		}
		if done != nil {
			c.see(done)
		}
	}
	if text == nil {
		return nil
	}
	return r.seeEmptyText(ctx, text)
}

// clear gives a field of the plain object a value, clears it and reads the object. It returns nil if the engine refuses the value itself,
// or does not show it.
func (r *run) clear(ctx context.Context, c clearing) (*cleared, error) {
	p, err := r.plain(ctx, c.kind)
	if elements, isArray := c.value.([]any); err != nil || p == nil || isArray && len(elements) == 0 {
		return nil, err
	}
	given, err := r.update(ctx, p.object, map[string]any{c.field: c.value})
	if err != nil || !given.done() {
		return nil, err
	}
	before, err := r.shown(ctx, p.object)
	if err != nil || !r.hasValue(c, before) {
		return nil, err
	}
	answer, err := r.update(ctx, p.object, map[string]any{c.field: c.empty})
	if err != nil {
		return nil, err
	}
	done := &cleared{isRefused: isRefusal(answer), blank: p.first}
	if !answer.done() && !done.isRefused {
		return nil, nil
	}
	if done.shown, err = r.shown(ctx, p.object); err != nil || done.shown == nil {
		return nil, err
	}
	done.isKept = r.hasValue(c, done.shown)
	return done, nil
}

// hasValue reports whether an object shows the value that a field got.
func (r *run) hasValue(c clearing, doc map[string]any) bool {
	elements, isArray := c.value.([]any)
	if !isArray {
		return doc[c.field] != nil && sameMeaning(doc[c.field], c.value)
	}
	field := tableOf(c.kind).Field(c.field)
	return slices.Contains(keys(field, doc[c.field]), keys(field, elements)[0])
}

// seeCleared decides about the habits of null and of empty lists.
func (r *run) seeCleared(what string, c *cleared) {
	r.verdicts.see(what+"-refused", c.isRefused)
	r.verdicts.see(what+"-ignored", !c.isRefused && c.isKept)
}

// seeEmptyText decides about the habits of empty texts. An engine that ignores null and turns "" into null keeps the value.
func (r *run) seeEmptyText(ctx context.Context, c *cleared) error {
	value, isShown := c.shown["description"]
	blank, isBlankShown := c.blank["description"]
	see := func(isRefused, isNull bool) {
		r.verdicts.see("empty-text-refused", isRefused)
		r.verdicts.see("empty-text-null", isNull)
	}
	switch {
	case c.isRefused:
		see(true, false)
	case c.isKept && r.verdicts.of("null-ignored").with > 0:
		see(false, true)
	case c.isKept:
		r.verdicts.untold("empty-text-null", `an update with "" leaves the value as it is`)
		r.verdicts.see("empty-text-refused", false)
	case isShown == isBlankShown && reflect.DeepEqual(value, blank) && (!isShown || value != nil):
		return r.askEmptyBoolean(ctx, see)
	default:
		see(false, isShown && value == nil)
	}
	return nil
}

// askEmptyBoolean finds out what "" means on an engine that shows an empty text and a missing one in the same way. If "" becomes null, a
// field that is no text accepts it too.
func (r *run) askEmptyBoolean(ctx context.Context, see func(isRefused, isNull bool)) error {
	p, err := r.plain(ctx, "widget")
	if err != nil || p == nil {
		return err
	}
	t := &trial{field: "show_line", value: ""}
	if err := r.try(ctx, p.object, []*trial{t}); err != nil {
		return err
	}
	if t.outcome != "" {
		see(false, t.outcome == accepted)
	}
	return nil
}
