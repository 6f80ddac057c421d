// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// Project updates a Terraform value (view) with the values from the engine's document. If an engine value means the same as the value in
// view, such as 5.0 and 5, the result keeps the value in view. If the order of a list is insignificant, the result keeps the order in view.
// Errors are *MismatchErrors.
func (s *Shape) Project(doc map[string]any, view tftypes.Value) (tftypes.Value, error) {
	projected, odd := s.project(doc, view)
	if odd != nil {
		return projected, odd
	}
	return projected, nil
}

// All returns the whole engine document as a Terraform value, for data sources. Keys that are not in the schema go into "extra". Secrets
// are null. An attribute that can't represent the engine's value is also null, and All returns a mismatch for it.
func (s *Shape) All(doc map[string]any) (tftypes.Value, []*MismatchError) {
	return s.allOfObject(s.withoutSecretTypes(doc), readAll)
}

// Imported returns the attributes that a configuration must declare for an imported object. It omits optional attributes that are empty,
// have the engine's default, or change on their own. It returns a mismatch for each value that neither an attribute nor "extra" can hold.
func (s *Shape) Imported(doc map[string]any) (tftypes.Value, []*MismatchError) {
	return s.allOfObject(s.withoutSecretTypes(doc), readImported)
}

// Exact returns the attributes needed to create an identical object. Unlike the method Imported, it doesn't normalize strings, and it keeps
// empty values such as "". If they were missing, the engine would set defaults (quirks 18 and 37 in quirks.go).
func (s *Shape) Exact(doc map[string]any) (tftypes.Value, []*MismatchError) {
	view, odd := s.allOfObject(s.withoutSecretTypes(doc), readExact)
	for i := range s.attrs {
		if a := &s.attrs[i]; a.kind == kindList && !a.needed && len(tfvalue.List(view, a.name)) == 0 {
			view = tfvalue.WithMember(view, a.name, a.Null()) // not needed: the engine stores [] for an array that is not sent
		}
	}
	return view, odd
}

// readMode selects how a whole document is converted to a view: as the method All, Imported or Exact does it.
type readMode int

const (
	readAll readMode = iota
	readImported
	readExact
)

func (s *Shape) project(doc any, view tftypes.Value) (tftypes.Value, *MismatchError) {
	if view.IsNull() || s.Equals(doc, view) {
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

func (s *Shape) projectObject(doc any, view tftypes.Value) (tftypes.Value, *MismatchError) {
	object, ok := s.object(doc)
	if !ok {
		return s.Null(), s.mismatch("an object", doc)
	}
	members := maps.Clone(tfvalue.Object(view))
	for a, value := range s.comparedValues(object, view, members) {
		member := members[a.name]
		if a.isNone(value) && !a.Equals(value, member) {
			members[a.name] = a.Null()
			continue
		}
		var odd *MismatchError
		if members[a.name], odd = a.project(value, member); odd != nil {
			return s.Null(), odd.within(a.name)
		}
	}
	if s.extra {
		members[ExtraName] = s.projectExtra(object, members[ExtraName])
	}
	return tftypes.NewValue(s.typ, members), nil
}

func (s *Shape) projectList(doc any, view tftypes.Value) (tftypes.Value, *MismatchError) {
	docs, ok := doc.([]any)
	if !ok {
		return s.Null(), s.mismatch("an array", doc)
	}
	views := tfvalue.List(view)
	pairs := s.elem.align(docs, views)
	order := s.order(pairs, docs)
	counterpart := make([]tftypes.Value, len(docs))
	for i, j := range pairs {
		if j != none {
			counterpart[j] = views[i]
		}
	}
	withSecrets := !slices.ContainsFunc(counterpart, isMissing) || !s.hasWriteOnlyValue(view)
	result := make([]tftypes.Value, 0, len(docs))
	for _, j := range order {
		doc := docs[j]
		// No declared element has the same key as this element, perhaps because the element was renamed in the engine. Its secret may come
		// from a write-only attribute, which must not end up in the state, so omit the secret.
		if !withSecrets && isMissing(counterpart[j]) {
			doc = s.elem.withoutSecrets(doc)
		}
		element, odd := s.elem.projectElement(doc, counterpart[j])
		if odd != nil {
			return s.Null(), odd.within(j)
		}
		result = append(result, element)
	}
	return tftypes.NewValue(s.typ, result), nil
}

// isMissing reports whether an element in the engine has no declared counterpart. In this case, counterpart is the zero Value.
func isMissing(counterpart tftypes.Value) bool { return counterpart.Type() == nil }

// order returns the indexes of the engine's elements in the order that the Terraform list will have. If the order matters, it is the
// engine's order. Otherwise, declared elements come before undeclared ones. Undeclared empty references, such as {"id": ""}, are omitted.
func (s *Shape) order(pairs []int, docs []any) []int {
	order := make([]int, 0, len(docs))
	shown := make([]bool, len(docs))
	for _, j := range pairs {
		if j != none && !s.byPosition() {
			order, shown[j] = append(order, j), true
		}
	}
	for j := range docs {
		if !shown[j] && !s.elem.isEmptyReference(docs[j]) {
			order = append(order, j)
		}
	}
	return order
}

// projectElement converts the engine's list element (doc) to a Terraform value. view is the corresponding declared element. If there is
// none, the result is the same as for an import.
func (s *Shape) projectElement(doc any, view tftypes.Value) (tftypes.Value, *MismatchError) {
	if !tfvalue.IsDeclared(view) {
		element, _ := s.all(doc, readImported)
		return element, nil
	}
	if s.isPlaceholderFor(view, doc) {
		return view, nil
	}
	return s.project(doc, view)
}

// all converts an engine value to a Terraform value. mode determines which values it omits, as the methods All, Imported and Exact do.
func (s *Shape) all(doc any, mode readMode) (tftypes.Value, []*MismatchError) {
	if doc == nil {
		return s.Null(), nil
	}
	switch s.kind {
	case kindObject:
		return s.allOfObject(doc, mode)
	case kindList:
		return s.allOfList(doc, mode)
	default:
		if str, ok := doc.(string); ok && mode == readExact && s.kind == kindString {
			return tftypes.NewValue(s.typ, str), nil
		}
		value, odd := s.read(doc)
		if odd != nil {
			return value, []*MismatchError{odd}
		}
		return value, nil
	}
}

func (s *Shape) allOfList(doc any, mode readMode) (tftypes.Value, []*MismatchError) {
	docs, ok := doc.([]any)
	if !ok {
		return s.Null(), []*MismatchError{s.mismatch("an array", doc)}
	}
	result := make([]tftypes.Value, 0, len(docs))
	var odd []*MismatchError
	for i, doc := range docs {
		if s.elem.isEmptyReference(doc) {
			continue
		}
		element, found := s.elem.all(doc, mode)
		if element.IsNull() && mode != readAll {
			element = s.elem.placeholder() // a generated configuration must not contain null elements
		}
		result = append(result, element)
		odd = append(odd, allWithin(found, i)...)
	}
	return tftypes.NewValue(s.typ, result), odd
}

func (s *Shape) allOfObject(doc any, mode readMode) (tftypes.Value, []*MismatchError) {
	object, ok := s.object(doc)
	if !ok {
		return s.Null(), []*MismatchError{s.mismatch("an object", doc)}
	}
	members := make(map[string]tftypes.Value, len(s.attrs))
	var odd []*MismatchError
	for i := range s.attrs {
		a := &s.attrs[i]
		value := object[a.name]
		if a.isNone(value) {
			value = nil
		}
		switch {
		case s.isWithheld(a, object):
			members[a.name] = a.Null()
		case mode != readAll && (a.isOmittable(value, mode) || s.extra && !a.required && a.isShownInExtra(value, mode)):
			members[a.name] = a.Null()
		default:
			var found []*MismatchError
			members[a.name], found = a.all(value, mode)
			odd = append(odd, allWithin(found, a.name)...)
			if members[a.name].IsNull() && a.needed && (mode != readAll || a.kind == kindList && value == nil) {
				members[a.name] = a.empty()
			}
		}
	}
	if s.extra {
		members[ExtraName] = s.extraOf(object, mode)
	}
	return tftypes.NewValue(s.typ, members), odd
}

// placeholder returns what an import writes for a list element that Terraform can't represent: "" in a list of strings, or an object with
// empty required attributes in a list of objects. A generated configuration must not contain null elements.
func (s *Shape) placeholder() tftypes.Value {
	switch s.kind {
	case kindObject:
		members := s.nullMembers()
		for i := range s.attrs {
			if a := &s.attrs[i]; a.required {
				members[a.name] = a.empty()
			}
		}
		return tftypes.NewValue(s.typ, members)
	case kindString:
		return tftypes.NewValue(s.typ, "")
	default:
		return s.Null()
	}
}

// empty returns the value that an import writes for a required attribute that the engine's document lacks.
func (a *attribute) empty() tftypes.Value {
	switch a.kind {
	case kindList:
		return tftypes.NewValue(a.typ, []tftypes.Value{})
	case kindString:
		return tftypes.NewValue(a.typ, "")
	default:
		return a.Null()
	}
}

// isOmittable reports whether a generated configuration can omit the attribute, given its value in the engine.
func (a *attribute) isOmittable(value any, mode readMode) bool {
	if a.needed {
		return false
	}
	if a.runtime || a.unsent && !a.computed {
		return true
	}
	if mode == readExact {
		return value == nil || a.hasDefault && document.Equal(value, a.byDefault)
	}
	if tfvalue.IsDeclared(a.defaultView) && a.Equals(value, a.defaultView) {
		return true
	}
	docs, ok := value.([]any)
	return document.IsEmpty(value) || a.isNone(value) || ok && a.kind == kindList && a.elem.countEmptyReferences(docs) == len(docs)
}

func allWithin(odd []*MismatchError, step any) []*MismatchError {
	for i, mismatch := range odd {
		odd[i] = mismatch.within(step)
	}
	return odd
}

// within prepends an attribute name or list index to the error's path.
func (e *MismatchError) within(step any) *MismatchError {
	e.Path = slices.Insert(e.Path, 0, step)
	return e
}
