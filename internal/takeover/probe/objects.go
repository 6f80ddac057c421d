// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// objectsText has one object of each kind, with values that show how an engine treats them. "@dashboard" stands for the id of the
// dashboard of the run, and "@asset" and the like for ids of things outside the interface.
//
//go:embed objects.json
var objectsText []byte

// example is an object for the run: the fields for its create, and those that the interface names only for updates.
type example struct{ Create, Update map[string]any }

func examples() map[string]example {
	var all map[string]example
	if err := document.DecodeInto(objectsText, &all); err != nil {
		panic(err) // Impossible: a test decodes it.
	}
	return all
}

// outside returns ids of assets, attributes and tags. Those of the engine's own objects are best, because some engines check references.
// An id that is both an asset and a tag is an element that the engine adds to all arrays.
func (r *run) outside() map[string]string {
	names := map[string]string{"assets": "@asset", "tags": "@tag", "query_filter_asset": "@asset", "query_filter_attribute": "@attribute"}
	known := map[string][]string{}
	for _, t := range tables() {
		for _, doc := range r.pages[t.Kind] {
			walk(t.Fields, doc, func(field *table.Field, doc map[string]any) {
				name := names[field.Name]
				for _, element := range elementsOf(doc[field.Name]) {
					reference, _ := element.(map[string]any)
					if id, _ := reference["id"].(string); name != "" && id != "" && !slices.Contains(known[name], id) {
						known[name] = append(known[name], id)
					}
				}
			})
		}
	}
	found := map[string]string{
		"@asset": "probe-asset", "@asset2": "probe-asset-2", "@attribute": "probe-attribute", "@tag": "probe-tag", "@tag2": "probe-tag-2",
	}
	for name, other := range map[string]string{"@asset": "@tag", "@tag": "@asset", "@attribute": ""} {
		isOfBoth := func(id string) bool { return slices.Contains(known[other], id) }
		ids := slices.DeleteFunc(slices.Clone(known[name]), isOfBoth)
		for i, second := range []string{"", "2"}[:min(len(ids), 2)] {
			found[name+second] = ids[i]
		}
	}
	return found
}

// fill replaces the strings that begin with @ in a value.
func fill(value any, ids map[string]string) any {
	switch value := value.(type) {
	case string:
		if id, known := ids[value]; known {
			return id
		}
	case map[string]any:
		filled := map[string]any{}
		for name, inner := range value {
			filled[name] = fill(inner, ids)
		}
		return filled
	case []any:
		filled := []any{}
		for _, inner := range value {
			filled = append(filled, fill(inner, ids))
		}
		return filled
	}
	return value
}

// makeExamples makes one object of each kind from objects.json. Fields that the engine rejects are left out.
func makeExamples(ctx context.Context, r *run) {
	ids := r.outside()
	r.examples, r.plains = map[string]*object{}, map[string]*object{}
	for _, kind := range kinds() {
		body, _ := fill(examples()[kind].Create, ids).(map[string]any)
		o := r.createAccepted(ctx, kind, body)
		if o == nil {
			continue
		}
		r.examples[kind] = o
		ids["@"+kind] = o.id
		if patch := examples()[kind].Update; patch != nil {
			filled, _ := fill(patch, ids).(map[string]any)
			r.updateAccepted(ctx, o, filled)
		}
	}
}

// createAccepted makes an object. It leaves out the fields that the engine rejects, and returns nil if it rejects the object anyway. If
// the engine rejects the word in a required field, createAccepted tries the other words that the interface documents.
func (r *run) createAccepted(ctx context.Context, kind string, body map[string]any) *object {
	tried := map[string]int{}
	for {
		o, response := r.create(ctx, kind, body)
		if o != nil {
			return o
		}
		if names := response.rejected(); !otherWords(tableOf(kind), body, names, tried) && !leaveOut(body, names) {
			r.rejected = append(r.rejected, fmt.Sprintf("create of a %s: %d", kind, response.Status))
			return nil
		}
	}
}

func (r *run) updateAccepted(ctx context.Context, o *object, patch map[string]any) {
	for {
		response := r.update(ctx, o, patch)
		if response.done() {
			return
		}
		r.rejected = append(r.rejected, fmt.Sprintf("update of a %s: %d %s", o.kind, response.Status, response.Body))
		if !leaveOut(patch, response.rejected()) {
			return
		}
	}
}

// otherWords replaces the words in required fields by the next ones, and reports whether there was such a word. tried counts the words of
// each field that were tried.
func otherWords(t *table.Table, body map[string]any, fields []string, tried map[string]int) bool {
	replaced := false
	for _, name := range fields {
		field := t.Field(name)
		if field == nil || !field.Required || tried[name] >= len(field.OneOf) {
			continue
		}
		body[name] = field.OneOf[tried[name]]
		tried[name]++
		replaced = true
	}
	return replaced
}

// leaveOut removes fields from a body and reports whether it had any of them.
func leaveOut(body map[string]any, fields []string) bool {
	before := len(body)
	for _, name := range fields {
		delete(body, name)
	}
	return len(body) < before && len(body) > 0
}

// plain returns the plain object of a kind, and makes it if there is none yet. It returns nil if the engine rejects such an object.
func (r *run) plain(ctx context.Context, kind string) *object {
	if p, isAsked := r.plains[kind]; isAsked {
		return p
	}
	r.plains[kind] = nil
	body := r.requiredOnly(kind)
	if body == nil {
		return nil
	}
	o := r.createAccepted(ctx, kind, body)
	if o == nil {
		return nil
	}
	if o.first = r.shown(ctx, o); o.first == nil {
		return nil
	}
	if o.first["deployment_active"] == true {
		r.stop(ctx, o)
	}
	if tableOf(kind).Field("active") != nil { // Later updates must not wake up an alert or a function.
		r.updateAccepted(ctx, o, map[string]any{"active": false})
	}
	r.plains[kind] = o
	return o
}

// stopPatience is how long a run waits for a component that the engine started on its own.
const stopPatience = 2 * time.Second

// stop stops a component that the engine started on its own, because many engines reject updates of an active one. If the component does
// not stop in time, later updates reveal nothing.
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
func (r *run) requiredOnly(kind string) map[string]any {
	example := r.examples[kind]
	if example == nil {
		return nil
	}
	body := map[string]any{}
	for name, value := range example.sent {
		if field := tableOf(kind).Field(name); field != nil && field.Required && name != "name" {
			body[name] = value
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
