// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// Overlay returns a copy of the engine's document with the values that view declares. At every depth, it keeps undeclared attributes and
// keys that are not in the schema. If a value in the document equals the declared one in a different form, such as 5 and "5", it keeps the
// document's form. If doc is nil, it returns the body of a create request.
func (s *Shape) Overlay(doc map[string]any, view tftypes.Value) map[string]any {
	if doc != nil {
		return s.overlayObject(doc, true, s.Null(), view)
	}
	body := s.overlayObject(map[string]any{}, false, s.Null(), view)
	for i := range s.attrs { // A create must contain all required strings, even empty ones.
		a := &s.attrs[i]
		member := tfvalue.Member(view, a.name)
		if a.required && !a.unsent && a.kind == kindString && tfvalue.IsDeclared(member) && body[a.name] == nil {
			body[a.name] = tfvalue.String(member)
		}
	}
	return body
}

// overlay is like Overlay, but accepts a value of any type. It also clears attributes that prior, the prior state, declares and view
// doesn't. exists is true if the document contains the attribute's key, even if its value is null.
func (s *Shape) overlay(doc any, exists bool, prior, view tftypes.Value) any {
	if view.IsNull() { // view is a list element, because callers skip attributes that are not declared
		if s.isShown(doc) {
			return nil
		}
		return doc // keep an element that Terraform can't represent
	}
	switch s.kind {
	case kindObject:
		object, ok := s.object(doc)
		if !ok && exists && s.isNone(doc) && s.Equals(doc, view) {
			return doc
		}
		if !ok || s.isOtherObject(object, view) {
			return s.overlayObject(map[string]any{}, false, s.Null(), view) // the old object's keys do not belong in the new one
		}
		return s.overlayObject(object, exists, prior, view)
	case kindList:
		return s.overlayList(doc, exists, prior, view)
	default:
		if exists && s.Equals(doc, view) {
			return doc
		}
		return s.write(view)
	}
}

// isOtherObject reports whether view and the engine's object have different keys and are therefore different objects.
func (s *Shape) isOtherObject(object map[string]any, view tftypes.Value) bool {
	want, ok := s.viewKey(view)
	have := s.docKey(object)
	return ok && have != nil && !s.key.Equals(have, want)
}

func (s *Shape) overlayObject(object map[string]any, exists bool, prior, view tftypes.Value) map[string]any {
	result := maps.Clone(object)
	members, priors := tfvalue.Object(view), tfvalue.Object(prior)
	for i := range s.attrs {
		a := &s.attrs[i]
		if a.unsent {
			continue
		}
		member, before := members[a.name], priors[a.name]
		value, has := result[a.name]
		role, isDeclared := s.roleOf(a, object, view, member), tfvalue.IsDeclared(member)
		switch {
		case !isDeclared && tfvalue.IsDeclared(before):
			result[a.name] = a.clearingValue()
		case role == masked && isDeclared:
			result[a.name] = a.write(member)
		case role == masked:
			delete(result, a.name)
		case !isDeclared:
			if has {
				result[a.name] = a.requestForm(value)
			}
		case role == ignored && !a.declares(value, before): // a required "" is not sent (quirk 254 in quirks.go)
		case exists && a.rules.ManyIf != "" && a.Equals(s.valueFor(a, object, member), member):
		default:
			if value = a.overlay(value, exists, before, member); has || !exists || value != nil {
				result[a.name] = value
			}
		}
	}
	if s.extra {
		s.putExtra(result, s.extraKeys(priors[ExtraName]), s.extraKeys(members[ExtraName]), members)
	}
	return result
}

func (s *Shape) overlayList(doc any, exists bool, prior, view tftypes.Value) any {
	views := tfvalue.List(view)
	if exists && s.isNone(doc) && len(views) == 0 {
		return doc
	}
	docs, _ := doc.([]any)
	befores := tfvalue.List(prior)
	previous := s.elem.align(s.elem.documents(befores), views)
	result := make([]any, len(views))
	for i, j := range s.elem.align(docs, views) {
		before := s.elem.Null()
		if k := previous[i]; k != none {
			before = befores[k]
		}
		if j != none && s.elem.isPlaceholderFor(views[i], docs[j]) {
			result[i] = docs[j]
		} else if j == none {
			result[i] = s.elem.overlay(nil, false, s.elem.Null(), views[i])
		} else {
			result[i] = s.elem.overlay(docs[j], true, before, views[i])
		}
	}
	return result
}

// documents converts declared elements to JSON, as in a request, so that the method align can compare them with the elements of another
// view.
func (s *Shape) documents(views []tftypes.Value) []any {
	docs := make([]any, len(views))
	for i, view := range views {
		docs[i] = s.overlay(nil, false, s.Null(), view)
	}
	return docs
}

// clearingValue returns the value that an update sends to clear the attribute. It is the attribute's default if there is one. Otherwise, it
// is [] for a list and null for other types.
func (a *attribute) clearingValue() any {
	switch {
	case a.hasDefault:
		return a.byDefault
	case a.kind == kindList:
		return []any{}
	default:
		return nil
	}
}
