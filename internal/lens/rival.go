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

// Rival describes a change that another client made, between plan and apply, to an attribute that the update sends.
type Rival struct {
	Kind RivalKind
	// Difference describes the change. If a list element was added or removed, Path is the path of the list.
	Difference
	// Element is the key of the list element that was added, changed or removed. It is "" if there is no such element or key.
	Element string
}

// RivalKind classifies a change by another client.
type RivalKind int

const (
	// Added is a list element that exists in the engine, but in neither the state nor the plan. The update keeps it.
	Added RivalKind = iota
	// Changed is an attribute whose value in the engine differs from the state and the plan. The update overwrites it.
	Changed
	// Removed is a list element that is in the state and the plan, but no longer in the engine. The update creates it again.
	Removed
	// ChangedRemoved is a list element that the update removes, as planned, although another client has changed it since the plan.
	ChangedRemoved
)

// Reconcile returns the plan plus the list elements that another client added between plan and apply. It also reports what that client did,
// as a list: each added element, and each change that the update would overwrite. It ignores attributes that the prior state (prior) does
// not declare, because their old values are unknown.
func (s *Shape) Reconcile(doc map[string]any, prior, planned tftypes.Value) (tftypes.Value, []Rival) {
	r := &reconciler{}
	return r.object(s, doc, prior, planned, nil), r.rivals
}

type reconciler struct{ rivals []Rival }

func (r *reconciler) report(kind RivalKind, difference Difference, element string) {
	r.rivals = append(r.rivals, Rival{Kind: kind, Difference: difference, Element: element})
}

// object returns the planned object plus any list elements that another client added. At the top level, it ignores an attribute that is
// equal in before and after, because the update doesn't send it. Nested objects are always sent as a whole.
func (r *reconciler) object(s *Shape, object map[string]any, before, after tftypes.Value, at []any) tftypes.Value {
	befores, members := tfvalue.Object(before), maps.Clone(tfvalue.Object(after))
	for i := range s.attrs {
		if a := &s.attrs[i]; !a.unsent && (len(at) > 0 || !befores[a.name].Equal(members[a.name])) {
			members[a.name] = r.member(s, a, object, before, after, below(at, a.name))
		}
	}
	r.extra(s, object, before, after, below(at, ExtraName))
	return tftypes.NewValue(s.typ, members)
}

// member returns the planned value of an attribute. If the value is a list, member adds the elements that another client has added. It also
// reports which changes by other clients the update would overwrite. If the update neither sends nor clears the attribute, member only
// returns the planned value.
func (r *reconciler) member(s *Shape, a *attribute, object map[string]any, prior, planned tftypes.Value, at []any) tftypes.Value {
	before, after := tfvalue.Object(prior)[a.name], tfvalue.Object(planned)[a.name]
	was, is := s.roleOf(a, object, prior, before), s.roleOf(a, object, planned, after)
	switch {
	case is == masked || is == kept || was == kept || is == ignored && was == ignored:
		return after
	case was == ignored:
		before = a.Null()
	}
	return r.value(a.Shape, s.valueFor(a, object, before), before, after, a.clearingValue(), at)
}

// value returns the planned value (after) plus any list elements that another client added. Another client has changed the value if the
// engine's value differs from the prior value (before). If the update would overwrite such a change, the method reports the change in r.
// empty is the JSON value that an update sends if the attribute has no value.
func (r *reconciler) value(s *Shape, doc any, before, after tftypes.Value, empty any, at []any) tftypes.Value {
	if !tfvalue.IsDeclared(before) {
		return after
	}
	if docs, ok := doc.([]any); ok && s.kind == kindList && !s.byPosition() {
		return r.list(s, docs, before, after, at)
	}
	if object, ok := s.object(doc); ok && s.kind == kindObject && tfvalue.IsDeclared(after) && !s.isOtherObject(object, after) {
		return r.object(s, object, before, after, at)
	}
	if !s.Equals(doc, before) && !s.isPlanned(doc, after, empty) {
		r.report(Changed, s.differenceAt(at, doc, s.overlay(nil, false, s.Null(), after)), "")
	}
	return after
}

// isPlanned reports whether doc, the engine's value, already equals the planned value (after).
func (s *Shape) isPlanned(doc any, after tftypes.Value, empty any) bool {
	if tfvalue.IsDeclared(after) {
		return s.Equals(doc, after)
	}
	return s.isNone(doc) || document.Equal(doc, empty)
}

func (r *reconciler) extra(s *Shape, object map[string]any, before, after tftypes.Value, at []any) {
	befores, keys := s.extraKeys(tfvalue.Object(before)[ExtraName]), s.extraKeys(tfvalue.Object(after)[ExtraName])
	for _, key := range differingKeys(object, befores) {
		have := object[key]
		want, planned := keys[key]
		isChanged := planned && !document.Equal(befores[key], want) || !planned || len(at) > 1
		isDone := planned && document.Includes(have, want) || !planned && have == nil
		if isChanged && !isDone {
			r.report(Changed, Difference{Path: at, Key: key}, "")
		}
	}
}

// list returns the planned list plus the elements of the engine's array (docs) that another client added.
func (r *reconciler) list(s *Shape, docs []any, before, after tftypes.Value, at []any) tftypes.Value {
	befores, elements := tfvalue.List(before), slices.Clone(tfvalue.List(after))
	previous := s.elem.align(s.elem.documents(befores), elements)
	was, is := s.elem.align(docs, befores), s.elem.align(docs, elements)
	known := hasCounterpart(was, docs)
	planned := make([]bool, len(befores))
	for i, j := range is {
		k := previous[i]
		if k != none {
			planned[k] = true
		}
		in := below(at, i)
		switch {
		case j != none && k != none && was[k] == j:
			elements[i] = r.value(s.elem, docs[j], befores[k], elements[i], nil, in)
		case j != none && !known[j] && s.elem.isSameElement(docs[j], elements[i]):
			known[j] = true
			// Another client has added an element with the same key as one that the plan adds.
			for _, difference := range s.elem.differences(docs[j], elements[i], in) {
				r.report(Changed, difference, "")
			}
		case k != none && was[k] == none:
			r.report(Removed, Difference{Path: at}, s.elem.quotedKey(befores[k]))
		}
	}
	for k, j := range was {
		if j != none && !planned[k] && !s.elem.elementEquals(docs[j], befores[k]) {
			r.report(ChangedRemoved, Difference{Path: at}, s.elem.quotedKey(befores[k]))
		}
	}
	return r.withAdded(s, docs, known, after, elements, at)
}

// withAdded returns the planned list (elements). It adds those of the engine's elements (docs) that are not known, and reports them as
// Added. known contains a bool for each element in docs.
func (r *reconciler) withAdded(s *Shape, docs []any, known []bool, after tftypes.Value, elements []tftypes.Value, at []any) tftypes.Value {
	for j, doc := range docs {
		if known[j] || doc == nil || s.elem.isEmptyReference(doc) {
			continue
		}
		element := s.elem.keyView(doc, docs, elements)
		elements = append(elements, element)
		r.report(Added, Difference{Path: at}, s.elem.quotedKey(element))
	}
	if len(elements) == 0 {
		return after
	}
	return tftypes.NewValue(s.typ, elements)
}

// keyView returns a view (Terraform value) of a list element that exists only in the engine. Reconcile adds this view to the plan, so that
// the update keeps the element. The view declares only the element's key, so that the update changes nothing in the element. If the key is
// missing or not unique, the view declares all attributes.
func (s *Shape) keyView(doc any, docs []any, views []tftypes.Value) tftypes.Value {
	whole, _ := s.all(doc, readImported)
	if s.key == nil {
		return whole
	}
	members := s.nullMembers()
	members[s.key.name], _ = s.key.all(s.docKey(doc), readImported) // not from whole, which omits a key with its default value
	bare := tftypes.NewValue(s.typ, members)
	if _, ok := s.viewKey(bare); !ok {
		return whole
	}
	isAnother := func(other any) bool { return s.isSameElement(other, bare) }
	isDeclared := func(view tftypes.Value) bool {
		declared, ok := s.viewKey(view)
		return ok && s.key.Equals(s.docKey(doc), declared)
	}
	if i := slices.IndexFunc(docs, isAnother); slices.ContainsFunc(docs[i+1:], isAnother) || slices.ContainsFunc(views, isDeclared) {
		return whole
	}
	return bare
}

func (s *Shape) isSameElement(doc any, view tftypes.Value) bool {
	key, ok := s.viewKey(view)
	return s.elementEquals(doc, view) || ok && s.key.Equals(s.docKey(doc), key)
}

// quotedKey returns the key of a declared element as JSON, for use in messages, or "" if the element has no key. The key of a string is the
// string itself.
func (s *Shape) quotedKey(view tftypes.Value) string {
	if s.kind == kindObject {
		return s.key.quotedKey(tfvalue.Object(view)[s.key.name])
	}
	if !tfvalue.IsDeclared(view) {
		return ""
	}
	return shorten(document.Encode(s.write(view)))
}
