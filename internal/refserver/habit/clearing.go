// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// clearing returns the habits (switches) with which the server imitates engines that treat null, [] or "" in an update differently. These
// switches do not look at fields inside arrays.
func clearing() []Habit {
	isNull := func(_ *table.Field, value any) bool { return value == nil }
	isEmptyList := func(_ *table.Field, value any) bool {
		elements, isArray := value.([]any)
		return isArray && len(elements) == 0
	}
	isEmptyText := func(field *table.Field, value any) bool { return value == "" && field.OneOf == nil }
	return []Habit{
		{
			Name: "null-refused", Summary: "an update that sets a field to null is refused with 400",
			Quirks: []int{36}, Group: "null", hooks: onCleared(isNull, refuseCleared),
		},
		{
			Name: "null-ignored", Summary: "an update that sets a field to null leaves its value as it is",
			Quirks: []int{36}, Group: "null", hooks: onCleared(isNull, ignoreCleared),
		},
		{
			Name: "empty-list-refused", Summary: "an update with an empty array is refused with 400",
			Quirks: []int{59}, Group: "empty-list", hooks: onCleared(isEmptyList, refuseCleared),
		},
		{
			Name: "empty-list-ignored", Summary: "an update with an empty array leaves the elements as they are",
			Quirks: []int{59}, Group: "empty-list", hooks: onCleared(isEmptyList, ignoreCleared),
		},
		{
			Name: "empty-text-refused", Summary: "an update with an empty text is refused with 400",
			Quirks: []int{18}, Group: "empty-text", hooks: onCleared(isEmptyText, refuseCleared),
		},
		{
			Name: "empty-text-null", Summary: "an update with an empty text sets the field to null",
			Quirks: []int{18}, Group: "empty-text", hooks: onCleared(isEmptyText, nullCleared),
		},
	}
}

// onCleared returns a hook that looks for empty values in the body of an update. isEmpty decides which values are empty. If there are any,
// the hook calls the function act with the names of their fields.
func onCleared(isEmpty func(field *table.Field, value any) bool, act func(body document.Object, names []string) error) hooks {
	return hooks{onBody: func(c *Call, body document.Object) error {
		var cleared []string
		for i := range c.Table.Fields {
			field := &c.Table.Fields[i]
			if value, sent := body[field.Name]; sent && isEmpty(field, value) {
				cleared = append(cleared, field.Name)
			}
		}
		if c.Operation != table.Update || len(cleared) == 0 {
			return nil
		}
		return act(body, cleared)
	}}
}

func refuseCleared(_ document.Object, names []string) error {
	found := document.Problems{}
	for _, name := range names {
		found[name] = []string{"This field must not be empty."}
	}
	return document.RefuseFields(found)
}

func ignoreCleared(body document.Object, names []string) error {
	deleteAll(body, names)
	return nil
}

func nullCleared(body document.Object, names []string) error {
	for _, name := range names {
		body[name] = nil
	}
	return nil
}
