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

// Rival is something that somebody else did since the prior view was read, to what an update sends.
type Rival struct {
	Kind RivalKind
	// Difference says where: the place of the attribute in the planned view, and what is there. Of an element it is the place of its
	// list. What may be a secret is not quoted.
	Difference
	// Element names the element of a list by its key; "" where it has none, or where it is about an attribute.
	Element string
}

// RivalKind is what somebody else did.
type RivalKind int

const (
	// Added is an element of an array that neither view has. An update leaves it.
	Added RivalKind = iota
	// Changed is an attribute that says neither what the prior view does nor what is planned. An update overwrites it.
	Changed
	// Removed is an element that is planned, was there and is no more. An update makes it again.
	Removed
	// ChangedRemoved is an element that the plan removes, and that somebody changed before. An update removes it.
	ChangedRemoved
)

// Reconcile gives the planned view of an update with what somebody else added since the prior view was read: elements of keyed arrays
// that neither view has come last, as Project shows them. What else somebody did to the parts that change is told beside it.
//
// Of what nobody declared before nothing can be told: it may be as old as the object.
func (s *Shape) Reconcile(doc map[string]any, prior, planned tftypes.Value) (tftypes.Value, []Rival) {
	r := &reconciler{}
	befores, members := tfvalue.Object(prior), maps.Clone(tfvalue.Object(planned))
	for i := range s.attrs {
		a := &s.attrs[i]
		if before, after := befores[a.name], members[a.name]; !a.unsent && !before.Equal(after) {
			members[a.name] = r.member(s, a, doc, prior, planned, []any{a.name})
		}
	}
	r.extra(s, doc, prior, planned, []any{ExtraName})
	return tftypes.NewValue(s.typ, members), r.rivals
}

type reconciler struct{ rivals []Rival }

func (r *reconciler) say(kind RivalKind, difference Difference, element string) {
	r.rivals = append(r.rivals, Rival{Kind: kind, Difference: difference, Element: element})
}

// member reconciles an attribute of an object with what the document says of it.
func (r *reconciler) member(s *Shape, a *attribute, object map[string]any, prior, planned tftypes.Value, at []any) tftypes.Value {
	before, after := tfvalue.Object(prior)[a.name], tfvalue.Object(planned)[a.name]
	was, is := s.roleOf(a, object, prior, before), s.roleOf(a, object, planned, after)
	switch {
	case is == masked || is == kept || was == kept || is == ignored && was == ignored:
		return after
	case was == ignored:
		before = a.Null()
	}
	return r.value(a.Shape, s.valueFor(a, object, before), before, after, a.cleared(), at)
}

// value reconciles a part of a document with the views of it. cleared is what an update puts there when nothing is planned.
func (r *reconciler) value(s *Shape, doc any, before, after tftypes.Value, cleared any, at []any) tftypes.Value {
	if !tfvalue.IsDeclared(before) && !tfvalue.IsDeclared(after) {
		return after
	}
	if docs, ok := doc.([]any); ok && s.kind == kindList && !s.byPosition() {
		return r.list(s, docs, before, after, at)
	}
	if object, ok := s.object(doc); ok && s.kind == kindObject && tfvalue.IsDeclared(after) && !s.isOtherObject(object, after) {
		return r.object(s, object, before, after, at)
	}
	if tfvalue.IsDeclared(before) && !s.equals(doc, before) && !s.isPlanned(doc, after, cleared) {
		r.say(Changed, s.differenceAt(at, doc, s.overlay(nil, false, s.Null(), after)), "")
	}
	return after
}

// isPlanned tells whether a part of a document is already what an update makes of it.
func (s *Shape) isPlanned(doc any, after tftypes.Value, cleared any) bool {
	if tfvalue.IsDeclared(after) {
		return s.equals(doc, after)
	}
	return s.isNone(doc) || document.Equal(doc, cleared)
}

func (r *reconciler) object(s *Shape, object map[string]any, before, after tftypes.Value, at []any) tftypes.Value {
	members := maps.Clone(tfvalue.Object(after))
	for i := range s.attrs {
		a := &s.attrs[i]
		if !a.unsent {
			members[a.name] = r.member(s, a, object, before, after, append(at[:len(at):len(at)], a.name))
		}
	}
	r.extra(s, object, before, after, append(at[:len(at):len(at)], ExtraName))
	return tftypes.NewValue(s.typ, members)
}

// extra looks at the declared keys that have no attribute.
func (r *reconciler) extra(s *Shape, object map[string]any, before, after tftypes.Value, at []any) {
	befores, keys := s.extraKeys(tfvalue.Object(before)[ExtraName]), s.extraKeys(tfvalue.Object(after)[ExtraName])
	for _, key := range slices.Sorted(maps.Keys(befores)) {
		want, planned := keys[key]
		have, has := object[key]
		isChanged := planned && !document.Equal(befores[key], want) || !planned || len(at) > 1
		isDone := planned && document.Includes(have, want) || !planned && have == nil
		if has && isChanged && !isDone && !document.Includes(have, befores[key]) {
			r.say(Changed, Difference{Path: at, Key: key}, "")
		}
	}
}

// list reconciles the array of a list whose order means nothing.
func (r *reconciler) list(s *Shape, docs []any, before, after tftypes.Value, at []any) tftypes.Value {
	befores, elements := tfvalue.List(before), slices.Clone(tfvalue.List(after))
	previous := s.elem.align(s.elem.documents(befores), elements)
	was, is := s.elem.align(docs, befores), s.elem.align(docs, elements)
	known := make([]bool, len(docs))
	for _, j := range was {
		if j != none {
			known[j] = true
		}
	}
	planned := make([]bool, len(befores))
	for i, j := range is {
		k := previous[i]
		if k != none {
			planned[k] = true
		}
		in := append(at[:len(at):len(at)], i)
		switch {
		case j != none && k != none && was[k] == j:
			elements[i] = r.value(s.elem, docs[j], befores[k], elements[i], nil, in)
		case j != none && !known[j] && s.elem.isSameElement(docs[j], elements[i]):
			known[j] = true
			if tfvalue.IsDeclared(before) { // somebody added one with the key of a new one
				for _, difference := range s.elem.differences(docs[j], elements[i], in) {
					r.say(Changed, difference, "")
				}
			}
		case k != none && was[k] == none:
			r.say(Removed, Difference{Path: at}, s.elem.quotedKey(befores[k]))
		}
	}
	for k, j := range was {
		if j != none && !planned[k] && !s.elem.elementEquals(docs[j], befores[k]) {
			r.say(ChangedRemoved, Difference{Path: at}, s.elem.quotedKey(befores[k]))
		}
	}
	if !tfvalue.IsDeclared(before) {
		return tftypes.NewValue(s.typ, elements) // nobody knows how long the others are there: the engine may have made them
	}
	return r.added(s, docs, known, after, elements, at)
}

// added is the view with the elements of an array that are not known.
func (r *reconciler) added(s *Shape, docs []any, known []bool, after tftypes.Value, elements []tftypes.Value, at []any) tftypes.Value {
	for j, doc := range docs {
		if known[j] || doc == nil || s.elem.isEmptyReference(doc) {
			continue
		}
		element := s.elem.keyView(doc, docs, elements)
		elements = append(elements, element)
		r.say(Added, Difference{Path: at}, s.elem.quotedKey(element))
	}
	if len(elements) == 0 {
		return after
	}
	return tftypes.NewValue(s.typ, elements)
}

// keyView is the view of an element of a document that declares its key and nothing else, so that all else in it stays as it is.
// Where the key is that of another element too, or there is none, the view declares everything.
func (s *Shape) keyView(doc any, docs []any, views []tftypes.Value) tftypes.Value {
	whole, _ := s.all(doc, readImported)
	key, ok := s.viewKey(whole)
	if !ok {
		return whole
	}
	members := s.undeclared()
	members[s.key.name] = key
	bare := tftypes.NewValue(s.typ, members)
	isAnother := func(other any) bool { return s.isSameElement(other, bare) }
	isDeclared := func(view tftypes.Value) bool {
		declared, ok := s.viewKey(view)
		return ok && s.key.equals(s.docKey(doc), declared)
	}
	if i := slices.IndexFunc(docs, isAnother); slices.ContainsFunc(docs[i+1:], isAnother) || slices.ContainsFunc(views, isDeclared) {
		return whole
	}
	return bare
}

// isSameElement tells whether an element of a document is the one that a view declares: it means the same, or has its key.
func (s *Shape) isSameElement(doc any, view tftypes.Value) bool {
	key, ok := s.viewKey(view)
	return s.elementEquals(doc, view) || ok && s.key.equals(s.docKey(doc), key)
}

// quotedKey is the key of an element as messages have it.
func (s *Shape) quotedKey(view tftypes.Value) string {
	key := view
	if s.kind == kindObject {
		var ok bool
		if key, ok = s.viewKey(view); !ok {
			return ""
		}
		return shorten(document.Encode(s.key.write(key)))
	}
	if !tfvalue.IsDeclared(key) {
		return ""
	}
	return shorten(document.Encode(s.write(key)))
}
