// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"maps"

	"github.com/google/uuid"
)

// check holds a body against a table. It goes through everything, so that one answer names all problems.
type check struct {
	// exists reports whether there is an object of that kind and id.
	exists func(kind, id string) bool
	// updateOnly is set on create.
	updateOnly UpdateOnly
}

// create makes the document of a new object out of a body. The fields that the server sets are left out.
func (c *check) create(fields []Field, body document) (document, problems) {
	doc, found := make(document, len(fields)), problems{}
	for i := range fields {
		field := &fields[i]
		if field.ServerSet {
			continue
		}
		value, sent := body[field.Name]
		switch {
		case field.UpdateOnly && sent && c.updateOnly == Reject:
			found[field.Name] = []string{"This field is accepted on update alone."}
		case field.UpdateOnly && c.updateOnly == Ignore, !sent && !field.Required:
			doc[field.Name] = field.empty()
		case !sent:
			found[field.Name] = []string{"This field is required."}
		default:
			c.put(doc, found, field, value, nil)
		}
	}
	copyUnknown(doc, fields, body)
	return doc, found
}

// update makes the new document of an object out of the fields that were sent.
func (c *check) update(fields []Field, body, prior document) (document, problems) {
	doc, found := maps.Clone(prior), problems{}
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

// put stores one checked value, or its problems.
func (c *check) put(doc document, found problems, field *Field, value, prior any) {
	if value == nil {
		if field.Required {
			found[field.Name] = []string{"This field must not be null."}
			return
		}
		doc[field.Name] = field.empty()
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
func (c *check) value(field *Field, value, prior any) (checked, problem any) {
	switch field.Type {
	case Object:
		return c.object(field.Fields, value)
	case Array:
		return c.array(field, value, prior)
	}
	checked, message := checkScalar(field, value)
	if message == "" && field.References != "" {
		if id, _ := checked.(string); !c.exists(field.References, id) {
			message = "There is no " + field.References + " with this id."
		}
	}
	if message != "" {
		return nil, []string{message}
	}
	return checked, nil
}

// object checks an object inside a field. It is kept as it was sent (quirk 11).
func (c *check) object(fields []Field, value any) (checked, problem any) {
	sent, ok := value.(document)
	if !ok {
		return nil, []string{"Must be an object."}
	}
	doc, found := document{}, problems{}
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

// array checks the elements of an array. The problems are a list with an empty map for every good element.
func (c *check) array(field *Field, value, prior any) (checked, problem any) {
	elements, ok := value.([]any)
	if !ok {
		return nil, []string{"Must be an array."}
	}
	stored, found, bad := make([]any, len(elements)), make([]any, len(elements)), false
	ids := byID(prior)
	for i, element := range elements {
		var wrong any
		stored[i], wrong = c.element(field, element, ids)
		switch messages := wrong.(type) {
		case nil:
			found[i] = problems{}
			continue
		case []string:
			found[i] = problems{wholeObject: messages}
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

// element checks one element. ids are those of the array before; one that is given to an element is taken out.
func (c *check) element(field *Field, element any, ids map[string]document) (checked, problem any) {
	if element == nil && field.Elements != JSON {
		return nil, []string{"This value must not be null."} // Quirk 23.
	}
	if field.Elements == Label {
		if _, isObject := element.(document); isObject {
			return c.object(field.Fields, element)
		}
		return c.value(&Field{Type: String}, element, nil)
	}
	if field.Elements == Object && hasOwnID(field.Fields) {
		return c.item(field.Fields, element, ids)
	}
	return c.value(&Field{Type: field.Elements, Fields: field.Fields}, element, nil)
}

// item checks an element that has an id of its own: it is completed like an object (quirks 11 and 12).
func (c *check) item(fields []Field, element any, ids map[string]document) (checked, problem any) {
	sent, ok := element.(document)
	if !ok {
		return nil, []string{"Must be an object."}
	}
	doc, found := (&check{exists: c.exists}).create(fields, sent)
	if len(found) > 0 {
		return nil, found
	}
	id := idOf(sent)
	if _, known := ids[id]; !known {
		id = uuid.NewString()
	}
	delete(ids, id)
	doc["id"] = id
	return doc, nil
}

// copyUnknown keeps the keys that no table knows (quirk 20).
func copyUnknown(doc document, fields []Field, sent document) {
	for key, value := range sent {
		if fieldNamed(fields, key) == nil {
			doc[key] = value
		}
	}
}
