// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// FieldType determines which JSON values a field accepts.
type FieldType string

// These are the types of fields. All except Integer occur in the engine's interface document. Integer is for numbers that must not have a
// fraction (quirk 81 in quirks.go). A Text value is a string or a number. The engine returns it as it was sent, unless NumericText is true.
// A Label value is a string or a reference {id, name}.
const (
	String  FieldType = "string"
	Integer FieldType = "integer"
	Number  FieldType = "number"
	Boolean FieldType = "boolean"
	Object  FieldType = "object"
	Array   FieldType = "array"
	Text    FieldType = "string or number"
	Label   FieldType = "string or Reference"
	JSON    FieldType = "any JSON"
)

// Field describes one field of an object. Most Fields are parsed from the rows of tables in INTERFACE.md.
type Field struct {
	Name     string
	Type     FieldType
	Required bool
	// OneOf contains the valid strings. If it is nil, every string is valid. If AnyCase is true, case doesn't matter.
	OneOf   []string
	AnyCase bool
	// MaxLength is the maximum number of characters in a string, or 0 if there is no limit.
	MaxLength int
	// Min and Max are the bounds of a number, or nil if there is no bound.
	Min, Max *int64
	// NumericText is true if a client may also send a number as a string. For "5", the engine returns 5 (quirk 13 in quirks.go).
	NumericText bool
	// Default is the value that the engine returns if a client omits the field or sends null. If Default is nil, the engine returns [] for
	// an array, and null for other types.
	Default any
	// UpdateOnly is true if the engine's interface document lists the field for updates but not for creates.
	UpdateOnly bool
	// CreateOnly is true if an update can't change the field.
	CreateOnly bool
	// ServerSet is true if the engine sets the field. The server ignores the field in request bodies, except that the id of an array
	// element identifies the stored element.
	ServerSet bool
	// References is the kind of object whose id the field contains, such as "dashboard" for the dashboard field of a tab.
	References string
	// Elements is the element type of an array.
	Elements FieldType
	// Fields describes the object in this field, or each object in an array. Shape is the name of the object's type, such as AlertItem.
	Shape  string
	Fields []Field
}

// Empty returns the value of a field that is not set: its default, [] for an array, or null (quirk 37 in quirks.go).
func (f *Field) Empty() any {
	if f.Default != nil {
		return f.Default
	}
	if f.Type == Array && f.Elements != JSON {
		return []any{}
	}
	// The interface document specifies no empty value for an array with elements of any type, such as a parameter's choices (section 5 of
	// "Wire shapes").
	return nil
}

// IsReference reports whether the field contains a reference, such as {id, name}, or an array of references.
func (f *Field) IsReference() bool { return f.Shape == "Reference" || f.Shape == "TypedReference" }

// Key returns the name of the field that identifies an array's elements: ref_id, id, name or port. For arrays without such a field, such as
// thresholds, it returns "".
func (f *Field) Key() string {
	if f.Elements != Object {
		return ""
	}
	for _, name := range []string{"ref_id", "id", "name", "port"} {
		if fieldNamed(f.Fields, name) != nil {
			return name
		}
	}
	return ""
}

// Scalar reports whether the field contains a single string, number or boolean. List requests can filter and sort only by such fields.
func (f *Field) Scalar() bool {
	return f.Type != Array && f.Type != Object && f.Type != JSON
}

// Numeric reports whether filters and sorting compare the field's values as numbers instead of as strings.
func (f *Field) Numeric() bool { return f.Type == Integer || f.Type == Number || f.NumericText }

// HasOwnID reports whether the engine assigns an id to each array element that has these fields. For example, alert items have such ids.
func HasOwnID(fields []Field) bool {
	return len(fields) > 0 && fields[0].Name == "id" && fields[0].ServerSet
}

func fieldNamed(fields []Field, name string) *Field {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}
