// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain

import (
	"maps"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// secretsIn are the values of a document that it marks as secret (document.SecretKeys).
func secretsIn(value any) []any { return secretsOfTypes(value, nil) }

func secretsOfTypes(value any, types map[string]bool) []any {
	var found []any
	switch value := value.(type) {
	case object:
		types = typesBelow(value, types)
		for _, key := range document.SecretKeys(value, types) {
			found = append(found, value[key])
		}
		for _, member := range value {
			found = append(found, secretsOfTypes(member, types)...)
		}
	case []any:
		for _, element := range value {
			found = append(found, secretsOfTypes(element, types)...)
		}
	}
	return found
}

// typesBelow are the secret types within an object: those of what it is in, and its own.
func typesBelow(value object, types map[string]bool) map[string]bool {
	own := document.SecretTypes(value)
	maps.Copy(own, types)
	return own
}

// withoutSecrets is a document with null for the values that it marks as secret.
func withoutSecrets(value any) any { return withoutSecretsOfTypes(value, nil) }

func withoutSecretsOfTypes(value any, types map[string]bool) any {
	switch value := value.(type) {
	case object:
		types = typesBelow(value, types)
		bare := make(object, len(value))
		for key, member := range value {
			bare[key] = withoutSecretsOfTypes(member, types)
		}
		for _, key := range document.SecretKeys(value, types) {
			bare[key] = nil
		}
		return bare
	case []any:
		bare := make([]any, len(value))
		for i, element := range value {
			bare[i] = withoutSecretsOfTypes(element, types)
		}
		return bare
	}
	return value
}
