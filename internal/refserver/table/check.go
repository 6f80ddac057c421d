// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import (
	"fmt"
	"maps"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// Check validates request bodies against the fields in a table. It reports all problems at once.
type Check struct {
	// Exists reports whether an object exists. Check uses it to validate the ids of parents, such as the dashboard of a tab.
	Exists func(kind, id string) bool
	// The interface document lists some fields only for updates (INTERFACE.md, sections 2.3, 2.6 and 2.8). By default, Create accepts these
	// fields. It ignores them with IgnoreUpdateOnly, and rejects them with RejectUpdateOnly.
	IgnoreUpdateOnly, RejectUpdateOnly bool
	// AnyValue disables the check of strings against the valid values (Field.OneOf).
	AnyValue bool
	// AnySize disables the checks of string lengths and number ranges.
	AnySize bool
}

// Create validates the body of a create request. It returns the new object without the fields that only the engine sets, and any problems.
func (c *Check) Create(fields []Field, body jsondoc.Object) (jsondoc.Object, jsondoc.Problems) {
	doc, found := make(jsondoc.Object, len(fields)), jsondoc.Problems{}
	for i := range fields {
		field := &fields[i]
		if field.ServerSet {
			continue
		}
		value, sent := body[field.Name]
		switch {
		case field.UpdateOnly && sent && c.RejectUpdateOnly:
			found[field.Name] = []string{"This field is accepted only on update."}
		case field.UpdateOnly && c.IgnoreUpdateOnly, !sent && !field.Required:
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

// Update validates the body of an update. It returns a copy of the stored object (prior) with the new values, and the problems.
func (c *Check) Update(fields []Field, body, prior jsondoc.Object) (jsondoc.Object, jsondoc.Problems) {
	doc, found := maps.Clone(prior), jsondoc.Problems{}
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

// put validates a field's value. It stores a valid value in doc, and records the problems with an invalid one in found. Null clears a field
// that is not required (quirk 36 in quirks.go).
func (c *Check) put(doc jsondoc.Object, found jsondoc.Problems, field *Field, value, prior any) {
	if value == nil && field.Required {
		found[field.Name] = []string{"This field must not be null."}
	} else if value == nil {
		doc[field.Name] = field.Empty()
	} else if checked, problem := c.value(field, value, prior); problem != nil {
		found[field.Name] = problem
	} else {
		doc[field.Name] = checked
	}
}

// value validates a non-null value. It returns the value to store (checked) if the value is valid, and error messages (problem) if not. The
// messages about an object are grouped by field, and those about an array by element.
func (c *Check) value(field *Field, value, prior any) (checked, problem any) {
	switch field.Type {
	case Object:
		return c.object(field.Fields, value)
	case Array:
		return c.array(field, value, prior)
	}
	limited := *field
	if c.AnyValue {
		limited.OneOf = nil
	}
	if c.AnySize {
		limited.MaxLength, limited.Min, limited.Max = 0, nil, nil
	}
	checked, message := checkScalar(&limited, value)
	if message == "" && field.References != "" {
		if id, _ := checked.(string); !c.Exists(field.References, id) { // The parent must exist (quirk 35).
			message = "There is no " + field.References + " with this id."
		}
	}
	if message != "" {
		return nil, []string{message}
	}
	return checked, nil
}

// object validates an object such as the reference {id, name}. It does not add missing fields, because the engine stores references as they
// are sent (quirk 11 in quirks.go).
func (c *Check) object(fields []Field, value any) (checked, problem any) {
	sent, ok := value.(jsondoc.Object)
	if !ok {
		return nil, []string{"Must be an object."}
	}
	doc, found := jsondoc.Object{}, jsondoc.Problems{}
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

// array validates an array and returns the array to store. prior is the stored array, or nil for a create. If any element is invalid,
// problem contains one entry per element, and the entries for valid elements are empty.
func (c *Check) array(field *Field, value, prior any) (checked, problem any) {
	elements, ok := value.([]any)
	if !ok {
		return nil, []string{"Must be an array."}
	}
	if id := repeatedID(elements); id != "" && prior != nil && HasOwnID(field.Fields) {
		return nil, []string{fmt.Sprintf("Two elements have the id %q.", id)} // Ids must be unique (quirk 84).
	}
	stored, found, bad := make([]any, len(elements)), make([]any, len(elements)), false
	ids := jsondoc.ByID(prior)
	for i, element := range elements {
		var problem any
		stored[i], problem = c.element(field, element, ids)
		switch messages := problem.(type) {
		case nil:
			found[i] = jsondoc.Problems{}
			continue
		case []string:
			found[i] = jsondoc.Problems{jsondoc.WholeObject: messages}
		default:
			found[i] = problem
		}
		bad = true
	}
	if bad {
		return nil, found
	}
	return stored, nil
}

// repeatedID returns an id that occurs in several elements, or "" if there is none.
func repeatedID(elements []any) string {
	seen := make(map[string]bool, len(elements))
	for _, element := range elements {
		id := jsondoc.ID(element)
		if id != "" && seen[id] {
			return id
		}
		seen[id] = true
	}
	return ""
}

// element validates an array element and returns the element to store. ids contains the stored elements that have not been updated yet, by
// id. If element updates one of them, it deletes the id from ids, so that no other element can have the same id.
func (c *Check) element(field *Field, element any, ids map[string]jsondoc.Object) (checked, problem any) {
	if element == nil && field.Elements != JSON {
		return nil, []string{"This value must not be null."} // Elements can't be null (quirk 23).
	}
	if field.Elements == Label {
		if _, isObject := element.(jsondoc.Object); isObject {
			return c.object(field.Fields, element)
		}
		return c.value(&Field{Type: String}, element, nil)
	}
	if field.Elements == Object && !field.IsReference() {
		return c.completeElement(field.Fields, element, ids)
	}
	return c.value(&Field{Type: field.Elements, Fields: field.Fields}, element, nil)
}

// completeElement validates an array element that must be an object, and adds its missing fields (quirk 11 in quirks.go). The element keeps
// its id only if a stored element has the same id. Otherwise, it gets a new one (quirk 12 in quirks.go).
func (c *Check) completeElement(fields []Field, element any, ids map[string]jsondoc.Object) (checked, problem any) {
	sent, ok := element.(jsondoc.Object)
	if !ok {
		return nil, []string{"Must be an object."}
	}
	doc, found := c.Create(fields, sent)
	if len(found) > 0 {
		return nil, found
	}
	if !HasOwnID(fields) {
		return doc, nil
	}
	id := jsondoc.ID(sent)
	if _, known := ids[id]; !known {
		id = uuid.NewString()
	}
	delete(ids, id)
	doc["id"] = id
	return doc, nil
}

// copyUnknown copies unknown keys from sent to doc, because the engine stores them as they are sent (quirk 20 in quirks.go).
func copyUnknown(doc jsondoc.Object, fields []Field, sent jsondoc.Object) {
	for key, value := range sent {
		if fieldNamed(fields, key) == nil {
			doc[key] = value
		}
	}
}
