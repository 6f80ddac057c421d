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

// usualBody is the largest request body, in bytes, that the provider expects every engine to accept.
const usualBody = 1 << 20

// probeLimits determines the maximum request body size, whether two objects may have the same name, and whether the engine accepts a
// routine whose type is not among those that its component lists.
func probeLimits(ctx context.Context, r *run) {
	probeBodies(ctx, r)
	probeNames(ctx, r)
	probeOfferedRoutines(ctx, r)
}

// probeBodies determines the maximum size of a request body, rounded down to a power of two.
func probeBodies(ctx context.Context, r *run) {
	const habit = "small-bodies"
	p := r.minimalObject(ctx, "dashboard")
	if p == nil {
		r.noteUnknown("the engine rejects the create of a dashboard", habit)
		return
	}
	size := usualBody
	err := r.errorOf(func() {
		for size > 1 && r.rejectsBody(ctx, p, size) {
			size /= 2
		}
	})
	if errors.Is(err, errUnreachable) { // Don't fail the run: if the engine is down, the next request will.
		r.noteUnknown("the engine does not respond to large requests", habit)
		return
	}
	r.fail(err)
	r.observe(habit, size < usualBody, strconv.Itoa(size))
}

// rejectsBody reports whether the engine rejects a body of this size as too large. The body is deliberately invalid, with an array as its
// description, so that the engine doesn't store a huge object if it accepts the size.
func (r *run) rejectsBody(ctx context.Context, dashboard *object, size int) bool {
	const empty = len(`{"description":[""]}`)
	patch := map[string]any{"description": []string{strings.Repeat("a", max(0, size-empty))}}
	return r.update(ctx, dashboard, patch).Status == http.StatusRequestEntityTooLarge
}

// probeNames determines whether two objects may have the same name. To find out, it renames an object. It does not create one with a
// duplicate name, because the run could not find that object if the create response were lost.
func probeNames(ctx context.Context, r *run) {
	const habit = "unique-names"
	first, second := r.examples["node"], r.minimalObject(ctx, "node")
	if first == nil || second == nil {
		r.noteUnknown("the engine rejects the create of a node", habit)
		return
	}
	r.settle(ctx)
	response := r.update(ctx, second, map[string]any{"name": first.name})
	alone := r.update(ctx, second, map[string]any{"name": second.name})
	switch {
	case response.isSuccess():
		r.observe(habit, false)
	case response.isRejection() && alone.isSuccess():
		r.observe(habit, true)
	default:
		r.noteUnknown("the engine responds to an update of a node with "+strconv.Itoa(response.Status), habit)
	}
}

// probeOfferedRoutines determines whether the engine rejects a routine whose type the component does not offer. Earlier, the engine
// accepted a routine with the same required fields, except for its type and name. If the engine rejects this one and names the field type,
// or no field, the type must be the reason.
func probeOfferedRoutines(ctx context.Context, r *run) {
	const habit = "offered-routines"
	body := r.requiredBody("routine")
	if body == nil {
		r.noteUnknown("the engine rejects the probe's routine", habit)
		return
	}
	body["type"] = "probe-not-offered"
	made, response := r.create(ctx, "routine", body)
	named := response.rejectedFields()
	isField := func(name string) bool { return tableOf("routine").Field(name) != nil }
	if made != nil || response.isRejection() && (slices.Contains(named, "type") || !slices.ContainsFunc(named, isField)) {
		r.observe(habit, made == nil)
	}
}
