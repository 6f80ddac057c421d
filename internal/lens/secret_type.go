// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import "github.com/engine-platform/terraform-provider-engine/internal/document"

// A document may declare types of its own, whose values are objects of fields. One field that is a secret makes every value of the
// type one, and so does a field of such a type.
const (
	typesName  = "custom_types"
	fieldsName = "fields"
	typeName   = "type"
	nameOfType = "name"
)

// secretTypes are the names of the types that a document declares and whose values hold secrets.
func secretTypes(doc map[string]any) map[string]bool {
	types, _ := doc[typesName].([]any)
	found := map[string]bool{}
	for before := -1; before < len(found); { // A type may have fields of one that comes after it.
		before = len(found)
		for _, declared := range types {
			object, _ := declared.(map[string]any)
			name, _ := object[nameOfType].(string)
			fields, _ := object[fieldsName].([]any)
			for _, field := range fields {
				if field, _ := field.(map[string]any); isSensitive(field) || isOfType(field, found) {
					found[name] = true
				}
			}
		}
	}
	return found
}

func isOfType(object map[string]any, types map[string]bool) bool {
	name, _ := object[typeName].(string)
	return types[name]
}

// withoutTyped is a document without the values of types that hold secrets.
func (s *Shape) withoutTyped(doc map[string]any) map[string]any {
	types := secretTypes(doc)
	if len(types) == 0 || !s.holdsSecrets() {
		return doc
	}
	kept, _ := s.without(doc, func(_ *Shape, object map[string]any) bool {
		return isOfType(object, types) && !document.IsPlaceholder(object[secretName])
	}).(map[string]any)
	return kept
}
