// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// clearing keeps values that clients want to take away. It concerns the fields of objects; elements are replaced anyway.
func clearing() []Habit {
	habit := func(name, summary string, quirk int, group string, empty func(field *table.Field, value any) bool, change func(c *Call, body document.Object, empty []string) error) Habit {
		return Habit{
			Name: name, Summary: summary, Quirks: []int{quirk}, Kinds: everyKind(), Group: group,
			points: func(*Set, parameter) points {
				return points{body: func(c *Call, body document.Object) error {
					var found []string
					for i := range c.Table.Fields {
						field := &c.Table.Fields[i]
						if value, sent := body[field.Name]; sent && empty(field, value) {
							found = append(found, field.Name)
						}
					}
					if c.Operation != table.Update || len(found) == 0 {
						return nil
					}
					return change(c, body, found)
				}}
			},
		}
	}
	isNull := func(_ *table.Field, value any) bool { return value == nil }
	isEmptyList := func(_ *table.Field, value any) bool {
		elements, isArray := value.([]any)
		return isArray && len(elements) == 0
	}
	isEmptyText := func(field *table.Field, value any) bool { return value == "" && field.OneOf == nil }
	return []Habit{
		habit("null-refused", "null for a field is refused in updates, with 400", 36, "null", isNull, refuseEmpty),
		habit("null-ignored", "null for a field is ignored in updates: the value stays", 36, "null", isNull, ignoreEmpty),
		habit("empty-list-refused", "an empty array is refused in updates, with 400", 59, "empty-list", isEmptyList, refuseEmpty),
		habit("empty-list-ignored", "an empty array is ignored in updates: the elements stay", 59, "empty-list", isEmptyList, ignoreEmpty),
		habit("empty-text-refused", "an empty text is refused in updates, with 400", 18, "empty-text", isEmptyText, refuseEmpty),
		habit("empty-text-null", "an empty text takes the value away in updates, as null does", 18, "empty-text", isEmptyText, clearEmpty),
	}
}

func refuseEmpty(_ *Call, _ document.Object, empty []string) error {
	found := refusal.Problems{}
	for _, name := range empty {
		found[name] = []string{"This field must not be empty."}
	}
	return refusal.Fields(found)
}

func ignoreEmpty(_ *Call, body document.Object, empty []string) error {
	without(body, empty)
	return nil
}

func clearEmpty(_ *Call, body document.Object, empty []string) error {
	for _, name := range empty {
		body[name] = nil
	}
	return nil
}
