// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func elements() map[string]hooks {
	return map[string]hooks{
		"new-element-ids": {onStore: renewIDs},
		"no-duplicates": {onStore: func(c *Call, doc, _ jsondoc.Object) error {
			eachArray(dropDuplicates)(c, doc)
			return nil
		}},
		"own-elements": {show: keyedArrays(addEngineElement), readBody: keyedArrays(dropEngineElement)},
		"own-element-keys": {
			show: eachElement(func(_ []table.Field, element jsondoc.Object) {
				element["engine_key"] = jsondoc.Object{"revision": 1}
			}),
			readBody: eachElement(func(_ []table.Field, element jsondoc.Object) { delete(element, "engine_key") }),
		},
		"reordered-elements": {show: eachArray(func(field *table.Field, elements []any) []any {
			if field.Key() != "" || field.Elements == table.Label {
				slices.Reverse(elements)
			}
			return elements
		})},
	}
}

func renewIDs(c *Call, doc, prior jsondoc.Object) error {
	if prior == nil {
		return nil
	}
	eachElement(func(fields []table.Field, element jsondoc.Object) {
		if table.HasOwnID(fields) {
			element["id"] = uuid.NewString()
		}
	})(c, doc)
	return nil
}

// dropDuplicates removes each element that equals an earlier one. References are equal if they have the same id. Items are compared without
// their ids, because the engine assigns a unique id to each item.
func dropDuplicates(field *table.Field, elements []any) []any {
	seen := map[string]bool{}
	return slices.DeleteFunc(elements, func(element any) bool {
		compared := element
		if object := jsondoc.AsObject(element); object != nil && field.IsReference() {
			compared = jsondoc.ID(object)
		} else if object != nil && table.HasOwnID(field.Fields) {
			rest := maps.Clone(object)
			delete(rest, "id")
			compared = rest
		}
		text, err := jsondoc.Encode(compared)
		if err != nil {
			return false // Can't happen: the element was decoded from JSON.
		}
		again := seen[string(text)]
		seen[string(text)] = true
		return again
	})
}

// engineKeys contains the keys of the elements that the own-elements habit (a deviation from INTERFACE.md) adds to arrays. For example, an
// added item has the ref_id "ENG".
var engineKeys = map[string]any{"ref_id": "ENG", "id": "engine-own", "name": "engine_own"}

// keyedArrays returns a hook that replaces top-level arrays with the result of the change function. It handles arrays of objects with a key
// field, such as id or name. It also handles arrays of strings or references, for which it calls change with isLabel set to true.
func keyedArrays(change func(elements []any, key string, isLabel bool) []any) func(c *Call, doc jsondoc.Object) {
	return func(c *Call, doc jsondoc.Object) {
		for i := range c.Table.Fields {
			field := &c.Table.Fields[i]
			isLabel, key := field.Elements == table.Label, field.Key()
			if isLabel {
				key = "id"
			}
			if array, ok := doc[field.Name].([]any); ok && key != "" {
				doc[field.Name] = change(array, key, isLabel)
			}
		}
	}
}

func addEngineElement(elements []any, key string, isLabel bool) []any {
	if isLabel {
		return append(elements, engineKeys[key])
	}
	added := jsondoc.Object{key: engineKeys[key]}
	switch key {
	case "ref_id":
		added["id"], added["type"] = "engine-own", "EXPRESSION"
	case "id":
		added["name"] = "engine-own"
	}
	return append(elements, added)
}

func dropEngineElement(elements []any, key string, _ bool) []any {
	return slices.DeleteFunc(elements, func(element any) bool {
		return element == engineKeys[key] || jsondoc.AsObject(element)[key] == engineKeys[key]
	})
}
