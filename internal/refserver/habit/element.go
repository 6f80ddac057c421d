// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"slices"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// elements answer arrays otherwise than they were sent.
func elements() []Habit {
	keyed := []string{"dashboard", "widget", "component", "routine", "alert", "function"}
	return []Habit{
		{
			Name: "new-element-ids", Summary: "the items of widgets, alerts and functions have new ids after each update",
			Quirks: []int{12}, Kinds: []string{"widget", "alert", "function"}, points: func(*Set, parameter) points {
				return points{store: renewIDs}
			},
		},
		{
			Name: "no-duplicates", Summary: "equal elements of an array are stored once",
			Quirks: []int{55}, Kinds: keyed, points: func(*Set, parameter) points {
				return points{store: func(c *Call, doc, _ document.Object) error {
					arrays(c.Table.Fields, doc, once)
					return nil
				}}
			},
		},
		{
			Name: "own-elements", Summary: "arrays with keys have an element of the engine's own behind the others",
			Quirks: []int{55, 191}, Kinds: keyed, points: func(*Set, parameter) points {
				return points{
					document: func(c *Call, doc document.Object) { ownElements(c.Table.Fields, doc, addOwn) },
					body: func(c *Call, body document.Object) error {
						ownElements(c.Table.Fields, body, dropOwn)
						return nil
					},
				}
			},
		},
		{
			Name: "own-element-keys", Summary: "elements that are objects have keys of the engine's own",
			Quirks: []int{55}, Kinds: append(keyed, "tab"), points: func(*Set, parameter) points {
				return points{
					document: func(c *Call, doc document.Object) {
						elementsOf(c.Table.Fields, doc, func(_ []table.Field, element document.Object) {
							element["engine_key"] = document.Object{"revision": 1}
						})
					},
					body: func(c *Call, body document.Object) error {
						elementsOf(c.Table.Fields, body, func(_ []table.Field, element document.Object) {
							delete(element, "engine_key")
						})
						return nil
					},
				}
			},
		},
		{
			Name: "reordered-elements", Summary: "arrays with keys come back in the reverse order",
			Quirks: []int{55}, Kinds: keyed, points: func(*Set, parameter) points {
				return points{document: func(c *Call, doc document.Object) {
					arrays(c.Table.Fields, doc, func(field *table.Field, elements []any) []any {
						if key(field) != "" || field.Elements == table.Label {
							slices.Reverse(elements)
						}
						return elements
					})
				}}
			},
		},
	}
}

// renewIDs gives every item another id when its object is updated.
func renewIDs(c *Call, doc, prior document.Object) error {
	if prior == nil {
		return nil
	}
	elementsOf(c.Table.Fields, doc, func(fields []table.Field, element document.Object) {
		if table.HasOwnID(fields) {
			element["id"] = uuid.NewString()
		}
	})
	return nil
}

// once leaves out the elements that are equal to one before them, their own ids aside. Two references are equal when their ids
// are.
func once(field *table.Field, elements []any) []any {
	seen := map[string]bool{}
	return slices.DeleteFunc(elements, func(element any) bool {
		same := element
		if object := document.AsObject(element); object != nil && field.IsReference() {
			same = document.ID(object)
		} else if object != nil && table.HasOwnID(field.Fields) {
			rest := document.Object{}
			for name, value := range object {
				if name != "id" {
					rest[name] = value
				}
			}
			same = rest
		}
		text, err := document.Encode(same)
		if err != nil {
			return false // What was decoded from JSON can be encoded.
		}
		before := seen[string(text)]
		seen[string(text)] = true
		return before
	})
}

// ownKeys are the keys of the engine's own elements, by the name of the key.
var ownKeys = map[string]any{"ref_id": "ENG", "id": "engine-own", "name": "engine_own"}

// ownElements puts what change gives in the place of each array of the document itself that has a key.
func ownElements(fields []table.Field, doc document.Object, change func(elements []any, key string, label bool) []any) {
	for i := range fields {
		field := &fields[i]
		label := field.Elements == table.Label
		name := key(field)
		if label {
			name = "id"
		}
		if array, ok := doc[field.Name].([]any); ok && name != "" {
			doc[field.Name] = change(array, name, label)
		}
	}
}

func addOwn(elements []any, key string, label bool) []any {
	if label {
		return append(elements, ownKeys[key])
	}
	own := document.Object{key: ownKeys[key]}
	switch key {
	case "ref_id":
		own["id"], own["type"] = "engine-own", "EXPRESSION"
	case "id":
		own["name"] = "engine-own"
	}
	return append(elements, own)
}

func dropOwn(elements []any, key string, _ bool) []any {
	return slices.DeleteFunc(elements, func(element any) bool {
		return element == ownKeys[key] || document.AsObject(element)[key] == ownKeys[key]
	})
}
