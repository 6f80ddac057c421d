// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"encoding/json"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// references answer the objects {id, name} in other forms, and take these forms as well.
func references() []Habit {
	kinds := []string{"dashboard", "widget", "component", "alert", "function"}
	return []Habit{
		{
			Name: "rich-references", Summary: "references come back as larger objects, and the tags of functions as such objects",
			Quirks: []int{56, 253}, Kinds: kinds, points: func(*Set, parameter) points { return referenceForms(enrich, impoverish) },
		},
		{
			Name: "renamed-references", Summary: "references come back with the name that the engine knows, not with the one that was sent",
			Quirks: []int{56, 190}, Kinds: kinds, points: func(*Set, parameter) points { return referenceForms(rename, nil) },
		},
		{
			Name: "id-references", Summary: "references come back as plain ids",
			Quirks: []int{56}, Kinds: kinds, points: func(*Set, parameter) points { return referenceForms(toID, fromID) },
		},
	}
}

// referenceForms changes each reference on its way out and on its way in. What stands in the place of a reference may be
// anything on its way in.
func referenceForms(out, in func(field *table.Field, reference any) any) points {
	each := func(fields []table.Field, doc document.Object, change func(field *table.Field, reference any) any) {
		values(fields, doc, func(field *table.Field, value any) any {
			if !field.IsReference() {
				return value
			}
			elements, isArray := value.([]any)
			if field.Type != table.Array || !isArray {
				return change(field, value)
			}
			for i := range elements {
				elements[i] = change(field, elements[i])
			}
			return elements
		})
	}
	p := points{document: func(c *Call, doc document.Object) { each(c.Table.Fields, doc, out) }}
	if in != nil {
		p.body = func(c *Call, body document.Object) error {
			each(c.Table.Fields, body, in)
			return nil
		}
	}
	return p
}

// richness are the keys that a rich reference has besides its own.
var richness = document.Object{
	"description": "", "created_at": "2020-01-01T00:00:00.000000Z", "owner": document.Object{"id": "1", "name": "engine"},
	"count": json.Number("3"),
}

func enrich(field *table.Field, reference any) any {
	if label, isText := reference.(string); isText && field.Elements == table.Label {
		reference = document.Object{"id": label, "name": label}
	}
	if object := document.AsObject(reference); object != nil {
		for name, value := range richness {
			if _, there := object[name]; !there {
				object[name] = value
			}
		}
	}
	return reference
}

func impoverish(field *table.Field, reference any) any {
	object := document.AsObject(reference)
	if object == nil {
		return reference
	}
	for name := range richness {
		delete(object, name)
	}
	if field.Elements == table.Label && object["id"] == object["name"] {
		return object["id"]
	}
	return object
}

func rename(_ *table.Field, reference any) any {
	if id := document.ID(reference); id != "" {
		document.AsObject(reference)["name"] = "The engine's " + id
	}
	return reference
}

func toID(_ *table.Field, reference any) any {
	if object := document.AsObject(reference); object != nil {
		return object["id"]
	}
	return reference
}

func fromID(field *table.Field, reference any) any {
	if id, isText := reference.(string); isText && field.Elements != table.Label {
		return document.Object{"id": id}
	}
	return reference
}
