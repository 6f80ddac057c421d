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

// SurplusElement is an element that only the engine has.
type UndeclaredElement struct {
	Label string // what people call it, its key
	ID    any    // of any JSON type, nil without one
}

// UndeclaredElements is what only the engine has in the arrays that a view declares: by the name of the attribute, the elements by their marks.
// An element of the same mark says the same, as far as a view can show it.
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

// WithoutElements is a document without the elements of known marks that only it has. The document is not changed.
func (s *Shape) WithoutElements(doc map[string]any, view tftypes.Value, known map[string][]string) map[string]any {
	if len(known) == 0 {
		return doc
	}
	left := map[string][]int{} // by array, the indexes to leave out
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

// eachUndeclaredElement visits the elements that only the document has, in the order of each array. Where the order means something there
// are none, unless nothing is declared.
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

// Uncleared names the attributes that are no longer declared, were sent to be cleared, and of which a document still says what was
// declared before.
func (s *Shape) Uncleared(doc, sent map[string]any, prior, planned tftypes.Value) []string {
	var names []string
	befores, afters := tfvalue.Object(prior), tfvalue.Object(planned)
	for i := range s.attrs {
		a := &s.attrs[i]
		before := befores[a.name]
		cleared, isSent := sent[a.name]
		if isSent && tfvalue.IsDeclared(before) && !tfvalue.IsDeclared(afters[a.name]) && a.equals(doc[a.name], before) && !a.equals(cleared, before) {
			names = append(names, a.name)
		}
	}
	return names
}

// fingerprint stands for what an element says, but for values that may be secret.
func (s *Shape) fingerprint(doc any) string {
	view, _ := s.all(s.withoutSecrets(doc), readImported)
	sum := sha256.Sum256([]byte(document.Encode(s.overlay(nil, false, s.Null(), view))))
	const bytes = 12
	return hex.EncodeToString(sum[:bytes])
}

// labelOf is the key of an element, or its place where it has none.
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
