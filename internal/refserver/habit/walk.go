// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// objects does something with the object and with each that is in one of its fields, as far as tables describe them; the
// inner ones come first. What is any JSON is left alone.
func objects(fields []table.Field, doc document.Object, do func(fields []table.Field, doc document.Object)) {
	inObjects(fields, doc, do)
	do(fields, doc)
}

// inObjects is objects without the object itself.
func inObjects(fields []table.Field, doc document.Object, do func(fields []table.Field, doc document.Object)) {
	for i := range fields {
		field := &fields[i]
		if len(field.Fields) == 0 {
			continue
		}
		switch value := doc[field.Name].(type) {
		case document.Object:
			objects(field.Fields, value, do)
		case []any:
			for _, element := range value {
				if inner := document.AsObject(element); inner != nil {
					objects(field.Fields, inner, do)
				}
			}
		}
	}
}

// elementsOf does something with each object that is an element of an array.
func elementsOf(fields []table.Field, doc document.Object, do func(fields []table.Field, element document.Object)) {
	objects(fields, doc, func(fields []table.Field, doc document.Object) {
		for i := range fields {
			array, _ := doc[fields[i].Name].([]any)
			for _, element := range array {
				if inner := document.AsObject(element); inner != nil && fields[i].Elements == table.Object {
					do(fields[i].Fields, inner)
				}
			}
		}
	})
}

// values puts what change gives in the place of each value of a field that is there.
func values(fields []table.Field, doc document.Object, change func(field *table.Field, value any) any) {
	objects(fields, doc, func(fields []table.Field, doc document.Object) {
		for i := range fields {
			if value, there := doc[fields[i].Name]; there {
				doc[fields[i].Name] = change(&fields[i], value)
			}
		}
	})
}

// arrays puts what change gives in the place of each array.
func arrays(fields []table.Field, doc document.Object, change func(field *table.Field, elements []any) []any) {
	values(fields, doc, func(field *table.Field, value any) any {
		if elements, ok := value.([]any); ok && field.Type == table.Array {
			return change(field, elements)
		}
		return value
	})
}

// key is the name of the field by which the elements of an array are known, "" when their place counts (wire shapes
// section 4).
func key(field *table.Field) string {
	if field.Elements != table.Object {
		return ""
	}
	for _, name := range []string{"ref_id", "id", "name", "port"} {
		for i := range field.Fields {
			if field.Fields[i].Name == name {
				return name
			}
		}
	}
	return ""
}
