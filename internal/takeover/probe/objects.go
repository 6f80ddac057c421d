// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// objectsJSON contains an object of each kind, with the fields that several topics (groups of habits) need. In these fields, the strings
// "@dashboard", "@tab" and so on stand for the ids of the run's objects. "@asset", "@attribute" and "@tag" stand for ids from referenceIDs.
//
//go:embed objects.json
var objectsJSON []byte

// example contains the fields to create an object with, and those to change in a later update.
type example struct{ Create, Update map[string]any }

// examples returns the contents of objects.json by kind. It replaces each string that is a key in ids, such as "@tag", with that key's id.
func examples(ids map[string]string) map[string]example {
	var pairs []string
	for name, id := range ids {
		pairs = append(pairs, document.Encode(name), document.Encode(id))
	}
	var all map[string]example
	if err := document.DecodeInto([]byte(strings.NewReplacer(pairs...).Replace(string(objectsJSON))), &all); err != nil {
		panic(err) // Impossible: the file is embedded, and tests decode it.
	}
	return all
}

// referenceIDs returns the ids of two assets, an attribute and two tags, with keys such as @asset. Some engines reject references to
// unknown ids, so referenceIDs prefers ids that occur in the engine's objects. Some engines add an element to every array. To avoid the id
// of such an element, referenceIDs ignores ids that occur both as an asset and as a tag.
func (r *run) referenceIDs() map[string]string {
	names := map[string]string{"assets": "@asset", "tags": "@tag", "query_filter_asset": "@asset", "query_filter_attribute": "@attribute"}
	known := map[string][]string{}
	for _, t := range tables() {
		for _, doc := range r.pages[t.Kind] {
			walk(t.Fields, doc, func(field *table.Field, _ map[string]any, value any) {
				name := names[field.Name]
				reference, _ := value.(map[string]any)
				if id, _ := reference["id"].(string); name != "" && id != "" && !slices.Contains(known[name], id) {
					known[name] = append(known[name], id)
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

// createExamples creates an object of each kind from objects.json, without the fields that the engine rejects. If the engine rejects an
// object, createExamples skips the object's children.
func createExamples(ctx context.Context, r *run) {
	ids := r.referenceIDs()
	r.examples, r.minimal = map[string]*object{}, map[string]*object{}
	for _, kind := range kinds() {
		example := examples(ids)[kind]
		if strings.Contains(document.Encode(example.Create), `"@`) {
			continue // The engine rejected the parent, so there is no id for it.
		}
		o := r.createAccepted(ctx, kind, example.Create)
		if o == nil {
			continue
		}
		r.examples[kind] = o
		ids["@"+kind] = o.id
		if example.Update != nil {
			r.updateAccepted(ctx, o, example.Update)
		}
	}
}

// createAccepted creates an object from the parts of body that the engine accepts, by retrying without the rejected fields. If a rejected
// field is required and allows only certain values, it tries the other values first. It returns nil if the engine still rejects the object.
func (r *run) createAccepted(ctx context.Context, kind string, body map[string]any) *object {
	tried := map[string]int{}
	for {
		o, response := r.create(ctx, kind, body)
		if o != nil {
			return o
		}
		if names := response.rejectedFields(); !useNextWords(tableOf(kind), body, names, tried) && !removeFields(body, names) {
			r.rejected = append(r.rejected, fmt.Sprintf("create of a %s: %d", kind, response.Status))
			return nil
		}
	}
}

// updateAccepted updates an object with the parts of patch that the engine accepts, by retrying without the rejected fields.
func (r *run) updateAccepted(ctx context.Context, o *object, patch map[string]any) {
	for {
		response := r.update(ctx, o, patch)
		if response.isSuccess() {
			return
		}
		r.rejected = append(r.rejected, fmt.Sprintf("update of a %s: %d %s", o.kind, response.Status, response.Body))
		if !removeFields(patch, response.rejectedFields()) {
			return
		}
	}
}

// useNextWords goes through the given fields and sets each required field to its next allowed value. It skips fields that allow any value.
// The map tried counts the values that it has used for each field. If body did not change, useNextWords returns false.
func useNextWords(t *table.Table, body map[string]any, fields []string, tried map[string]int) bool {
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

// removeFields deletes fields from body. It returns false if body contained none of them or is now empty.
func removeFields(body map[string]any, fields []string) bool {
	before := len(body)
	for _, name := range fields {
		delete(body, name)
	}
	return len(body) < before && len(body) > 0
}

// minimalObject returns an object of this kind with only the required fields. The first call creates the object. If the engine rejects it,
// minimalObject returns nil.
func (r *run) minimalObject(ctx context.Context, kind string) *object {
	if p, isAsked := r.minimal[kind]; isAsked {
		return p
	}
	r.minimal[kind] = nil
	body := r.requiredBody(kind)
	if body == nil {
		return nil
	}
	o := r.createAccepted(ctx, kind, body)
	if o == nil {
		return nil
	}
	if o.first = r.readLatest(ctx, o); o.first == nil {
		return nil
	}
	if tableOf(kind).Field("active") != nil { // The engine may activate a new alert or function.
		r.updateAccepted(ctx, o, map[string]any{"active": false})
	}
	r.minimal[kind] = o
	return o
}

// requiredBody returns a create request with only the required fields of the example object. It omits the name so that create generates
// one. If the engine rejected the example object, requiredBody returns nil.
func (r *run) requiredBody(kind string) map[string]any {
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

// exampleElements returns the elements of an array in the example object, or nil if the engine rejected the array or the object.
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
	panic("there is no kind " + kind) // Impossible: every kind has a table.
}
