// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"slices"
)

// askValues asks about rules of single fields.
func askValues(ctx context.Context, r *run) error {
	for _, ask := range []func(ctx context.Context, r *run) error{
		askFractions, askOfferedRoutines, askCountedTabs, askShortCreates,
	} {
		if err := ask(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// askFractions sends fractions in fields that are whole numbers as a rule.
func askFractions(ctx context.Context, r *run) error {
	for _, place := range []struct{ kind, field string }{{"widget", "height"}, {"tab", "order"}} {
		p, err := r.plain(ctx, place.kind)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		t := &trial{field: place.field, value: 2.5}
		if err := r.try(ctx, p.object, []*trial{t}); err != nil {
			return err
		}
		if t.outcome != "" {
			r.verdicts.see("whole-numbers", t.outcome == refused)
		}
	}
	return nil
}

// askOfferedRoutines makes a routine of a type that its component does not offer.
func askOfferedRoutines(ctx context.Context, r *run) error {
	body := r.variant("routine", map[string]any{"type": "probe-not-offered"})
	if body == nil {
		r.verdicts.untold("offered-routines", "the engine refuses the probe's routine")
		return nil
	}
	return r.seeRefused(ctx, "routine", body, func(isRefused bool) { r.verdicts.see("offered-routines", isRefused) }, "type")
}

// askCountedTabs compares the order of two tabs of one dashboard that were made without one.
func askCountedTabs(ctx context.Context, r *run) error {
	example := r.cast.example["tab"]
	later, err := r.plain(ctx, "tab")
	if err != nil || example == nil || later == nil {
		return err
	}
	before, err := r.shown(ctx, example)
	if err != nil || before == nil {
		return err
	}
	first, isFirst := amount(before["order"])
	second, isSecond := amount(later.first["order"])
	r.verdicts.see("counted-tabs", isFirst && isSecond && second > first)
	return nil
}

// askShortCreates makes a component without fields that the tables require.
func askShortCreates(ctx context.Context, r *run) error {
	body := r.requiredOnly(tableOf("component"))
	if body == nil {
		r.verdicts.untold("short-creates", "the engine refuses the probe's component")
		return nil
	}
	names := []string{"deployment_capacity", "input", "output", "routines"}
	for _, name := range names {
		delete(body, name)
	}
	return r.seeRefused(ctx, "component", body, func(isRefused bool) { r.verdicts.see("short-creates", !isRefused) }, names...)
}

// seeRefused makes an object and calls see with whether the engine refuses it because of one of the fields. The engine accepts a similar
// object. So a refusal that names no field at all has the same reason.
func (r *run) seeRefused(ctx context.Context, kind string, body map[string]any, see func(isRefused bool), fields ...string) error {
	made, answer, err := r.create(ctx, kind, body)
	if err != nil {
		return err
	}
	isReason := func(name string) bool { return slices.Contains(fields, name) }
	isField := func(name string) bool { return tableOf(kind).Field(name) != nil }
	named := answer.refused()
	if made != nil || isRefusal(answer) && (slices.ContainsFunc(named, isReason) || !slices.ContainsFunc(named, isField)) {
		see(made == nil)
	}
	return nil
}
