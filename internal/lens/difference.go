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

// Difference is a declared value that the engine answers differently.
type Difference struct {
	Path []any  // attribute names (string) and list indexes (int) of the view, from the top
	Key  string // the key that differs, where the attribute is "extra"

	// JSON texts of what the engine keeps and of what was declared, shortened. They are empty where one of them may be a secret,
	// and of arrays and objects they have no more than the attributes that are none.
	Engine, Declared string
}

// Differences lists where the document does not say what the view declares, each as deep as it can be named.
func (s *Shape) Differences(doc map[string]any, view tftypes.Value) []Difference {
	return s.differences(doc, view, nil)
}

func (s *Shape) differences(doc any, view tftypes.Value, path []any) []Difference {
	if view.IsNull() || s.equals(doc, view) {
		return nil
	}
	switch doc := doc.(type) {
	case map[string]any:
		if s.kind == kindObject {
			return s.objectDifferences(doc, view, path)
		}
	case []any:
		if s.kind == kindList {
			if pairs := s.counterparts(doc, tfvalue.List(view)); paired(pairs, len(doc)) {
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
	for i := range s.attrs {
		a := &s.attrs[i]
		member := members[a.name]
		if s.roleOf(a, doc, view, member) != compared {
			continue
		}
		found = append(found, a.differences(s.valueFor(a, doc, member), member, append(path[:len(path):len(path)], a.name))...)
	}
	keys := s.extraKeys(members[ExtraName])
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if have, ok := doc[key]; ok && !document.Includes(have, keys[key]) {
			found = append(found, Difference{Path: append(path[:len(path):len(path)], ExtraName), Key: key})
		}
	}
	return found
}

func (s *Shape) listDifferences(docs []any, view tftypes.Value, pairs []int, path []any) []Difference {
	var found []Difference
	for i, element := range tfvalue.List(view) {
		at, doc := append(path[:len(path):len(path)], i), docs[pairs[i]]
		if element.IsNull() && s.elem.isShown(doc) {
			found = append(found, s.elem.differenceAt(at, doc, nil))
			continue
		}
		if !s.elem.isPlaceholderFor(element, doc) {
			found = append(found, s.elem.differences(doc, element, at)...)
		}
	}
	return found
}

// counterparts pairs the elements of a list with those that are to say the same.
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

// paired tells whether every element of both sides has a counterpart.
func paired(pairs []int, docs int) bool {
	for _, j := range pairs {
		if j == none {
			return false
		}
	}
	return len(pairs) == docs
}

// quotable is what may be quoted of a part of a document. JSON of any type is not: parameters keep secrets in it, and so may
// "extra". Nor is what is no array or object where secrets are within one.
func (s *Shape) quotable(doc any) (any, bool) {
	if s.kind == kindJSON {
		return nil, false
	}
	switch value := doc.(type) {
	case nil:
		return nil, true
	case map[string]any:
		if s.kind != kindObject {
			break
		}
		object := map[string]any{}
		for _, a := range s.attrs {
			member, has := value[a.name]
			if quoted, ok := a.quotable(member); has && ok {
				object[a.name] = quoted
			}
		}
		return object, true
	case []any:
		if s.kind != kindList {
			break
		}
		list := make([]any, len(value))
		for i, element := range value {
			quoted, ok := s.elem.quotable(element)
			if !ok {
				return nil, false
			}
			list[i] = quoted
		}
		return list, true
	}
	return doc, !s.mayHoldSecrets()
}
