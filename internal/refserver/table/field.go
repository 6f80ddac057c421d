// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// FieldType is the JSON type that a field takes.
type FieldType string

// The types of the interface document. Integer is a whole number, a type that only the wire shapes page has (quirk 81). Text is a
// string or a number, answered as it was sent. Label is a string or a reference {id, name}. JSON is any value.
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
	// OneOf lists the values that a string may have. Nil means any value. With AnyCase, upper and lower case do not matter.
	OneOf   []string
	AnyCase bool
	// MaxLength is the greatest length of a string in characters. 0 means no limit (quirk 81).
	MaxLength int
	// Min and Max are the bounds of a number. Nil means no bound (quirk 81).
	Min, Max *int64
	// NumericText: a number may also be sent as text. It is answered as a number (quirk 13).
	NumericText bool
	// Default is the value if the field was not sent or is null. If Default is nil, the value is [] for an array and null for other types.
	Default any
	// UpdateOnly: the interface document accepts the field only on update.
	UpdateOnly bool
	// CreateOnly: the field can't be changed by an update.
	CreateOnly bool
	// ServerSet: the engine sets the field and ignores the value in bodies.
	ServerSet bool
	// References is the kind of the object whose id is the value.
	References string
	// Elements is the type of an array's elements.
	Elements FieldType
	// Fields are the fields of an object, or of the objects in an array. Shape is the name of such objects.
	Shape  string
	Fields []Field
}

// Empty returns what the engine answers for a field without a value (quirk 37).
func (f *Field) Empty() any {
	if f.Default != nil {
		return f.Default
	}
	if f.Type == Array && f.Elements != JSON {
		return []any{}
	}
	return nil // Also for arrays of any JSON: the choices of a parameter (wire shapes section 5).
}

// IsReference reports whether the value is a reference or an array of references.
func (f *Field) IsReference() bool { return f.Shape == "Reference" || f.Shape == "TypedReference" }

// Scalar reports whether lists can be filtered and sorted by the field.
func (f *Field) Scalar() bool {
	return f.Type != Array && f.Type != Object && f.Type != JSON
}

// Numeric reports whether the values are compared as numbers.
func (f *Field) Numeric() bool { return f.Type == Integer || f.Type == Number || f.NumericText }

// HasOwnID reports whether the engine gives an id to elements with these fields.
func HasOwnID(fields []Field) bool {
	return len(fields) > 0 && fields[0].Name == "id" && fields[0].ServerSet
}

// fieldNamed returns the field with the name, or nil.
func fieldNamed(fields []Field, name string) *Field {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}
