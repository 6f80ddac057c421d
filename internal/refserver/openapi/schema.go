// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package openapi

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// use is what an object is described for: it takes and answers different things.
type use int

const (
	forCreate use = iota
	forUpdate
	forAnswer
)

// addSchemas describes the objects of a kind: as they are answered, alone and in lists, and as they are sent.
func (d *description) addSchemas(t *table.Table) {
	name := title(t.Kind)
	d.schemas[name] = d.objectSchema(t.Fields, forAnswer)
	d.schemas[name+"List"] = listSchema(ref("schemas", name))
	if !t.Written() {
		return // Clients only list these.
	}
	d.schemas[name+"Create"] = d.objectSchema(t.Fields, forCreate)
	update := d.objectSchema(t.Fields, forUpdate)
	if t.RefusesEmptyUpdate {
		update["minProperties"] = 1
	}
	d.schemas[name+"Update"] = update
}

// objectSchema describes an object that the engine completes: one of a kind, or an element.
func (d *description) objectSchema(fields []table.Field, u use) object {
	properties, required := object{}, []string{}
	for i := range fields {
		f := &fields[i]
		if u != forAnswer && f.ServerSet {
			continue
		}
		properties[f.Name] = d.fieldSchema(f, u)
		if u == forAnswer || u == forCreate && f.Required {
			required = append(required, f.Name)
		}
	}
	return typed(properties, required)
}

func typed(properties object, required []string) object {
	schema := object{"type": "object", "properties": properties, "additionalProperties": true}
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}

// shape gives the name of the schema of an object inside a field, and describes it the first time. Elements are answered
// completed, references as they were sent (quirk 11).
func (d *description) shape(f *table.Field, u use) object {
	completed := !f.IsReference()
	name := f.Shape
	if completed && u != forAnswer {
		name += "Input"
	}
	if d.schemas[name] != nil {
		return ref("schemas", name)
	}
	d.schemas[name] = object{} // Its place, should it be inside itself.
	switch {
	case completed && u == forAnswer:
		d.schemas[name] = d.objectSchema(f.Fields, forAnswer)
	case completed:
		input := d.objectSchema(f.Fields, forCreate)
		if properties, ok := input["properties"].(object); ok && table.HasOwnID(f.Fields) {
			properties["id"] = object{"type": "string", "description": "Of the element that is meant; without it the element is new."}
		}
		d.schemas[name] = input
	default:
		d.schemas[name] = d.sentSchema(f.Fields)
	}
	return ref("schemas", name)
}

// sentSchema describes an object that is kept as it was sent.
func (d *description) sentSchema(fields []table.Field) object {
	properties, required := object{}, []string{}
	for i := range fields {
		f := &fields[i]
		properties[f.Name] = d.fieldSchema(f, forUpdate)
		if f.Required {
			required = append(required, f.Name)
		}
	}
	return typed(properties, required)
}

// fieldSchema describes the values of a field.
func (d *description) fieldSchema(f *table.Field, u use) object {
	schema := d.valueSchema(f, u)
	if nullable(f, u) {
		schema = orNull(schema)
	}
	var notes []string
	if f.UpdateOnly && u == forCreate {
		notes = append(notes, "The interface document names this field for updates alone.")
	}
	if f.CreateOnly && u == forUpdate {
		notes = append(notes, "Cannot be changed.")
	}
	if f.References != "" {
		notes = append(notes, "The id of a "+f.References+".")
	}
	if len(notes) > 0 {
		schema["description"] = strings.Join(notes, " ")
	}
	if f.Default != nil && u == forCreate {
		schema["default"] = f.Default
	}
	return schema
}

// nullable reports whether null can be the value: sent, it clears the field; answered, the field has no value.
func nullable(f *table.Field, u use) bool {
	if f.Type == table.JSON || f.Required {
		return false // JSON takes null anyway.
	}
	return u != forAnswer || f.Empty() == nil && !f.ServerSet
}

func orNull(schema object) object {
	if kind, ok := schema["type"].(string); ok && schema["enum"] == nil {
		schema["type"] = []string{kind, "null"}
		return schema
	}
	return object{"anyOf": []any{schema, object{"type": "null"}}}
}

// valueSchema describes the values of a field but null.
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
	if f.NumericText && u != forAnswer { // Answered as a number (quirk 13).
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
	case table.JSON:
		return object{"type": []string{"array", "boolean", "null", "number", "object", "string"}} // Some programs take {} for anything but null.
	}
	schema := object{"type": "string"}
	if f.OneOf != nil {
		schema["enum"] = spellings(f)
	}
	if f.MaxLength > 0 {
		schema["maxLength"] = f.MaxLength
	}
	return schema
}

// spellings are the values that a field takes, in lower case too where that is as good.
func spellings(f *table.Field) []string {
	values := f.OneOf
	if f.AnyCase {
		for _, value := range f.OneOf {
			values = append(values[:len(values):len(values)], strings.ToLower(value))
		}
	}
	return values
}
