// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// steps is the name of an array in the test's schema. An update removes an element from this array by sending it with "deleted": true (see
// Facts.Tombstones).
const steps = "steps"

// update is an update of an engine document (doc) from the state (prior) to the plan (planned).
type update struct {
	shape          *Shape
	prior, planned tftypes.Value
	doc            map[string]any
}

func (g generator) update() update {
	attributes := g.schema(2)
	facts := Facts{Defaults: g.defaults(build(g, attributes, Facts{}), "", map[string]any{})}
	if g.odds(8) {
		item := g.schema(1)
		for _, key := range KeyNames() {
			delete(item, key)
		}
		item["ref_id"] = schema.StringAttribute{Required: true}
		attributes[steps] = schema.ListNestedAttribute{NestedObject: schema.NestedAttributeObject{Attributes: item}}
		facts.Tombstones = map[string]string{steps: "deleted"}
	}
	u := update{shape: build(g, attributes, facts)}
	u.prior = g.withUniqueKeys(u.shape, g.view(u.shape))
	u.planned = g.withUniqueKeys(u.shape, g.variant(u.shape, u.prior))
	u.doc = u.shape.Overlay(g.object(u.shape), u.prior)
	for _, a := range u.shape.attrs {
		if docs, ok := u.doc[a.name].([]any); ok && a.kind == kindList && !a.byPosition() && len(docs) > 1 && g.odds(4) {
			u.doc[a.name] = append(slices.Clone(docs[1:]), docs[0]) // the engine has its own order
		}
	}
	for _, name := range extraNames {
		if g.odds(2) {
			delete(u.doc, name) // the engine does not return the key
		}
	}
	if docs, ok := u.doc[steps].([]any); ok && facts.Tombstones != nil {
		u.doc[steps] = withIDs(docs)
	}
	return u
}

// withUniqueKeys returns the view with unique ref_ids in the "steps" array, because the engine requires them.
func (g generator) withUniqueKeys(s *Shape, view tftypes.Value) tftypes.Value {
	a := s.member(steps)
	members := maps.Clone(tfvalue.Object(view))
	if a == nil || !tfvalue.IsDeclared(members[steps]) {
		return view
	}
	used := map[string]bool{}
	elements := []tftypes.Value{}
	for _, element := range tfvalue.List(members[steps]) {
		step := maps.Clone(tfvalue.Object(element))
		key := pick(g, "A", "B", "C", "D", "E")
		if tfvalue.IsDeclared(step["ref_id"]) && len(tfvalue.String(step["ref_id"])) == 1 && g.odds(15) {
			key = tfvalue.String(step["ref_id"])
		}
		if element.IsNull() || used[key] {
			continue
		}
		used[key] = true
		step["ref_id"] = tftypes.NewValue(tftypes.String, key)
		elements = append(elements, tftypes.NewValue(a.elem.typ, step))
	}
	members[steps] = tftypes.NewValue(a.typ, elements)
	return tftypes.NewValue(s.typ, members)
}

// withIDs returns copies of the objects in an array, with the ids set to step-0, step-1 and so on. It drops elements that are not objects.
func withIDs(docs []any) []any {
	result := []any{}
	for i, doc := range docs {
		if object, ok := doc.(map[string]any); ok {
			object = maps.Clone(object)
			object["id"] = fmt.Sprintf("step-%d", i)
			result = append(result, object)
		}
	}
	return result
}

// respond returns the engine's document after an update with the given body. Each key in the body replaces the old value. The array "steps"
// is an exception: an element in the body adds an element, changes the one with the same id or, if it is marked as deleted, removes that
// one. All other elements stay.
func (u update) respond(patch map[string]any) map[string]any {
	result := maps.Clone(u.doc)
	for key, value := range patch {
		a := u.shape.member(key)
		sent, isArray := value.([]any)
		if a == nil || a.tombstone == "" || !isArray {
			result[key] = value
			continue
		}
		kept, _ := result[key].([]any)
		result[key] = merge(kept, sent, a.tombstone)
	}
	return result
}

func merge(kept, sent []any, tombstone string) []any {
	kept = slices.Clone(kept)
	for _, element := range sent {
		change, _ := element.(map[string]any)
		at := slices.IndexFunc(kept, func(doc any) bool { return change["id"] != nil && elementID(doc) == change["id"] })
		switch {
		case at == none:
			created := maps.Clone(change)
			created["id"] = fmt.Sprintf("new-%d", len(kept))
			kept = append(kept, created)
		case change[tombstone] == true:
			kept = slices.Delete(kept, at, at+1)
		default:
			object, _ := kept[at].(map[string]any)
			object = maps.Clone(object)
			maps.Copy(object, change)
			kept[at] = object
		}
	}
	return kept
}
