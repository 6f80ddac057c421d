// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"slices"
)

// withoutReferenceNames returns a copy of a value from a document, without the names in references such as {"id": "1", "name": "Pump"}. It
// does not change members named "value", because they can contain any JSON, including objects that only look like references.
func withoutReferenceNames(value any) any {
	switch value := value.(type) {
	case []any:
		list := make([]any, len(value))
		for i, element := range value {
			list[i] = withoutReferenceNames(element)
		}
		return list
	case map[string]any:
		isReference := value["id"] != nil && len(value) <= 3
		object := map[string]any{}
		for key, member := range value {
			switch {
			case key == "value":
				object[key] = member
			case key != "name" || !isReference:
				object[key] = withoutReferenceNames(member)
			}
		}
		return object
	default:
		return value
	}
}

// sameIDs returns an error if an update has changed the id of an item in an array. It identifies items by their ref_id.
func sameIDs(after, before any) error {
	ids := map[any]any{}
	elements, _ := before.([]any)
	for _, element := range elements {
		if item, ok := element.(map[string]any); ok && item["ref_id"] != nil {
			ids[item["ref_id"]] = item["id"]
		}
	}
	elements, _ = after.([]any)
	for _, element := range elements {
		item, _ := element.(map[string]any)
		if id, ok := ids[item["ref_id"]]; ok && id != item["id"] {
			return fmt.Errorf("the item %v had the id %v and has %v now", item["ref_id"], id, item["id"])
		}
	}
	return nil
}

// contains reports whether the first value matches the second. Objects in the first value may have additional members, and a null in the
// second matches any value. The ids of items may differ, because the engine assigns a new id to an item that is removed and added again.
func contains(value, other any) bool {
	switch other := other.(type) {
	case nil:
		return true
	case []any:
		elements, _ := value.([]any)
		return slices.EqualFunc(elements, other, contains)
	case map[string]any:
		object, _ := value.(map[string]any)
		_, isItem := other["ref_id"]
		for key, member := range other {
			if isID := isItem && key == "id"; !isID && !contains(object[key], member) {
				return false
			}
		}
		return true
	default:
		return value == other
	}
}

func isCleared(value, clearing any, tombstone string) bool {
	elements, isList := value.([]any)
	for _, element := range elements {
		object, _ := element.(map[string]any)
		if tombstone == "" || object[tombstone] != true {
			return false
		}
	}
	return isList || fmt.Sprint(value) == fmt.Sprint(clearing)
}
