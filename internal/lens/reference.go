// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
)

// A reference is an object that names another object of the engine: by its id, which alone counts, and for people by its name
// (wire shapes section 1). Engines answer more than that, less, or the plain id:
//
//   - With the declared id, what else the answer lacks is taken as agreed: "t" and {"id": "t"} both say what
//     {"id": "t", "name": "T"} does. The name is a label: one that is answered, and differs from the declared one, is the engine's
//     and no drift (quirk 190). It is sent when the configuration changes.
//   - What is sent has the form of the interface, an object, whatever form was answered.
//   - Keys without an attribute are the engine's own.

// labelName is the attribute that names an object for people.
const labelName = "name"

// isReference tells whether objects of a shape name other objects.
func isReference(s *Shape) bool {
	for _, a := range s.attrs {
		if a.name != "id" && a.name != labelName && a.name != "type" {
			return false
		}
	}
	return !s.extra && s.key != nil && s.key.name == "id"
}

// object reads an object of a document. The plain id of a reference is one.
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

// sendable is a value of a document that is sent back as it is, with references in the form of the interface.
func (s *Shape) sendable(doc any) any {
	if _, isObject := doc.(map[string]any); !isObject && s.reference {
		if object, ok := s.object(doc); ok {
			return object
		}
	}
	return doc
}
