// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Normalize normalizes an engine document for comparisons. It removes empty values and fields whose values come from the engine, and gives
// equal numbers the same format. It returns nil if nothing is left.
func Normalize(value any) any {
	switch value := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, member := range value {
			if kept[key] = Normalize(member); kept[key] == nil || isSetByEngine(key, value) {
				delete(kept, key)
			}
		}
		if len(kept) == 0 {
			return nil
		}
		return kept
	case []any:
		var kept []any
		for _, element := range value {
			if element = Normalize(element); element != nil {
				kept = append(kept, element)
			}
		}
		if kept == nil {
			return nil
		}
		return kept
	case string:
		if value == "" {
			return nil
		}
	}
	if number, ok := document.Number(value); ok {
		return number.Text('g', 20)
	}
	return value
}

// isSetByEngine reports whether the value of the field with this key comes from the engine: a creation time, a deployment status, or an id,
// such as the object's own id or its parent's. It treats an object with at most three fields as a reference. A reference's id does not
// count, because clients set it.
func isSetByEngine(key string, object map[string]any) bool {
	if key == "id" {
		return len(object) > 3
	}
	return slices.Contains([]string{"created_at", "dashboard", "tab", "component_id", "deployment_active", "deployment_status"}, key)
}
