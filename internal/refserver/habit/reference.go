// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"encoding/json"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// references returns the habits (deviations from INTERFACE.md) that change references in responses: their form, such as {"id": ..., "name":
// ...}, or their names. If a habit changes the form, the server usually also accepts the changed form in request bodies.
func references() map[string]hooks {
	return map[string]hooks{
		"rich-references":    {show: eachReference(addFields), readBody: eachReference(removeFields)},
		"renamed-references": {show: eachReference(rename)},
		"id-references":      {show: eachReference(toID), readBody: eachReference(fromID)},
	}
}

// eachReference returns a hook that replaces each reference with the result of change. The change function must accept any JSON value,
// because clients can send any value as a reference.
func eachReference(change func(field *table.Field, reference any) any) func(c *Call, doc jsondoc.Object) {
	return eachValue(func(field *table.Field, value any) any {
		elements, isArray := value.([]any)
		switch {
		case !field.IsReference():
			return value
		case field.Type != table.Array || !isArray:
			return change(field, value)
		}
		for i := range elements {
			elements[i] = change(field, elements[i])
		}
		return elements
	})
}

// addedFields contains the fields that the rich-references habit adds to each reference.
var addedFields = jsondoc.Object{
	"description": "", "created_at": "2020-01-01T00:00:00.000000Z", "owner": jsondoc.Object{"id": "1", "name": "engine"},
	"count": json.Number("3"),
}

func addFields(field *table.Field, reference any) any {
	if label, isText := reference.(string); isText && field.Elements == table.Label {
		reference = jsondoc.Object{"id": label, "name": label}
	}
	if object := jsondoc.AsObject(reference); object != nil {
		for name, value := range addedFields {
			if _, present := object[name]; !present {
				object[name] = value
			}
		}
	}
	return reference
}

func removeFields(field *table.Field, reference any) any {
	object := jsondoc.AsObject(reference)
	if object == nil {
		return reference
	}
	for name := range addedFields {
		delete(object, name)
	}
	if field.Elements == table.Label && object["id"] == object["name"] {
		return object["id"]
	}
	return object
}

func rename(_ *table.Field, reference any) any {
	if id := jsondoc.ID(reference); id != "" {
		jsondoc.AsObject(reference)["name"] = "The engine's " + id
	}
	return reference
}

func toID(_ *table.Field, reference any) any {
	if object := jsondoc.AsObject(reference); object != nil {
		return object["id"]
	}
	return reference
}

func fromID(field *table.Field, reference any) any {
	if id, isText := reference.(string); isText && field.Elements != table.Label {
		return jsondoc.Object{"id": id}
	}
	return reference
}
