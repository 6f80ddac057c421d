// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain

import (
	"maps"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// An object with the key sensitive, which is true, has a secret in its key value: parameters of components are such (interface
// section 2.4), and other objects of the engine may be.

func isSensitive(value object) bool {
	sensitive, _ := value["sensitive"].(bool)
	return sensitive && !document.IsEmpty(value["value"])
}

// secretsIn are the values of a document that it marks as sensitive.
func secretsIn(value any) []any {
	var found []any
	switch value := value.(type) {
	case object:
		if isSensitive(value) {
			found = append(found, value["value"])
		}
		for _, member := range value {
			found = append(found, secretsIn(member)...)
		}
	case []any:
		for _, element := range value {
			found = append(found, secretsIn(element)...)
		}
	}
	return found
}

// withoutSecrets is a document with null for the values that it marks as sensitive.
func withoutSecrets(value any) any {
	if len(secretsIn(value)) == 0 {
		return value
	}
	switch value := value.(type) {
	case object:
		bare := maps.Clone(value)
		for key, member := range value {
			bare[key] = withoutSecrets(member)
		}
		if isSensitive(value) {
			bare["value"] = nil
		}
		return bare
	case []any:
		bare := make([]any, len(value))
		for i, element := range value {
			bare[i] = withoutSecrets(element)
		}
		return bare
	}
	return value
}
