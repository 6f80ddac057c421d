// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Says is what a document says: without what only the engine sets and without empty values, at any depth, and with
// numbers in one spelling. It is nil for what says nothing.
func Says(value any) any {
	switch value := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, member := range value {
			if kept[key] = Says(member); kept[key] == nil || onlyTheEngines(key, value) {
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
			if element = Says(element); element != nil {
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

// onlyTheEngines tells which members of an object the engine alone makes: ids of objects and items, those of parents, times
// and the state of a deployment. A reference is its id.
func onlyTheEngines(key string, object map[string]any) bool {
	if key == "id" {
		return len(object) > 3
	}
	return slices.Contains([]string{"created_at", "dashboard", "tab", "component_id", "deployment_active", "deployment_status"}, key)
}
