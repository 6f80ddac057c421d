// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
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

// All reads every attribute from the document, and the keys that have none into "extra". Data sources show this. What an
// attribute can't show is null, and is said beside it.
func (s *Shape) All(doc map[string]any) (tftypes.Value, []*MismatchError) {
	return s.allOfObject(s.withoutSecretTypes(doc), readAll)
}

// Imported reads what a configuration would have to declare: every attribute but those that are empty, hold the engine's
// default or change by themselves. Required attributes are always read. What an attribute can't express is in "extra", and what
// neither can show is null and is said beside it.
func (s *Shape) Imported(doc map[string]any) (tftypes.Value, []*MismatchError) {
	return s.allOfObject(s.withoutSecretTypes(doc), readImported)
}

// Exact reads what a configuration would have to declare so that its create gives the same document: what Imported reads, in the
// spelling of the document, and every empty value in whose place an engine would have another if it was not sent (quirks 18 and 37).
func (s *Shape) Exact(doc map[string]any) (tftypes.Value, []*MismatchError) {
	view, odd := s.allOfObject(s.withoutSecretTypes(doc), readExact)
	for i := range s.attrs {
		if a := &s.attrs[i]; a.kind == kindList && !a.needed && len(tfvalue.List(view, a.name)) == 0 {
			view = tfvalue.WithMember(view, a.name, a.Null()) // An array that was not sent is empty.
		}
	}
	return view, odd
}

// showing says what of a document is shown.
type readMode int

const (
	readAll      readMode = iota
	readImported          // without what a configuration need not say
	readExact             // also what it need not say, if another document would be made without it
)

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
		value, odd := s.read(doc)
		if odd != nil {
			return value, odd
		}
		return value, nil
	}
}

func (s *Shape) projectObject(doc any, view tftypes.Value) (tftypes.Value, error) {
	object, ok := s.object(doc)
	if !ok {
		return s.Null(), s.mismatch("an object", doc)
	}
	members := maps.Clone(tfvalue.Object(view))
	for i := range s.attrs {
		a := &s.attrs[i]
		member := members[a.name]
		if s.roleOf(a, object, view, member) != compared {
			continue
		}
		value := s.valueFor(a, object, member)
		if a.isNone(value) && !a.equals(value, member) {
			members[a.name] = a.Null()
			continue
		}
		var err error
		if members[a.name], err = a.project(value, member); err != nil {
			return s.Null(), within(err, a.name)
		}
	}
	if s.extra {
		members[ExtraName] = s.projectExtra(object, members[ExtraName])
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
		if !withSecrets && isMissing(counterpart[j]) { // it may be an element with a value that Terraform does not keep, under another name
			doc = s.elem.withoutSecrets(doc)
		}
		element, err := s.elem.projectElement(doc, counterpart[j])
		if err != nil {
			return s.Null(), within(err, j)
		}
		result = append(result, element)
	}
	return tftypes.NewValue(s.typ, result), nil
}

// isMissing tells whether an element of a document has no counterpart in the view.
func isMissing(counterpart tftypes.Value) bool { return counterpart.Type() == nil }

// order is the order in which the elements of a document's array are shown: the engine's where it means something, else that
// of the view, with the elements that only the engine has last.
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

// projectElement is project for an element of a list, where null is a value of its own. The zero Value is the view of an
// element that only the engine has: nobody declared what it can't show.
func (s *Shape) projectElement(doc any, view tftypes.Value) (tftypes.Value, error) {
	if !tfvalue.IsDeclared(view) {
		element, _ := s.all(doc, readImported)
		return element, nil
	}
	if s.isPlaceholderFor(view, doc) {
		return view, nil
	}
	return s.project(doc, view)
}

// all reads what is to be shown.
func (s *Shape) all(doc any, what readMode) (tftypes.Value, []*MismatchError) {
	if doc == nil {
		return s.Null(), nil
	}
	switch s.kind {
	case kindObject:
		return s.allOfObject(doc, what)
	case kindList:
		return s.allOfList(doc, what)
	default:
		if text, ok := doc.(string); ok && what == readExact && s.kind == kindText {
			return tftypes.NewValue(s.typ, text), nil
		}
		value, odd := s.read(doc)
		if odd != nil {
			return value, []*MismatchError{odd}
		}
		return value, nil
	}
}

func (s *Shape) allOfList(doc any, what readMode) (tftypes.Value, []*MismatchError) {
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
		element, found := s.elem.all(doc, what)
		if element.IsNull() && what != readAll {
			element = s.elem.placeholder() // Configurations that are generated have no null among the elements.
		}
		result = append(result, element)
		odd = append(odd, allWithin(found, i)...)
	}
	return tftypes.NewValue(s.typ, result), odd
}

func (s *Shape) allOfObject(doc any, what readMode) (tftypes.Value, []*MismatchError) {
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
		case what != readAll && (a.isDispensable(value, what) || s.extra && !a.required && a.isShownInExtra(value, what)):
			members[a.name] = a.Null()
		default:
			var found []*MismatchError
			members[a.name], found = a.all(value, what)
			odd = append(odd, allWithin(found, a.name)...)
			if members[a.name].IsNull() && a.needed && (what != readAll || a.kind == kindList && value == nil) {
				members[a.name] = a.empty()
			}
		}
	}
	if s.extra {
		members[ExtraName] = s.extraOf(object, what)
	}
	return tftypes.NewValue(s.typ, members), odd
}

// placeholder has the place of an element that can't be shown.
func (s *Shape) placeholder() tftypes.Value {
	switch s.kind {
	case kindObject:
		members := s.undeclared()
		for i := range s.attrs {
			if a := &s.attrs[i]; a.required {
				members[a.name] = a.empty()
			}
		}
		return tftypes.NewValue(s.typ, members)
	case kindText:
		return tftypes.NewValue(s.typ, "")
	default:
		return s.Null()
	}
}

// empty stands for a required attribute that the engine lacks: a configuration can't leave it out.
func (a *attribute) empty() tftypes.Value {
	switch a.kind {
	case kindList:
		return tftypes.NewValue(a.typ, []tftypes.Value{})
	case kindText:
		return tftypes.NewValue(a.typ, "")
	default:
		return a.Null()
	}
}

// isDispensable tells whether a configuration may leave the attribute out when the engine holds this value.
func (a *attribute) isDispensable(value any, what readMode) bool {
	if a.needed {
		return false
	}
	if a.runtime || a.unsent && !a.computed {
		return true
	}
	if what == readExact {
		return value == nil || a.hasDefault && document.Equal(value, a.byDefault)
	}
	if tfvalue.IsDeclared(a.defaultView) && a.equals(value, a.defaultView) {
		return true
	}
	docs, ok := value.([]any)
	return document.IsEmpty(value) || a.isNone(value) || ok && a.kind == kindList && a.elem.countEmptyReferences(docs) == len(docs)
}

// allWithin adds the step at which mismatches were found.
func allWithin(odd []*MismatchError, step any) []*MismatchError {
	for _, mismatch := range odd {
		mismatch.Path = append([]any{step}, mismatch.Path...)
	}
	return odd
}

// within adds the step at which a mismatch was found.
func within(err error, step any) error {
	var mismatch *MismatchError
	if errors.As(err, &mismatch) {
		mismatch.Path = append([]any{step}, mismatch.Path...)
	}
	return err
}
