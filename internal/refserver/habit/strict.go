// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// strictness returns the habits with which the server imitates engines that refuse requests which the server normally accepts.
func strictness() map[string]behavior {
	return map[string]behavior{
		"strict-update": {hooks: hooks{onBody: refuseFixed}},
		"unknown-keys-refused": {hooks: hooks{onBody: func(c *Call, body jsondoc.Object) error {
			return jsondoc.RefuseFields(unknownKeys(c.Table.Fields, body))
		}}},
		"unknown-keys-dropped": {hooks: hooks{readBody: eachObject(func(fields []table.Field, doc jsondoc.Object) {
			for name := range doc {
				if !isField(fields, name) {
					delete(doc, name)
				}
			}
		})}},
	}
}

// refuseFixed refuses an update that sends a field which no update can change: the parent of the object, or a field that only the
// engine sets. It accepts the id (INTERFACE.md, section 2.3).
func refuseFixed(c *Call, body jsondoc.Object) error {
	if c.Operation != table.Update {
		return nil
	}
	found := jsondoc.Problems{}
	for i := range c.Table.Fields {
		field := &c.Table.Fields[i]
		fixed := field.CreateOnly || field.References != "" || field.ServerSet && field.Name != "id"
		if _, sent := body[field.Name]; sent && fixed {
			found[field.Name] = []string{"This field cannot be changed."}
		}
	}
	return jsondoc.RefuseFields(found)
}

func isField(fields []table.Field, name string) bool {
	return slices.ContainsFunc(fields, func(field table.Field) bool { return field.Name == name })
}

// unknownKeys returns a problem for each key of a JSON object that is not the name of one of the fields. It also looks into arrays and
// inner JSON objects.
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

// unknownInElements returns the problems of each array element. bad is true if any element has an unknown key.
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
