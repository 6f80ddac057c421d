// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import "github.com/engine-platform/terraform-provider-engine/internal/base/document"

// isNone tells whether a document's value says that there is nothing. Engines answer null for that, leave the key out, or fill
// in what is empty, such as {"id": "", "name": ""} for a reference. The empty text and the empty list are values as well.
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

// isAllEmpty tells whether everything in an object is empty, whatever the engine has in it that no attribute shows.
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

// isEmptyReference tells whether an element of a document's array is a reference to nothing, which is no element then.
func (s *Shape) isEmptyReference(doc any) bool {
	object, ok := doc.(map[string]any)
	return s.reference && (doc == nil || ok && s.isAllEmpty(object))
}

// countEmptyReferences counts the references to nothing in a document's array.
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
