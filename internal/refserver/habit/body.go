// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// bodies returns the habits (deviations from INTERFACE.md) that reject or ignore parts of request bodies: empty values in an update, fields
// that can't be changed, and unknown keys. The habits for empty values check only top-level fields.
func bodies() map[string]hooks {
	isNull := func(_ *table.Field, value any) bool { return value == nil }
	isEmptyList := func(_ *table.Field, value any) bool {
		elements, isArray := value.([]any)
		return isArray && len(elements) == 0
	}
	isEmptyText := func(field *table.Field, value any) bool { return value == "" && field.OneOf == nil }
	isFixed := func(field *table.Field, _ any) bool {
		return field.CreateOnly || field.References != "" || field.ServerSet && field.Name != "id" // See INTERFACE.md, section 2.3.
	}
	return map[string]hooks{
		"null-refused":       onUpdateOf(isNull, reject("This field must not be empty.")),
		"null-ignored":       onUpdateOf(isNull, ignore),
		"empty-list-refused": onUpdateOf(isEmptyList, reject("This field must not be empty.")),
		"empty-list-ignored": onUpdateOf(isEmptyList, ignore),
		"empty-text-refused": onUpdateOf(isEmptyText, reject("This field must not be empty.")),
		"empty-text-null": onUpdateOf(isEmptyText, func(body jsondoc.Object, names []string) error {
			for _, name := range names {
				body[name] = nil
			}
			return nil
		}),
		"strict-update": onUpdateOf(isFixed, reject("This field cannot be changed.")),
		"unknown-keys-refused": {onBody: func(c *Call, body jsondoc.Object) error {
			return jsondoc.RejectFields(unknownKeys(c.Table.Fields, body))
		}},
		"unknown-keys-dropped": {readBody: eachObject(func(fields []table.Field, doc jsondoc.Object) {
			for name := range doc {
				if !isField(fields, name) {
					delete(doc, name)
				}
			}
		})},
	}
}

// onUpdateOf returns the hooks of a habit (a deviation from INTERFACE.md) that affects some fields in updates: those for which the matches
// function returns true. If an update contains such fields, the habit calls the act function with their names.
func onUpdateOf(matches func(field *table.Field, value any) bool, act func(body jsondoc.Object, names []string) error) hooks {
	return hooks{onBody: func(c *Call, body jsondoc.Object) error {
		var names []string
		for i := range c.Table.Fields {
			field := &c.Table.Fields[i]
			if value, sent := body[field.Name]; sent && matches(field, value) {
				names = append(names, field.Name)
			}
		}
		if c.Operation != table.Update || len(names) == 0 {
			return nil
		}
		return act(body, names)
	}}
}

func reject(message string) func(body jsondoc.Object, names []string) error {
	return func(_ jsondoc.Object, names []string) error {
		found := jsondoc.Problems{}
		for _, name := range names {
			found[name] = []string{message}
		}
		return jsondoc.RejectFields(found)
	}
}

func ignore(body jsondoc.Object, names []string) error {
	deleteAll(body, names)
	return nil
}

func isField(fields []table.Field, name string) bool {
	return slices.ContainsFunc(fields, func(field table.Field) bool { return field.Name == name })
}

// unknownKeys returns a message for each key that is not a field. It includes keys in nested objects and array elements.
func unknownKeys(fields []table.Field, doc jsondoc.Object) jsondoc.Problems {
	found := jsondoc.Problems{}
	for name := range doc {
		if !isField(fields, name) {
			found[name] = []string{"There is no such field."}
		}
	}
	for i := range fields {
		field := &fields[i]
		switch value := doc[field.Name].(type) {
		case jsondoc.Object:
			if inner := unknownKeys(field.Fields, value); field.Type == table.Object && len(inner) > 0 {
				found[field.Name] = inner
			}
		case []any:
			if inner, bad := unknownInElements(field, value); bad {
				found[field.Name] = inner
			}
		}
	}
	return found
}

// unknownInElements returns messages about unknown keys in array elements, one entry per element. bad is true if any key is unknown.
func unknownInElements(field *table.Field, elements []any) (problems []any, bad bool) {
	for _, element := range elements {
		inner := jsondoc.Problems{}
		if object := jsondoc.AsObject(element); object != nil && len(field.Fields) > 0 {
			inner = unknownKeys(field.Fields, object)
		}
		problems = append(problems, inner)
		bad = bad || len(inner) > 0
	}
	return problems, bad
}
