// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// eachObject returns a hook that calls do(fields, doc) for an object and all nested objects that have a schema, innermost first.
func eachObject(do func(fields []table.Field, doc jsondoc.Object)) func(c *Call, doc jsondoc.Object) {
	return func(c *Call, doc jsondoc.Object) { walk(c.Table.Fields, doc, do) }
}

func walk(fields []table.Field, doc jsondoc.Object, do func(fields []table.Field, doc jsondoc.Object)) {
	for i := range fields {
		field := &fields[i]
		if len(field.Fields) == 0 {
			continue
		}
		switch value := doc[field.Name].(type) {
		case jsondoc.Object:
			walk(field.Fields, value, do)
		case []any:
			for _, element := range value {
				if inner := jsondoc.AsObject(element); inner != nil {
					walk(field.Fields, inner, do)
				}
			}
		}
	}
	do(fields, doc)
}

// eachElement returns a hook that calls the do function for each array element that is an object, including elements of nested arrays.
func eachElement(do func(fields []table.Field, element jsondoc.Object)) func(c *Call, doc jsondoc.Object) {
	return eachObject(func(fields []table.Field, doc jsondoc.Object) {
		for i := range fields {
			array, _ := doc[fields[i].Name].([]any)
			for _, element := range array {
				if inner := jsondoc.AsObject(element); inner != nil && fields[i].Elements == table.Object {
					do(fields[i].Fields, inner)
				}
			}
		}
	})
}

// eachValue returns a hook that replaces the value of each field, including fields of nested objects, with change(field, value). It skips
// missing fields.
func eachValue(change func(field *table.Field, value any) any) func(c *Call, doc jsondoc.Object) {
	return eachObject(func(fields []table.Field, doc jsondoc.Object) {
		for i := range fields {
			if value, present := doc[fields[i].Name]; present {
				doc[fields[i].Name] = change(&fields[i], value)
			}
		}
	})
}

func eachText(change func(field *table.Field, text string) any) func(c *Call, doc jsondoc.Object) {
	return eachValue(func(field *table.Field, value any) any {
		if text, isText := value.(string); isText {
			return change(field, text)
		}
		return value
	})
}

func eachArray(change func(field *table.Field, elements []any) []any) func(c *Call, doc jsondoc.Object) {
	return eachValue(func(field *table.Field, value any) any {
		if elements, ok := value.([]any); ok && field.Type == table.Array {
			return change(field, elements)
		}
		return value
	})
}
