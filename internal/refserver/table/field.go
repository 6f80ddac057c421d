// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// FieldType is the JSON type that a field takes.
type FieldType string

// The types of the interface document. Integer is a number without fraction, which wire shapes alone has (quirk 81); Text is a string or a number, answered as it
// was sent; Label is a string or a reference {id, name}; JSON is any value.
const (
	String  FieldType = "string"
	Integer FieldType = "integer"
	Number  FieldType = "number"
	Boolean FieldType = "boolean"
	Object  FieldType = "object"
	Array   FieldType = "array"
	Text    FieldType = "string or number"
	Label   FieldType = "string or reference"
	JSON    FieldType = "json"
)

// Field is one row of a table of the interface document.
type Field struct {
	Name     string
	Type     FieldType
	Required bool
	// OneOf lists the values that a string may have; nil means any. AnyCase: in upper or lower case.
	OneOf   []string
	AnyCase bool
	// MaxLength of a string in characters; 0 means any (quirk 81).
	MaxLength int
	// Min and Max bound a number; nil means none (quirk 81).
	Min, Max *int64
	// NumericText: a number may also be sent as text, and is answered as a number then (quirk 13).
	NumericText bool
	// Default is answered when the field was not sent or is null; nil means [] for an array, unless its elements are any JSON, and null for the rest.
	Default any
	// UpdateOnly: the interface document accepts the field on update alone.
	UpdateOnly bool
	// CreateOnly: the field cannot be changed.
	CreateOnly bool
	// ServerSet: the engine sets the field and ignores what is sent.
	ServerSet bool
	// References is the kind of the object whose id the field holds.
	References string
	// Elements is the type of an array's elements.
	Elements FieldType
	// Fields are those of an object, or of an array's elements when they are objects. Shape is the name of such objects.
	Shape  string
	Fields []Field
}

// Empty is what the engine answers for a field that has no value (quirk 37).
func (f *Field) Empty() any {
	if f.Default != nil {
		return f.Default
	}
	if f.Type == Array && f.Elements != JSON {
		return []any{}
	}
	return nil // Also the choices of a parameter (wire shapes section 5).
}

// IsReference reports whether the field holds a reference, or an array of them.
func (f *Field) IsReference() bool { return f.Shape == "Reference" || f.Shape == "TypedReference" }

// Scalar reports whether a list can be filtered and ordered by the field.
func (f *Field) Scalar() bool {
	return f.Type != Array && f.Type != Object && f.Type != JSON
}

// Numeric reports whether the values are compared as numbers.
func (f *Field) Numeric() bool { return f.Type == Integer || f.Type == Number || f.NumericText }

// HasOwnID reports whether elements with these fields have an id that the engine gives them.
func HasOwnID(fields []Field) bool {
	return len(fields) > 0 && fields[0].Name == "id" && fields[0].ServerSet
}

// fieldNamed gives the field of that name, or nil.
func fieldNamed(fields []Field, name string) *Field {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}
