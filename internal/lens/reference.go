// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import "encoding/json"

// A reference is an object that names another object of the engine. Its id decides, and its name is a label for people (wire shapes
// section 1). Engines answer references in several forms:
//
//   - "t" and {"id": "t"} equal the declared {"id": "t", "name": "T"}. If the engine answers another name, that is no drift (quirk
//     190). A name is sent if it changes in the configuration.
//   - The provider always sends an object.
//   - Keys without an attribute are ignored.

// labelName is the attribute of a reference that is a label for people.
const labelName = "name"

// isReference reports whether the objects of a shape are references. They have an id and at most a name and a type.
func isReference(s *Shape) bool {
	for _, a := range s.attrs {
		if a.name != "id" && a.name != labelName && a.name != "type" {
			return false
		}
	}
	return !s.extra && s.key != nil && s.key.name == "id"
}

// object returns a document's value as an object. An id alone becomes a reference with that id.
func (s *Shape) object(doc any) (map[string]any, bool) {
	switch doc := doc.(type) {
	case map[string]any:
		return doc, true
	case string, json.Number:
		if id, _ := textOf(doc); s.reference && id != "" {
			return map[string]any{"id": id}, true
		}
	}
	return nil, false
}

// sendable returns a document's value for a request. An id alone becomes a reference.
func (s *Shape) sendable(doc any) any {
	if _, isObject := doc.(map[string]any); !isObject && s.reference {
		if object, ok := s.object(doc); ok {
			return object
		}
	}
	return doc
}
