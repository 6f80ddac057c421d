// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"maps"
	"strings"
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

// plain returns the plain object of a kind, and makes it if there is none yet. It returns nil if the engine refuses such an object.
func (r *run) plain(ctx context.Context, kind string) (*plainObject, error) {
	if p, asked := r.plains[kind]; asked {
		return p, nil
	}
	if r.plains == nil {
		r.plains = map[string]*plainObject{}
	}
	r.plains[kind] = nil
	t := tableOf(kind)
	body := r.requiredOnly(t)
	if body == nil {
		return nil, nil
	}
	made, err := r.createAccepted(ctx, kind, body)
	if err != nil || made == nil {
		return nil, err
	}
	p := &plainObject{object: made, table: t, created: maps.Clone(made.sent)}
	if p.first, err = r.shown(ctx, made); err != nil || p.first == nil {
		return nil, err
	}
	if p.first["deployment_active"] == true {
		if err := r.stop(ctx, made); err != nil {
			return nil, err
		}
	}
	if t.Field("active") != nil { // Later updates must not wake up an alert or a function.
		if err := r.updateAccepted(ctx, made, map[string]any{"active": false}); err != nil {
			return nil, err
		}
	}
	r.plains[kind] = p
	return p, nil
}

// stopPatience is how long a run waits for a component that the engine started by itself.
const stopPatience = 2 * time.Second

// stop stops a component that the engine started by itself, because many engines refuse to update an active one. If the component does not
// stop in time, later updates tell nothing.
func (r *run) stop(ctx context.Context, component *object) error {
	if _, err := r.act(ctx, component, table.Stop); err != nil {
		return err
	}
	for range engine.Poll(ctx, time.Second, stopPatience) {
		doc, err := r.shown(ctx, component)
		if err != nil {
			return err
		}
		if status, _ := doc["deployment_status"].(string); doc["deployment_active"] == false && !strings.EqualFold(status, "StopRequested") {
			return nil
		}
	}
	return ctx.Err()
}

// requiredOnly returns the body of a create with the required fields as the example object has them. It has no name, so that create
// chooses a new one. The body is nil if the engine refused the example object.
func (r *run) requiredOnly(t *table.Table) map[string]any {
	example := r.cast.example[t.Kind]
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

// variant returns the body of a create with the required fields, changed by some others.
func (r *run) variant(kind string, fields map[string]any) map[string]any {
	body := r.requiredOnly(tableOf(kind))
	if body != nil {
		maps.Copy(body, fields)
	}
	return body
}

// exampleElements returns the elements of an array that the engine accepted in the example object.
func (r *run) exampleElements(kind, field string) []any {
	if r.cast.example[kind] == nil {
		return nil
	}
	elements, _ := r.cast.example[kind].sent[field].([]any)
	return elements
}

func tableOf(kind string) *table.Table {
	for _, t := range table.Tables() {
		if t.Kind == kind {
			return t
		}
	}
	panic("there is no kind " + kind) // Impossible: kinds are constants of this package.
}
