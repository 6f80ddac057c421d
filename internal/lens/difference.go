// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// Difference is a declared value that the engine answers differently.
type Difference struct {
	Path     []any  // attribute names (string) and list indexes (int) of the view, from the top
	Engine   string // JSON text of what the engine keeps, shortened
	Declared string // JSON text of what was declared, shortened
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
	return []Difference{differenceAt(path, doc, s.overlay(nil, false, s.Null(), view))}
}

func differenceAt(path []any, engine, declared any) Difference {
	return Difference{Path: path, Engine: shorten(document.Encode(engine)), Declared: shorten(document.Encode(declared))}
}

func (s *Shape) objectDifferences(doc map[string]any, view tftypes.Value, path []any) []Difference {
	var found []Difference
	members := tfvalue.Object(view)
	for _, a := range s.attrs {
		member, value := members[a.name], doc[a.name]
		if !tfvalue.IsDeclared(member) || s.isSilent(&a, doc, view) {
			continue
		}
		at := append(path[:len(path):len(path)], a.name)
		if a.name != ExtraName {
			found = append(found, a.differences(value, member, at)...)
			continue
		}
		keys := s.extraKeys(member)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if have, ok := doc[key]; ok && !document.Includes(have, keys[key]) {
				found = append(found, differenceAt(at, have, keys[key]))
			}
		}
	}
	return found
}

func (s *Shape) listDifferences(docs []any, view tftypes.Value, pairs []int, path []any) []Difference {
	var found []Difference
	for i, element := range tfvalue.List(view) {
		at, doc := append(path[:len(path):len(path)], i), docs[pairs[i]]
		if element.IsNull() && doc != nil {
			found = append(found, differenceAt(at, doc, nil))
			continue
		}
		found = append(found, s.elem.differences(doc, element, at)...)
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
