// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"errors"
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// Project reads from the document what the view declares, with the view's spelling and order wherever the document means
// the same. Elements of a declared array that only the engine has come last, unless the order of the array means something: it
// is the engine's then. It fails with a *MismatchError when the
// document holds something that a declared attribute can't show.
func (s *Shape) Project(doc map[string]any, view tftypes.Value) (tftypes.Value, error) {
	return s.project(doc, view)
}

// Equals tells whether the document says what the view declares: Project gives the view back then.
func (s *Shape) Equals(doc map[string]any, view tftypes.Value) bool {
	return s.equals(doc, view)
}

// All reads every attribute from the document, and the keys that have none into "extra". Data sources show this.
func (s *Shape) All(doc map[string]any) (tftypes.Value, error) {
	return s.all(doc, false)
}

// Imported reads what a configuration would have to declare: every attribute but those that are empty, hold the engine's
// default or change by themselves, and no "extra". Required attributes are always read.
func (s *Shape) Imported(doc map[string]any) (tftypes.Value, error) {
	return s.all(doc, true)
}

func (s *Shape) project(doc any, view tftypes.Value) (tftypes.Value, error) {
	if view.IsNull() || s.equals(doc, view) {
		return view, nil
	}
	if doc == nil {
		return s.Null(), nil
	}
	switch s.kind {
	case kindObject:
		return s.projectObject(doc, view)
	case kindList:
		return s.projectList(doc, view)
	default:
		return s.read(doc)
	}
}

func (s *Shape) projectObject(doc any, view tftypes.Value) (tftypes.Value, error) {
	object, ok := doc.(map[string]any)
	if !ok {
		return s.Null(), s.mismatch("an object", doc)
	}
	members := maps.Clone(tfvalue.Object(view))
	for _, a := range s.attrs {
		member := members[a.name]
		value, has := object[a.name]
		if !tfvalue.IsDeclared(member) || a.unsent && !has {
			continue
		}
		if a.name == ExtraName {
			members[a.name] = s.projectExtra(object, member)
			continue
		}
		var err error
		if members[a.name], err = a.project(value, member); err != nil {
			return s.Null(), within(err, a.name)
		}
	}
	return tftypes.NewValue(s.typ, members), nil
}

func (s *Shape) projectList(doc any, view tftypes.Value) (tftypes.Value, error) {
	docs, ok := doc.([]any)
	if !ok {
		return s.Null(), s.mismatch("an array", doc)
	}
	views := tfvalue.List(view)
	pairs := s.elem.align(docs, views)
	order := s.order(pairs, len(docs))
	counterpart := make([]tftypes.Value, len(docs))
	for i, j := range pairs {
		if j != none {
			counterpart[j] = views[i]
		}
	}
	result := make([]tftypes.Value, 0, len(docs))
	for _, j := range order {
		element, err := s.elem.projectElement(docs[j], counterpart[j])
		if err != nil {
			return s.Null(), within(err, j)
		}
		result = append(result, element)
	}
	return tftypes.NewValue(s.typ, result), nil
}

// order is the order in which the elements of a document's array are shown: the engine's where it means something, else that
// of the view, with the elements that only the engine has last.
func (s *Shape) order(pairs []int, docs int) []int {
	order := make([]int, 0, docs)
	shown := make([]bool, docs)
	for _, j := range pairs {
		if j != none && !s.byPosition() {
			order, shown[j] = append(order, j), true
		}
	}
	for j := range docs {
		if !shown[j] {
			order = append(order, j)
		}
	}
	return order
}

// projectElement is project for an element of a list, where null is a value of its own. The zero Value is the view of an
// element that only the engine has.
func (s *Shape) projectElement(doc any, view tftypes.Value) (tftypes.Value, error) {
	if !tfvalue.IsDeclared(view) {
		return s.all(doc, true)
	}
	return s.project(doc, view)
}

// all reads everything; importing leaves out what a configuration need not say.
func (s *Shape) all(doc any, importing bool) (tftypes.Value, error) {
	if doc == nil {
		return s.Null(), nil
	}
	switch s.kind {
	case kindObject:
		return s.allOfObject(doc, importing)
	case kindList:
		docs, ok := doc.([]any)
		if !ok {
			return s.Null(), s.mismatch("an array", doc)
		}
		result := make([]tftypes.Value, len(docs))
		for i, doc := range docs {
			var err error
			if result[i], err = s.elem.all(doc, importing); err != nil {
				return s.Null(), within(err, i)
			}
		}
		return tftypes.NewValue(s.typ, result), nil
	default:
		return s.read(doc)
	}
}

func (s *Shape) allOfObject(doc any, importing bool) (tftypes.Value, error) {
	object, ok := doc.(map[string]any)
	if !ok {
		return s.Null(), s.mismatch("an object", doc)
	}
	members := make(map[string]tftypes.Value, len(s.attrs))
	for _, a := range s.attrs {
		value := object[a.name]
		switch {
		case a.name == ExtraName && !importing:
			members[a.name] = s.unknownKeys(object)
		case a.name == ExtraName || importing && a.dispensable(value):
			members[a.name] = a.Null()
		default:
			var err error
			if members[a.name], err = a.all(value, importing); err != nil {
				return s.Null(), within(err, a.name)
			}
		}
	}
	return tftypes.NewValue(s.typ, members), nil
}

// dispensable tells whether a configuration may leave the attribute out when the engine holds this value.
func (a *attribute) dispensable(value any) bool {
	if a.required {
		return false
	}
	if a.runtime || a.unsent && !a.computed {
		return true
	}
	if tfvalue.IsDeclared(a.defaultView) && a.equals(value, a.defaultView) {
		return true
	}
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	default:
		return false
	}
}

// within adds the step at which a mismatch was found.
func within(err error, step any) error {
	var mismatch *MismatchError
	if errors.As(err, &mismatch) {
		mismatch.Path = append([]any{step}, mismatch.Path...)
	}
	return err
}
