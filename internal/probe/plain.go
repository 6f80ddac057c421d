// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"maps"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// plainObject is an object that the run made with only the required fields.
type plainObject struct {
	*object
	table *table.Table
	// created has the fields of the create.
	created map[string]any
	// first is the object as the engine showed it before the first update.
	first map[string]any
}

// plain returns the plain object of a kind, and makes it if there is none yet. It returns nil if the engine rejects such an object.
func (r *run) plain(ctx context.Context, kind string) *plainObject {
	if p, isAsked := r.plains[kind]; isAsked {
		return p
	}
	r.plains[kind] = nil
	t := tableOf(kind)
	body := r.requiredOnly(t)
	if body == nil {
		return nil
	}
	made := r.createAccepted(ctx, kind, body)
	if made == nil {
		return nil
	}
	p := &plainObject{object: made, table: t, created: maps.Clone(made.sent)}
	if p.first = r.shown(ctx, made); p.first == nil {
		return nil
	}
	if p.first["deployment_active"] == true {
		r.stop(ctx, made)
	}
	if t.Field("active") != nil { // Later updates must not wake up an alert or a function.
		r.updateAccepted(ctx, made, map[string]any{"active": false})
	}
	r.plains[kind] = p
	return p
}

// stopPatience is how long a run waits for a component that the engine started on its own.
const stopPatience = 2 * time.Second

// stop stops a component that the engine started on its own, because many engines refuse to update an active one. If the component does not
// stop in time, later updates tell nothing.
func (r *run) stop(ctx context.Context, component *object) {
	r.act(ctx, component, table.Stop)
	for range engine.Poll(ctx, time.Second, stopPatience) {
		if !deploymentOf(r.shown(ctx, component)).active || r.err != nil {
			return
		}
	}
}

// requiredOnly returns the body of a create with the required fields as the example object has them. It has no name, so that create
// chooses a new one. The body is nil if the engine rejected the example object.
func (r *run) requiredOnly(t *table.Table) map[string]any {
	example := r.examples[t.Kind]
	if example == nil {
		return nil
	}
	body := map[string]any{}
	for i := range t.Fields {
		field := &t.Fields[i]
		if value, sent := example.sent[field.Name]; sent && field.Required && field.Name != "name" {
			body[field.Name] = value
		}
	}
	return body
}

// exampleElements returns the elements of an array that the engine accepted in the example object.
func (r *run) exampleElements(kind, field string) []any {
	if r.examples[kind] == nil {
		return nil
	}
	elements, _ := r.examples[kind].sent[field].([]any)
	return elements
}

func tableOf(kind string) *table.Table {
	for _, t := range tables() {
		if t.Kind == kind {
			return t
		}
	}
	panic("there is no kind " + kind) // Impossible: kinds are constants of this package.
}
