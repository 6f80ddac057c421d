// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"slices"
	"strings"
)

// Keys of an object that may hold a secret (wire shapes section 5), and of the object that declares types of values.
const (
	SensitiveKey = "sensitive"
	ValueKey     = "value"
	TypesKey     = "custom_types"
	defaultKey   = "default"
	typeKey      = "type"
)

// IsSensitive reports whether an object is marked as a secret. The engine may mark it with true, "true", 1 or any other word (quirk 275).
// Null, false, "false", "", 0 and "0" mean that it is not secret.
func IsSensitive(object map[string]any) bool {
	switch sensitive := object[SensitiveKey].(type) {
	case nil:
		return false
	case bool:
		return sensitive
	case string:
		return !slices.Contains([]string{"", "0", "false"}, strings.ToLower(sensitive))
	default:
		n, isNumber := Number(sensitive)
		return !isNumber || n.Sign() != 0
	}
}

// SecretTypes returns the names of the document's custom types whose values are secret. A type is secret if one of its fields is marked as
// secret or is of a secret type.
func SecretTypes(doc map[string]any) map[string]bool {
	types, _ := doc[TypesKey].([]any)
	found := map[string]bool{}
	for before := -1; before < len(found); { // repeated, because a type may use types that come after it
		before = len(found)
		for _, declared := range types {
			object, _ := declared.(map[string]any)
			name, _ := object["name"].(string)
			fields, _ := object["fields"].([]any)
			for _, field := range fields {
				if field, _ := field.(map[string]any); IsSensitive(field) || IsOfType(field, found) {
					found[name] = true
				}
			}
		}
	}
	return found
}

// IsOfType reports whether the type of an object is one of the given types.
func IsOfType(object map[string]any, types map[string]bool) bool {
	name, _ := object[typeKey].(string)
	return types[name]
}

// SecretKeys returns the keys of an object whose values are secret: "value", and "default", which the engine uses if there is no value.
// types is the result of SecretTypes. A placeholder is not secret.
func SecretKeys(object map[string]any, types map[string]bool) []string {
	if !IsSensitive(object) && !IsOfType(object, types) {
		return nil
	}
	return slices.DeleteFunc([]string{ValueKey, defaultKey}, func(key string) bool {
		return IsEmpty(object[key]) || IsPlaceholder(object[key])
	})
}
