// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// clearing returns the habits with which the server imitates engines that treat null, [] or "" in an update differently. These
// habits do not look at fields inside arrays.
func clearing() map[string]behavior {
	isNull := func(_ *table.Field, value any) bool { return value == nil }
	isEmptyList := func(_ *table.Field, value any) bool {
		elements, isArray := value.([]any)
		return isArray && len(elements) == 0
	}
	isEmptyText := func(field *table.Field, value any) bool { return value == "" && field.OneOf == nil }
	return map[string]behavior{
		"null-refused":       {hooks: onCleared(isNull, refuseCleared)},
		"null-ignored":       {hooks: onCleared(isNull, ignoreCleared)},
		"empty-list-refused": {hooks: onCleared(isEmptyList, refuseCleared)},
		"empty-list-ignored": {hooks: onCleared(isEmptyList, ignoreCleared)},
		"empty-text-refused": {hooks: onCleared(isEmptyText, refuseCleared)},
		"empty-text-null":    {hooks: onCleared(isEmptyText, nullCleared)},
	}
}

// onCleared returns a hook that looks for empty values in the body of an update. isEmpty decides which values are empty. If there are any,
// the hook calls the function act with the names of their fields.
func onCleared(isEmpty func(field *table.Field, value any) bool, act func(body jsondoc.Object, names []string) error) hooks {
	return hooks{onBody: func(c *Call, body jsondoc.Object) error {
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

func refuseCleared(_ jsondoc.Object, names []string) error {
	found := jsondoc.Problems{}
	for _, name := range names {
		found[name] = []string{"This field must not be empty."}
	}
	return jsondoc.RefuseFields(found)
}

func ignoreCleared(body jsondoc.Object, names []string) error {
	deleteAll(body, names)
	return nil
}

func nullCleared(body jsondoc.Object, names []string) error {
	for _, name := range names {
		body[name] = nil
	}
	return nil
}
