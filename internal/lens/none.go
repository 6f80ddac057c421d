// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import "github.com/engine-platform/terraform-provider-engine/internal/base/document"

// isNone reports whether a document's value means that there is no value. Engines answer null, leave the key out, or answer an object
// whose members are empty, such as {"id": "", "name": ""} for a reference. "" and [] are values of texts and lists.
func (s *Shape) isNone(doc any) bool {
	switch doc := doc.(type) {
	case nil:
		return true
	case string:
		return doc == "" && s.kind != kindText && s.kind != kindJSON
	case []any:
		return len(doc) == 0 && s.kind == kindObject
	case map[string]any:
		return s.kind == kindObject && s.isAllEmpty(doc)
	default:
		return false
	}
}

// isAllEmpty reports whether all attributes of an object are empty. Keys without an attribute count only if the schema has "extra".
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

// isEmptyReference reports whether an element of a document's array is a reference whose members are all empty. It does not count as
// an element.
func (s *Shape) isEmptyReference(doc any) bool {
	object, ok := doc.(map[string]any)
	return s.reference && (doc == nil || ok && s.isAllEmpty(object))
}

// countEmptyReferences returns the number of empty references in a document's array.
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
