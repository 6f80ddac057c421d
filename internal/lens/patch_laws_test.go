// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// TestPatchLaws checks, with random updates, that Patch returns everything that the update needs to send, and nothing else.
func TestPatchLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkPatchLaws(t, generator{T: t}.update()) })
}

func checkPatchLaws(t failer, u update) {
	if patch := u.shape.Patch(u.doc, u.prior, u.prior); len(patch) > 0 {
		t.Fatalf("Patch(d, v, v) is %s\nd %s\nv %s", document.Encode(patch), document.Encode(u.doc), u.prior)
	}
	before := document.Encode(u.doc)
	patch := u.shape.Patch(u.doc, u.prior, u.planned)
	if document.Encode(u.doc) != before {
		t.Fatalf("Patch changed the document it was given from\n%s to\n%s", before, document.Encode(u.doc))
	}
	checkOnlyChanged(t, u, patch)
	result := u.respond(patch)
	checkPlanned(t, u, patch, result)
	if path := u.shape.wrongChange(u.doc, result, u.prior, u.planned); path != "" {
		t.Fatalf("%s is neither kept nor cleared\nd %s\nprior %s\nplanned %s\npatch %s", path, before, u.prior, u.planned, document.Encode(patch))
	}
	if !u.shape.NeedsDocument(u.prior, u.planned) {
		patch := u.shape.Patch(nil, u.prior, u.planned)
		checkPlanned(t, u, patch, u.respond(patch))
	}
}

func checkPlanned(t failer, u update, patch, result map[string]any) {
	got, err := u.shape.Project(result, u.planned)
	if err != nil || !got.Equal(u.planned) {
		t.Fatalf("after the patch the engine does not hold what was planned: %v\nd %s\nprior %s\nplanned %s\npatch %s\nresult %s\ngot %s",
			err, document.Encode(u.doc), u.prior, u.planned, document.Encode(patch), document.Encode(result), got)
	}
}

func checkOnlyChanged(t failer, u update, patch map[string]any) {
	priors, members := tfvalue.Object(u.prior), tfvalue.Object(u.planned)
	for key := range patch {
		name := key
		if u.shape.member(key) == nil {
			name = ExtraName
		}
		if priors[name].Equal(members[name]) {
			t.Fatalf("%s is sent, and %s did not change\nd %s\nprior %s\nplanned %s\npatch %s",
				key, name, document.Encode(u.doc), u.prior, u.planned, document.Encode(patch))
		}
	}
}

// wrongChange returns the path of a value that is wrong after an update, or "" if there is none. A value that neither the state nor the
// plan declares must be unchanged. A value that only the state declares must be cleared.
func (s *Shape) wrongChange(before, after map[string]any, prior, planned tftypes.Value) string {
	priors, members := tfvalue.Object(prior), tfvalue.Object(planned)
	for key, value := range before {
		managed := s.member(key) != nil || s.extra && slices.Contains(extraNames, key)
		if got, ok := after[key]; !managed && (!ok || !reflect.DeepEqual(got, value)) {
			return key
		}
	}
	for i := range s.attrs {
		a := &s.attrs[i]
		p, q := priors[a.name], members[a.name]
		have, had := before[a.name]
		got, has := after[a.name]
		switch {
		case a.unsent:
		case !tfvalue.IsDeclared(p) && !tfvalue.IsDeclared(q):
			if had != has || !reflect.DeepEqual(have, got) {
				return a.name
			}
		case tfvalue.IsDeclared(p) && !tfvalue.IsDeclared(q):
			if list, _ := got.([]any); a.tombstone != "" && len(list) == 0 {
				continue
			}
			if !reflect.DeepEqual(got, a.clearingValue()) {
				return a.name
			}
		case tfvalue.IsDeclared(p) && tfvalue.IsDeclared(q):
			if path := a.wrongChangeInside(have, got, p, q); path != "" {
				return a.name + "." + path
			}
		}
	}
	return ""
}

// wrongChangeInside is like wrongChange, but for a nested object or list. In a list, it checks the elements only if all of them have unique
// keys.
func (s *Shape) wrongChangeInside(before, after any, prior, planned tftypes.Value) string {
	switch before := before.(type) {
	case map[string]any:
		after, ok := after.(map[string]any)
		if ok && s.kind == kindObject && !s.isOtherObject(before, planned) {
			return s.wrongChange(before, after, prior, planned)
		}
	case []any:
		after, ok := after.([]any)
		if !ok || s.kind != kindList || s.elem.key == nil || s.elem.key.rules.Equal != nil {
			return ""
		}
		priors, views := s.elem.viewsByKey(tfvalue.List(prior)), s.elem.viewsByKey(tfvalue.List(planned))
		befores, afters := s.elem.docsByKey(before), s.elem.docsByKey(after)
		for key, view := range views {
			prior, known := priors[key]
			before, had := befores[key].(map[string]any)
			after, has := afters[key].(map[string]any)
			if !known || !had || !has {
				continue
			}
			if path := s.elem.wrongChange(before, after, prior, view); path != "" {
				return key + "." + path
			}
		}
	}
	return ""
}

// viewsByKey returns a map from the key of each declared element to the element. If a key is missing or occurs twice, it returns nil.
func (s *Shape) viewsByKey(views []tftypes.Value) map[string]tftypes.Value {
	return byKey(views, func(view tftypes.Value) (any, bool) {
		key, ok := s.viewKey(view)
		if !ok {
			return nil, false
		}
		return s.key.write(key), true
	})
}

// docsByKey returns a map from the key of each element in the engine to the element. If a key is missing or occurs twice, it returns nil.
func (s *Shape) docsByKey(docs []any) map[string]any {
	return byKey(docs, func(doc any) (any, bool) {
		_, isObject := doc.(map[string]any)
		return s.docKey(doc), isObject && s.docKey(doc) != nil
	})
}

func byKey[E any](elements []E, keyOf func(E) (any, bool)) map[string]E {
	result := map[string]E{}
	for _, element := range elements {
		key, ok := keyOf(element)
		if _, isDuplicate := result[keyString(key)]; isDuplicate || !ok {
			return nil
		}
		result[keyString(key)] = element
	}
	return result
}

// keyString returns an element's key as a string. The numbers 1 and 1.0 yield the same string, but the strings "1" and "1.0" don't.
func keyString(key any) string {
	if n, ok := key.(json.Number); ok {
		return bucket(n.String())
	}
	text, _ := stringOf(key)
	if doc, err := document.Decode([]byte(text)); err == nil && isComposite(text) {
		return document.Encode(doc)
	}
	return toNFC(text)
}
