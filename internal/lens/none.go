// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import "github.com/engine-platform/terraform-provider-engine/internal/base/document"

// isNone reports whether the engine's value stands for "no value". Engines answer null, omit the key, or answer an object with empty
// members, such as {"id": "", "name": ""} for a missing reference. The text "" and the list [] are values.
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

// isAllEmpty reports whether all attributes of the engine's object are empty. A key that the schema lacks must be empty too if the schema
// has "extra", which could declare the key.
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

// isEmptyReference reports whether an array element is null or a reference with empty members, such as {"id": "", "name": ""}. The lens
// skips these elements.
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
