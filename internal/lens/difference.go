// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// Difference describes an attribute whose value in the engine differs from its value in the configuration or plan.
type Difference struct {
	Path []any  // attribute names (string) and list indexes (int), from the top level down
	Key  string // the key in "extra" that differs; "" for other attributes

	// Engine and Declared are the two values as JSON, truncated to 80 characters and without anything that may be secret. If the values
	// differ only in parts that messages must not show, both are empty.
	Engine, Declared string
}

// Differences returns the attributes declared in view whose values differ in the engine's document. Paths are as specific as possible, such
// as alert_items[0].label. If a list element has no counterpart in the other list, the result contains one Difference for the list.
func (s *Shape) Differences(doc map[string]any, view tftypes.Value) []Difference {
	return s.differences(doc, view, nil)
}

func (s *Shape) differences(doc any, view tftypes.Value, path []any) []Difference {
	if view.IsNull() || s.Equals(doc, view) {
		return nil
	}
	switch doc := doc.(type) {
	case map[string]any:
		if s.kind == kindObject {
			return s.objectDifferences(doc, view, path)
		}
	case []any:
		if s.kind == kindList {
			if pairs := s.counterparts(doc, tfvalue.List(view)); len(pairs) == len(doc) && !slices.Contains(pairs, none) {
				return s.listDifferences(doc, view, pairs, path)
			}
		}
	}
	return []Difference{s.differenceAt(path, doc, s.overlay(nil, false, s.Null(), view))}
}

func (s *Shape) differenceAt(path []any, engine, declared any) Difference {
	have, okHave := s.quotable(engine)
	want, okWant := s.quotable(declared)
	if !okHave || !okWant || reflect.DeepEqual(have, want) {
		return Difference{Path: path}
	}
	return Difference{Path: path, Engine: shorten(document.Encode(have)), Declared: shorten(document.Encode(want))}
}

func (s *Shape) objectDifferences(doc map[string]any, view tftypes.Value, path []any) []Difference {
	var found []Difference
	members := tfvalue.Object(view)
	for a, value := range s.comparedValues(doc, view, members) {
		found = append(found, a.differences(value, members[a.name], below(path, a.name))...)
	}
	for _, key := range differingKeys(doc, s.extraKeys(members[ExtraName])) {
		found = append(found, Difference{Path: below(path, ExtraName), Key: key})
	}
	return found
}

func (s *Shape) listDifferences(docs []any, view tftypes.Value, pairs []int, path []any) []Difference {
	var found []Difference
	for i, element := range tfvalue.List(view) {
		at, doc := below(path, i), docs[pairs[i]]
		switch {
		case element.IsNull() && s.elem.isShown(doc):
			found = append(found, s.elem.differenceAt(at, doc, nil))
		case !s.elem.isPlaceholderFor(element, doc):
			found = append(found, s.elem.differences(doc, element, at)...)
		}
	}
	return found
}

// counterparts returns, for each element of views, the index of the element in docs with which to compare it, or the constant none.
func (s *Shape) counterparts(docs []any, views []tftypes.Value) []int {
	if !s.byPosition() || len(docs) != len(views) {
		return s.elem.align(docs, views)
	}
	pairs := make([]int, len(views))
	for i := range pairs {
		pairs[i] = i
	}
	return pairs
}

// below appends step to a copy of path. Without the copy, two paths built from the same prefix could share memory.
func below(path []any, step any) []any { return append(path[:len(path):len(path)], step) }

// quotable returns an engine value without the parts that messages must not quote: secrets, JSON attributes and keys that are not in the
// schema. ok is false if the whole value may be secret.
func (s *Shape) quotable(doc any) (quoted any, ok bool) {
	isWhole := true
	quoted = s.rebuild(doc, func(part *Shape, _, value any) (any, bool) {
		quoted, ok := part.quotable(value)
		isWhole = isWhole && ok
		return quoted, ok
	})
	object, isObject := quoted.(map[string]any)
	_, isArray := quoted.([]any)
	switch {
	case s.kind == kindObject && isObject:
		maps.DeleteFunc(object, func(name string, _ any) bool { return s.member(name) == nil })
		return object, true
	case s.kind == kindList && isArray:
		return quoted, isWhole
	}
	return quoted, s.kind != kindJSON && (doc == nil || !s.mayHoldSecrets())
}
