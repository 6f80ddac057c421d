// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package openapi

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// use is what a schema describes: the body of a create request, the body of an update request, or a response. Their fields differ.
type use int

const (
	forCreate use = iota
	forUpdate
	forResponse
)

func (d *description) addSchemas(t *table.Table) {
	name := title(t.Kind)
	d.schemas[name] = d.objectSchema(t.Fields, forResponse)
	d.schemas[name+"List"] = listSchema(ref("schemas", name))
	if !t.Writable() {
		return
	}
	d.schemas[name+"Create"] = d.objectSchema(t.Fields, forCreate)
	update := d.objectSchema(t.Fields, forUpdate)
	if t.RejectsEmptyUpdate {
		update["minProperties"] = 1
	}
	d.schemas[name+"Update"] = update
}

func (d *description) objectSchema(fields []table.Field, u use) object {
	properties, required := object{}, []string{}
	for i := range fields {
		f := &fields[i]
		if u != forResponse && f.ServerSet {
			continue
		}
		properties[f.Name] = d.fieldSchema(f, u)
		if u == forResponse || u == forCreate && f.Required {
			required = append(required, f.Name)
		}
	}
	return newObjectSchema(properties, required)
}

func newObjectSchema(properties object, required []string) object {
	schema := object{"type": "object", "properties": properties, "additionalProperties": true}
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}

// shape returns a $ref to the schema for the objects in a field. If the description does not contain that schema yet, shape adds it. Engine
// references, such as {id, name}, have the same schema in requests and responses (quirk 11).
func (d *description) shape(f *table.Field, u use) object {
	name := f.Shape
	if f.IsReference() {
		u = forCreate
	} else if u != forResponse {
		name, u = name+"Input", forCreate
	}
	if d.schemas[name] != nil {
		return ref("schemas", name)
	}
	d.schemas[name] = object{} // A placeholder, because the schema may refer to itself.
	schema := d.objectSchema(f.Fields, u)
	if properties, ok := schema["properties"].(object); ok && u == forCreate && table.HasOwnID(f.Fields) {
		properties["id"] = object{"type": "string", "description": "The id of an existing element. Without it the element is new."}
	}
	d.schemas[name] = schema
	return ref("schemas", name)
}

func (d *description) fieldSchema(f *table.Field, u use) object {
	schema := d.valueSchema(f, u)
	if nullable(f, u) {
		schema = orNull(schema)
	}
	var notes []string
	if f.UpdateOnly && u == forCreate {
		notes = append(notes, "The interface document names this field only for updates.")
	}
	if f.CreateOnly && u == forUpdate {
		notes = append(notes, "Cannot be changed.")
	}
	if f.References != "" {
		notes = append(notes, "The id of the "+f.References+".")
	}
	if len(notes) > 0 {
		schema["description"] = strings.Join(notes, " ")
	}
	if f.Default != nil && u == forCreate {
		schema["default"] = f.Default
	}
	return schema
}

// nullable reports whether a field may be null. In a request, null clears the field. In a response, null means that the field has no value.
func nullable(f *table.Field, u use) bool {
	if f.Type == table.JSON || f.Required {
		return false // The schema for any JSON already includes null.
	}
	return u != forResponse || f.Empty() == nil && !f.ServerSet
}

func orNull(schema object) object {
	if kind, ok := schema["type"].(string); ok && schema["enum"] == nil {
		schema["type"] = []string{kind, "null"}
		return schema
	}
	return object{"anyOf": []any{schema, object{"type": "null"}}}
}

// valueSchema returns the schema for a field's non-null values.
func (d *description) valueSchema(f *table.Field, u use) object {
	switch f.Type {
	case table.Object:
		return d.shape(f, u)
	case table.Array:
		return object{"type": "array", "items": d.elementSchema(f, u)}
	case table.Integer, table.Number:
		return numberSchema(f, u)
	default:
		return scalarSchema(f)
	}
}

func (d *description) elementSchema(f *table.Field, u use) object {
	switch f.Elements {
	case table.Object:
		return d.shape(f, u)
	case table.Label:
		return object{"anyOf": []any{object{"type": "string"}, d.shape(f, u)}}
	default:
		return scalarSchema(&table.Field{Type: f.Elements})
	}
}

func numberSchema(f *table.Field, u use) object {
	schema := object{"type": string(f.Type)}
	if f.Min != nil {
		schema["minimum"] = *f.Min
	}
	if f.Max != nil {
		schema["maximum"] = *f.Max
	}
	if f.NumericText && u != forResponse { // The response contains a number (quirk 13).
		return object{"anyOf": []any{schema, object{"type": "string", "pattern": `^\s*-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?\s*$`}}}
	}
	return schema
}

func scalarSchema(f *table.Field) object {
	switch f.Type {
	case table.Boolean:
		return object{"type": "boolean"}
	case table.Text:
		return object{"anyOf": []any{object{"type": "string"}, object{"type": "number"}}}
	case table.JSON: // Some tools do not accept null for the schema {}.
		return object{"type": []string{"array", "boolean", "null", "number", "object", "string"}}
	}
	schema := object{"type": "string"}
	if f.OneOf != nil {
		schema["enum"] = values(f)
	}
	if f.MaxLength > 0 {
		schema["maxLength"] = f.MaxLength
	}
	return schema
}

// values returns the valid values of a field, including those in lower case if the field accepts lower case.
func values(f *table.Field) []string {
	values := slices.Clone(f.OneOf)
	if f.AnyCase {
		for _, value := range f.OneOf {
			values = append(values, strings.ToLower(value))
		}
	}
	return values
}
