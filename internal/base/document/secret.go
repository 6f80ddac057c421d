// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"maps"
	"slices"
	"strings"
)

// These keys are needed to find secrets, because a parameter can be secret by its type (interface document, section 5 of "Wire shapes").
// TypesKey is a top-level key of a component, with an array that declares custom parameter types. The other keys occur in objects that may
// contain a secret, such as a parameter.
const (
	SensitiveKey = "sensitive"
	ValueKey     = "value"
	TypesKey     = "custom_types"
	defaultKey   = "default"
	typeKey      = "type"
)

// IsSensitive reports whether an object is marked as sensitive. Engines may write the mark in different ways, such as true, "true" or 1
// (quirk 275 in quirks.go). Every value means true except null, false, "false", "", 0 and "0".
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

// SecretTypes returns the names of the custom types that contain a sensitive field. If a custom type has a field of another such type, it
// is included, too.
func SecretTypes(doc map[string]any) map[string]bool {
	types, _ := doc[TypesKey].([]any)
	found := map[string]bool{}
	for before := -1; before < len(found); { // repeated, because a type may use types that follow it
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

// IsOfType reports whether the type of an object, such as a parameter, is in the given set of types.
func IsOfType(object map[string]any, types map[string]bool) bool {
	name, _ := object[typeKey].(string)
	return types[name]
}

// SecretKeys returns which of the keys "value" and "default" contain a secret in the given object. This is only possible if the object is
// sensitive or if its type is one of the given types (see SecretTypes). Empty values and placeholders are not secrets.
func SecretKeys(object map[string]any, types map[string]bool) []string {
	if !IsSensitive(object) && !IsOfType(object, types) {
		return nil
	}
	return slices.DeleteFunc([]string{ValueKey, defaultKey}, func(key string) bool {
		return IsEmpty(object[key]) || IsPlaceholder(object[key])
	})
}

// WithoutSecrets returns a copy of a decoded JSON value in which secrets are null, and a list of those secrets. If the value is part of a
// larger document, types contains the secret types that this document declares (see SecretTypes).
func WithoutSecrets(value any, types map[string]bool) (bare any, secrets []any) {
	switch value := value.(type) {
	case map[string]any:
		known := SecretTypes(value)
		maps.Copy(known, types)
		result := make(map[string]any, len(value))
		for key, member := range value {
			below, found := WithoutSecrets(member, known)
			result[key], secrets = below, append(secrets, found...)
		}
		for _, key := range SecretKeys(value, known) {
			result[key], secrets = nil, append(secrets, value[key])
		}
		return result, secrets
	case []any:
		result := make([]any, len(value))
		for i, element := range value {
			below, found := WithoutSecrets(element, types)
			result[i], secrets = below, append(secrets, found...)
		}
		return result, secrets
	}
	return value, nil
}
