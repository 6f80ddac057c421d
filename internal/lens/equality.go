// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/text/unicode/norm"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// Equals reports whether an engine value (doc) and a declared value (view) have the same meaning, such as 5 and "5". In an object, it
// compares only the declared attributes. If doc is nil, it equals a view that is "", [] or an object with only empty values.
func (s *Shape) Equals(doc any, view tftypes.Value) bool {
	switch s.kind {
	case kindObject:
		return s.objectEquals(doc, view)
	case kindList:
		return s.listEquals(doc, view)
	case kindJSON:
		want, err := document.Decode([]byte(tfvalue.String(view)))
		return err == nil && document.Equal(doc, want)
	case kindNumber:
		n, ok := document.Number(doc)
		want := tfvalue.Number(view)
		return ok && want != nil && document.SameNumber(n, want)
	case kindBool:
		b, ok := boolean(doc)
		return ok && b == tfvalue.Bool(view)
	default:
		return s.stringEquals(doc, tfvalue.String(view))
	}
}

func (s *Shape) stringEquals(doc any, want string) bool {
	if doc == nil {
		return want == ""
	}
	str, ok := s.asString(doc)
	if !ok {
		return false
	}
	if str == want || s.rules.Equal != nil && s.rules.Equal(str, want) || toNFC(str) == toNFC(want) {
		return true
	}
	if isComposite(str) && isComposite(want) && document.SameJSON(str, want) {
		return true
	}
	if _, isText := doc.(string); isText {
		return false
	}
	have, okHave := document.Number(doc)
	declared, okWant := document.Number(want)
	return okHave && okWant && document.SameNumber(have, declared)
}

// toNFC returns the string in Unicode normalization form C (NFC), the form in which Terraform stores strings.
func toNFC(str string) string { return norm.NFC.String(str) }

// isComposite reports whether a string looks like a JSON array or object. The lens compares such strings as JSON. A generated configuration
// declares them with jsonencode, which may format them differently (quirk 195 in quirks.go).
func isComposite(str string) bool {
	str = strings.TrimSpace(str)
	return strings.HasPrefix(str, "{") || strings.HasPrefix(str, "[")
}

func (s *Shape) objectEquals(doc any, view tftypes.Value) bool {
	object, ok := s.object(doc)
	if !ok && !s.isNone(doc) {
		return false
	}
	members := tfvalue.Object(view)
	for a, value := range s.comparedValues(object, view, members) {
		if !a.Equals(value, members[a.name]) {
			return false
		}
	}
	return s.extraEquals(object, members[ExtraName])
}

func (s *Shape) listEquals(doc any, view tftypes.Value) bool {
	views := tfvalue.List(view)
	if s.isNone(doc) {
		return len(views) == 0
	}
	docs, ok := doc.([]any)
	if !ok || len(docs) < len(views) {
		return false
	}
	if s.byPosition() {
		return slices.EqualFunc(docs, views, s.elem.elementEquals)
	}
	if len(docs) > len(views) && len(docs)-s.elem.countEmptyReferences(docs) > len(views) {
		return false
	}
	m := s.elem.match(docs, views)
	for j, i := range m.owner {
		if i == none && !s.elem.isEmptyReference(docs[j]) {
			return false
		}
	}
	return !slices.Contains(m.pairs, none)
}

// elementEquals is Equals for list elements. If Terraform can't represent an element of the engine, null and the placeholder that an import
// writes for it both count as equal.
func (s *Shape) elementEquals(doc any, view tftypes.Value) bool {
	if view.IsNull() {
		return !s.isShown(doc)
	}
	return s.Equals(doc, view) || s.isPlaceholderFor(view, doc)
}

// isPlaceholderFor reports whether view is a placeholder for doc, a list element in the engine. An import writes a placeholder for an
// element that Terraform can't represent.
func (s *Shape) isPlaceholderFor(view tftypes.Value, doc any) bool {
	switch s.kind {
	case kindObject:
		if _, ok := s.object(doc); ok || view.IsNull() {
			return false
		}
		members := tfvalue.Object(view)
		return !tfvalue.IsDeclared(members[ExtraName]) &&
			!slices.ContainsFunc(s.attrs, func(a attribute) bool { return a.declares(false, members[a.name]) })
	case kindString:
		_, ok := s.asString(doc)
		return !ok && !view.IsNull() && view.IsKnown() && tfvalue.String(view) == ""
	default:
		return false
	}
}

// isShown reports whether the view of an engine's value would not be null, because Terraform can represent at least part of the value.
func (s *Shape) isShown(doc any) bool {
	if s.kind == kindObject {
		_, ok := s.object(doc)
		return ok
	}
	view, _ := s.all(doc, readImported)
	return !view.IsNull()
}

// isNone reports whether an engine value means "no value". Null always means this. "" means it if the attribute is neither a string nor
// JSON. If the attribute is an object, [] and objects with only empty members, such as {"id": "", "name": ""}, mean it, too.
func (s *Shape) isNone(doc any) bool {
	switch doc := doc.(type) {
	case nil:
		return true
	case string:
		return doc == "" && s.kind != kindString && s.kind != kindJSON
	case []any:
		return len(doc) == 0 && s.kind == kindObject
	case map[string]any:
		return s.kind == kindObject && s.isAllEmpty(doc)
	default:
		return false
	}
}

// isAllEmpty reports whether all members of an engine object are empty. It ignores keys that have no attribute and can't be declared in
// "extra".
func (s *Shape) isAllEmpty(object map[string]any) bool {
	for key, value := range object {
		a := s.member(key)
		switch {
		case a == nil && !s.extra, document.IsEmpty(value):
		case a == nil || !a.isNone(value):
			return false
		}
	}
	return true
}

// isEmptyReference reports whether an element in an array of references is null or has only empty members.
func (s *Shape) isEmptyReference(doc any) bool {
	object, ok := doc.(map[string]any)
	return s.reference && (doc == nil || ok && s.isAllEmpty(object))
}

func (s *Shape) countEmptyReferences(docs []any) int {
	if !s.reference {
		return 0
	}
	count := 0
	for _, doc := range docs {
		if s.isEmptyReference(doc) {
			count++
		}
	}
	return count
}
