// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// UndeclaredElement is an element of a declared list that only the engine has.
type UndeclaredElement struct {
	Label string // its key, or its position
	ID    any    // a JSON value of any type, or nil
}

// UndeclaredElements returns the elements that only the engine has in the declared lists, by attribute name and fingerprint.
func (s *Shape) UndeclaredElements(doc map[string]any, view tftypes.Value) map[string]map[string]UndeclaredElement {
	found := map[string]map[string]UndeclaredElement{}
	s.eachUndeclaredElement(doc, view, func(a *attribute, docs []any, j int) {
		if found[a.name] == nil {
			found[a.name] = map[string]UndeclaredElement{}
		}
		object, _ := docs[j].(map[string]any)
		found[a.name][a.elem.fingerprint(docs[j])] = UndeclaredElement{Label: a.elem.labelOf(docs, j), ID: object["id"]}
	})
	return found
}

// WithoutElements returns a document without the undeclared elements whose fingerprints are known. It does not change the document.
func (s *Shape) WithoutElements(doc map[string]any, view tftypes.Value, known map[string][]string) map[string]any {
	if len(known) == 0 {
		return doc
	}
	left := map[string][]int{} // the indexes to leave out, by attribute name
	s.eachUndeclaredElement(doc, view, func(a *attribute, docs []any, j int) {
		if slices.Contains(known[a.name], a.elem.fingerprint(docs[j])) {
			left[a.name] = append(left[a.name], j)
		}
	})
	if len(left) == 0 {
		return doc
	}
	doc = maps.Clone(doc)
	for name, indexes := range left {
		docs, _ := doc[name].([]any)
		docs = slices.Clone(docs)
		for _, j := range slices.Backward(indexes) {
			docs = slices.Delete(docs, j, j+1)
		}
		doc[name] = docs
	}
	return doc
}

// eachUndeclaredElement calls visit for each element that only the document has, in the order of its list. Lists of objects without a
// key are skipped, unless they are declared empty.
func (s *Shape) eachUndeclaredElement(doc map[string]any, view tftypes.Value, visit func(a *attribute, docs []any, j int)) {
	members := tfvalue.Object(view)
	for i := range s.attrs {
		a := &s.attrs[i]
		docs, ok := doc[a.name].([]any)
		views := tfvalue.List(members[a.name])
		if !ok || a.kind != kindList || a.unsent || !tfvalue.IsDeclared(members[a.name]) || a.byPosition() && len(views) > 0 {
			continue
		}
		has := make([]bool, len(docs))
		for _, j := range a.elem.align(docs, views) {
			if j != none {
				has[j] = true
			}
		}
		for j := range docs {
			if !has[j] && !a.elem.isEmptyReference(docs[j]) {
				visit(a, docs, j)
			}
		}
	}
}

// Uncleared returns the names of attributes that an update has cleared and that still have the value declared before. sent is the body
// of the update.
func (s *Shape) Uncleared(doc, sent map[string]any, prior, planned tftypes.Value) []string {
	var names []string
	befores, afters := tfvalue.Object(prior), tfvalue.Object(planned)
	for i := range s.attrs {
		a := &s.attrs[i]
		before := befores[a.name]
		cleared, isSent := sent[a.name]
		if !isSent || !tfvalue.IsDeclared(before) || tfvalue.IsDeclared(afters[a.name]) {
			continue
		}
		if a.equals(doc[a.name], before) && !a.equals(cleared, before) {
			names = append(names, a.name)
		}
	}
	return names
}

// fingerprint returns a hash of everything that a view shows of an element, except secrets.
func (s *Shape) fingerprint(doc any) string {
	view, _ := s.all(s.withoutSecrets(doc), readImported)
	sum := sha256.Sum256([]byte(document.Encode(s.overlay(nil, false, s.Null(), view))))
	const bytes = 12
	return hex.EncodeToString(sum[:bytes])
}

// labelOf returns the quoted key of an element, or its position if it has no key.
func (s *Shape) labelOf(docs []any, j int) string {
	key := docs[j]
	if s.kind == kindObject {
		key = s.docKey(docs[j])
	}
	if text, ok := textOf(key); ok {
		return strconv.Quote(text)
	}
	return "number " + strconv.Itoa(j+1)
}
