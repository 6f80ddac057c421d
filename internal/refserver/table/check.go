// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import (
	"fmt"
	"maps"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
)

// UpdateOnly is what a create does with fields that the interface document accepts on update alone (interface sections 2.3,
// 2.6 and 2.8).
type UpdateOnly int

const (
	// Accept stores them like any other field.
	Accept UpdateOnly = iota
	// Ignore leaves them out: the answer has their defaults.
	Ignore
	// Reject answers 400 and names each of them.
	Reject
)

// Check holds a body against a table. It goes through everything, so that one answer names all problems.
type Check struct {
	// Exists reports whether there is an object of that kind and id.
	Exists func(kind, id string) bool
	// UpdateOnly counts on create.
	UpdateOnly UpdateOnly
	// AnyValue: the lists of values that the tables give are not complete.
	AnyValue bool
	// AnySize: texts have no greatest length and numbers no bounds.
	AnySize bool
}

// Create makes the document of a new object out of a body (quirk 40). The fields that the server sets are left out.
func (c *Check) Create(fields []Field, body document.Object) (document.Object, refusal.Problems) {
	doc, found := make(document.Object, len(fields)), refusal.Problems{}
	for i := range fields {
		field := &fields[i]
		if field.ServerSet {
			continue
		}
		value, sent := body[field.Name]
		switch {
		case field.UpdateOnly && sent && c.UpdateOnly == Reject:
			found[field.Name] = []string{"This field is accepted on update alone."}
		case field.UpdateOnly && c.UpdateOnly == Ignore, !sent && !field.Required:
			doc[field.Name] = field.Empty()
		case !sent:
			found[field.Name] = []string{"This field is required."}
		default:
			c.put(doc, found, field, value, nil)
		}
	}
	copyUnknown(doc, fields, body)
	return doc, found
}

// Update makes the new document of an object out of the fields that were sent.
func (c *Check) Update(fields []Field, body, prior document.Object) (document.Object, refusal.Problems) {
	doc, found := maps.Clone(prior), refusal.Problems{}
	for i := range fields {
		field := &fields[i]
		value, sent := body[field.Name]
		switch {
		case field.ServerSet || !sent:
		case field.CreateOnly && value != prior[field.Name]:
			found[field.Name] = []string{"This field cannot be changed."}
		default:
			c.put(doc, found, field, value, prior[field.Name])
		}
	}
	copyUnknown(doc, fields, body)
	return doc, found
}

// put stores one checked value, or its problems. Null takes the value away (quirk 36).
func (c *Check) put(doc document.Object, found refusal.Problems, field *Field, value, prior any) {
	if value == nil {
		if field.Required {
			found[field.Name] = []string{"This field must not be null."}
			return
		}
		doc[field.Name] = field.Empty()
		return
	}
	checked, problem := c.value(field, value, prior)
	if problem != nil {
		found[field.Name] = problem
		return
	}
	doc[field.Name] = checked
}

// value checks a value that is not null and gives it as it is stored. A problem is a list of messages or nests.
func (c *Check) value(field *Field, value, prior any) (checked, problem any) {
	switch field.Type {
	case Object:
		return c.object(field.Fields, value)
	case Array:
		return c.array(field, value, prior)
	}
	if c.AnyValue || c.AnySize {
		field = c.open(field)
	}
	checked, message := checkScalar(field, value)
	if message == "" && field.References != "" {
		// Quirk 35.
		if id, _ := checked.(string); !c.Exists(field.References, id) {
			message = "There is no " + field.References + " with this id."
		}
	}
	if message != "" {
		return nil, []string{message}
	}
	return checked, nil
}

// open gives the field without the limits that do not count.
func (c *Check) open(field *Field) *Field {
	open := *field
	if c.AnyValue {
		open.OneOf = nil
	}
	if c.AnySize {
		open.MaxLength, open.Min, open.Max = 0, nil, nil
	}
	return &open
}

// object checks a reference. It is kept as it was sent (quirk 11).
func (c *Check) object(fields []Field, value any) (checked, problem any) {
	sent, ok := value.(document.Object)
	if !ok {
		return nil, []string{"Must be an object."}
	}
	doc, found := document.Object{}, refusal.Problems{}
	for i := range fields {
		field := &fields[i]
		inner, given := sent[field.Name]
		switch {
		case given && (inner != nil || field.Required):
			c.put(doc, found, field, inner, nil)
		case given:
			doc[field.Name] = nil
		case field.Required:
			found[field.Name] = []string{"This field is required."}
		}
	}
	if len(found) > 0 {
		return nil, found
	}
	copyUnknown(doc, fields, sent)
	return doc, nil
}

// array checks the elements of an array; prior is that of the document before an update, else nil. The problems are a list with an empty map for every good element.
func (c *Check) array(field *Field, value, prior any) (checked, problem any) {
	elements, ok := value.([]any)
	if !ok {
		return nil, []string{"Must be an array."}
	}
	if id := repeatedID(elements); id != "" && prior != nil && HasOwnID(field.Fields) {
		return nil, []string{fmt.Sprintf("Two elements have the id %q.", id)} // Quirk 84.
	}
	stored, found, bad := make([]any, len(elements)), make([]any, len(elements)), false
	ids := document.ByID(prior)
	for i, element := range elements {
		var wrong any
		stored[i], wrong = c.element(field, element, ids)
		switch messages := wrong.(type) {
		case nil:
			found[i] = refusal.Problems{}
			continue
		case []string:
			found[i] = refusal.Problems{refusal.WholeObject: messages}
		default:
			found[i] = wrong
		}
		bad = true
	}
	if bad {
		return nil, found
	}
	return stored, nil
}

// repeatedID is an id that two elements have, or "".
func repeatedID(elements []any) string {
	seen := make(map[string]bool, len(elements))
	for _, element := range elements {
		id := document.ID(element)
		if id != "" && seen[id] {
			return id
		}
		seen[id] = true
	}
	return ""
}

// element checks one element. ids are those of the array before; one that is given to an element is taken out.
func (c *Check) element(field *Field, element any, ids map[string]document.Object) (checked, problem any) {
	if element == nil && field.Elements != JSON {
		return nil, []string{"This value must not be null."} // Quirk 23.
	}
	if field.Elements == Label {
		if _, isObject := element.(document.Object); isObject {
			return c.object(field.Fields, element)
		}
		return c.value(&Field{Type: String}, element, nil)
	}
	if field.Elements == Object && !field.IsReference() {
		return c.completed(field.Fields, element, ids)
	}
	return c.value(&Field{Type: field.Elements, Fields: field.Fields}, element, nil)
}

// completed checks an element and completes it like an object (quirk 11). Only items have an id of their own (quirk 12).
func (c *Check) completed(fields []Field, element any, ids map[string]document.Object) (checked, problem any) {
	sent, ok := element.(document.Object)
	if !ok {
		return nil, []string{"Must be an object."}
	}
	doc, found := (&Check{Exists: c.Exists, AnyValue: c.AnyValue, AnySize: c.AnySize}).Create(fields, sent)
	if len(found) > 0 {
		return nil, found
	}
	if !HasOwnID(fields) {
		return doc, nil
	}
	id := document.ID(sent)
	if _, known := ids[id]; !known {
		id = uuid.NewString()
	}
	delete(ids, id)
	doc["id"] = id
	return doc, nil
}

// copyUnknown keeps the keys that no table knows (quirk 20).
func copyUnknown(doc document.Object, fields []Field, sent document.Object) {
	for key, value := range sent {
		if fieldNamed(fields, key) == nil {
			doc[key] = value
		}
	}
}
