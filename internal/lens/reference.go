// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import "encoding/json"

// A reference is a JSON object such as {"id": "t", "name": "Pump"} that refers to another engine object. Only the id identifies that
// object. The name is a label for people (interface document, section 1 of "Wire shapes").
//
//   - Engines may return a reference as "t" or {"id": "t"}. Both equal the declared {"id": "t", "name": "Pump"}.
//   - A different name for the same id is not a change (quirk 190 in quirks.go). The provider sends a new name only if the configuration
//     changes it.
//   - The provider always sends a reference as a JSON object. It ignores keys that are not in the schema.

// labelName is the attribute that holds a reference's label.
const labelName = "name"

// isReference reports whether the shape describes references such as {"id": "t", "name": "Pump"}. The schema of a reference has an id, and
// may have a name and a type, but no other attribute.
func isReference(s *Shape) bool {
	for _, a := range s.attrs {
		if a.name != "id" && a.name != labelName && a.name != "type" {
			return false
		}
	}
	return !s.extra && s.key != nil && s.key.name == "id"
}

// object returns the engine's value as a JSON object. For a reference, it also accepts a bare id: "t" becomes {"id": "t"}. It returns false
// for other values.
func (s *Shape) object(doc any) (map[string]any, bool) {
	switch doc := doc.(type) {
	case map[string]any:
		return doc, true
	case string, json.Number:
		if id, _ := stringOf(doc); s.reference && id != "" {
			return map[string]any{"id": id}, true
		}
	}
	return nil, false
}

// requestForm returns the engine's value in the form that a request sends. For a reference, the bare id "t" becomes {"id": "t"}.
func (s *Shape) requestForm(doc any) any {
	if object, ok := s.object(doc); ok {
		return object
	}
	return doc
}
