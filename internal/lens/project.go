// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// Project reads from the document what the view declares, with the view's spelling and order wherever the document means
// the same. Elements of a declared array that only the engine has come last. It fails with a *MismatchError when the
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

// Imported reads what a configuration would have to declare: every attribute but those that are empty or hold the
// engine's default, and no "extra". Required attributes are always read.
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
		if a.name == secretName && s.hides(object) {
			continue // nobody can tell what the engine has
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
	result := make([]tftypes.Value, 0, len(docs))
	taken := make([]bool, len(docs))
	for i, j := range s.elem.align(docs, views) {
		if j == none {
			continue
		}
		taken[j] = true
		element, err := s.elem.projectElement(docs[j], views[i])
		if err != nil {
			return s.Null(), within(err, j)
		}
		result = append(result, element)
	}
	withSecrets := !slices.Contains(taken, false) || !s.hasUnseen(view)
	for j, doc := range docs {
		if taken[j] {
			continue
		}
		if !withSecrets { // it may be an element with a value that Terraform does not keep, under another name
			doc = s.elem.withoutSecrets(doc)
		}
		element, err := s.elem.all(doc, true)
		if err != nil {
			return s.Null(), within(err, j)
		}
		result = append(result, element)
	}
	return tftypes.NewValue(s.typ, result), nil
}

// projectElement is project for an element of a list, where null is a value of its own.
func (s *Shape) projectElement(doc any, view tftypes.Value) (tftypes.Value, error) {
	if view.IsNull() {
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
		case s.withholds(object, a.name):
			members[a.name] = a.Null()
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
	if a.unsent && !a.computed {
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
