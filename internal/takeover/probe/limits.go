// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// usualBody is the size in bytes of the largest body that engines accept.
const usualBody = 1 << 20

// askLimits finds out the size of the largest body, whether two objects may have the same name, and which routines a component may have.
func askLimits(ctx context.Context, r *run) {
	askBodies(ctx, r)
	askNames(ctx, r)
	askOfferedRoutines(ctx, r)
}

// askBodies finds the size of the largest body.
func askBodies(ctx context.Context, r *run) {
	const habit = "small-bodies"
	p := r.plain(ctx, "dashboard")
	if p == nil {
		r.unknown("the engine rejects the create of a dashboard", habit)
		return
	}
	isGood := func(size int64) bool { return !r.rejectsBody(ctx, p, int(size)) }
	isUsual := false
	err := r.errorOf(func() { isUsual = isGood(usualBody) })
	var unreachable *unreachableError
	switch {
	case errors.As(err, &unreachable): // Later requests show whether the engine is gone.
		r.unknown("the engine does not respond to requests with 1 MiB", habit)
	case err != nil:
		r.fail(err)
	case isUsual:
		r.see(habit, false)
	default:
		r.see(habit, true, strconv.FormatInt(halve(isGood, 1, usualBody), 10))
	}
}

// halve returns the last value from good to bad that the engine accepts.
func halve(isGood func(n int64) bool, good, bad int64) int64 {
	for bad-good > 1 {
		if middle := good + (bad-good)/2; isGood(middle) {
			good = middle
		} else {
			bad = middle
		}
	}
	return good
}

// rejectsBody reports whether the engine finds a body of this size too large. The description in it is a list, which the engine rejects
// after it has read the body. So no large object is stored.
func (r *run) rejectsBody(ctx context.Context, dashboard *object, size int) bool {
	const empty = len(`{"description":[""]}`)
	patch := map[string]any{"description": []string{strings.Repeat("a", max(0, size-empty))}}
	return r.update(ctx, dashboard, patch).Status == http.StatusRequestEntityTooLarge
}

// askNames renames an object so that two objects have the same name. A create with that name could not be searched for if its response was
// lost.
func askNames(ctx context.Context, r *run) {
	const habit = "unique-names"
	first, second := r.examples["node"], r.plain(ctx, "node")
	if first == nil || second == nil {
		r.unknown("the engine rejects the create of a node", habit)
		return
	}
	r.settle(ctx)
	response := r.update(ctx, second, map[string]any{"name": first.name})
	alone := r.update(ctx, second, map[string]any{"name": second.name})
	switch {
	case response.done():
		r.see(habit, false)
	case response.isRejection() && alone.done():
		r.see(habit, true)
	default:
		r.unknown("the engine responds to an update of a node with "+strconv.Itoa(response.Status), habit)
	}
}

// askOfferedRoutines makes a routine of a type that its component does not offer. The engine accepts a similar routine, so a rejection that
// names no field at all has the same reason.
func askOfferedRoutines(ctx context.Context, r *run) {
	const habit = "offered-routines"
	body := r.requiredOnly("routine")
	if body == nil {
		r.unknown("the engine rejects the probe's routine", habit)
		return
	}
	body["type"] = "probe-not-offered"
	made, response := r.create(ctx, "routine", body)
	named := response.rejected()
	isField := func(name string) bool { return tableOf("routine").Field(name) != nil }
	if made != nil || response.isRejection() && (slices.Contains(named, "type") || !slices.ContainsFunc(named, isField)) {
		r.see(habit, made == nil)
	}
}
