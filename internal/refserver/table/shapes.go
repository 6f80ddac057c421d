// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import "encoding/json"

// The functions in this file return fields that several tables share. The fields are new in each call, so a caller may change them.

func identifier() Field { return Field{Name: "id", Type: String, ServerSet: true} }

func createdAt() Field { return Field{Name: "created_at", Type: String, ServerSet: true} }

func required(f Field) Field {
	f.Required = true
	return f
}

// onUpdate returns the fields with UpdateOnly set: the engine's interface document names them for updates and not for creates.
func onUpdate(fields ...Field) []Field {
	for i := range fields {
		fields[i].UpdateOnly = true
	}
	return fields
}

func text(name string) Field { return Field{Name: name, Type: String} }

// oneOf returns a string field that accepts only the given values (quirk 24 in quirks.go).
func oneOf(name string, values ...string) Field {
	return Field{Name: name, Type: String, OneOf: values}
}

func integer(name string) Field { return Field{Name: name, Type: Integer} }

func number(name string) Field { return Field{Name: name, Type: Number} }

func boolean(name string) Field { return Field{Name: name, Type: Boolean} }

func booleanWithDefault(name string, value bool) Field {
	return Field{Name: name, Type: Boolean, Default: value}
}

func textWithDefault(name, value string) Field {
	return Field{Name: name, Type: String, Default: value}
}

func object(name, shape string, fields []Field) Field {
	return Field{Name: name, Type: Object, Shape: shape, Fields: fields}
}

func arrayOf(name, shape string, fields []Field) Field {
	return Field{Name: name, Type: Array, Elements: Object, Shape: shape, Fields: fields}
}

func references(name string) Field { return arrayOf(name, "Reference", reference()) }

func parameters(name string) Field { return arrayOf(name, "Parameter", parameterFields()) }

func dataAddresses(name string) Field { return arrayOf(name, "DataAddress", dataAddressFields()) }

func texts(name string) Field { return Field{Name: name, Type: Array, Elements: String} }

// reference returns the fields of a reference {id, name}. Only the id is required (quirk 10 in quirks.go).
func reference() []Field {
	return []Field{
		{Name: "id", Type: String, Required: true, MaxLength: 100},
		text("name"),
	}
}

// typedReference returns the fields of a reference {id, name} that also has the type of the values to which it refers.
func typedReference() []Field {
	return append(reference(), oneOf("type", "Number", "Boolean", "String"))
}

// itemFields returns the fields that the items of widgets, alerts and functions share (INTERFACE.md, wire shapes section 4). The field
// attribute differs between the three.
func itemFields(attribute Field) []Field {
	return []Field{
		identifier(),
		{Name: "ref_id", Type: String, MaxLength: 5},
		oneOf("type", "QUERY", "EXPRESSION", "METADATA"),
		textWithDefault("label", ""),
		text("expression"),
		text("expression_plain"),
		object("query_filter_asset", "Reference", reference()),
		attribute,
		object("query_filter_metadata", "Reference", reference()),
		textWithDefault("query_plain", ""),
		oneOf("query_group_unit", "", "second", "minute", "hour", "day", "month"),
		oneOf("query_group_function", "", "avg", "sum", "min", "max", "last"),
		text("query_sort_field"),
		{Name: "query_sort_direction", Type: Integer, Min: new(int64(-1)), Max: new(int64(1)), Default: json.Number("-1")},
	}
}

// limitedItemFields returns the fields of an item of a widget or an alert. Items of functions lack one of them: query_limit.
func limitedItemFields() []Field {
	return append(itemFields(object("query_filter_attribute", "Reference", reference())), Field{
		Name: "query_limit", Type: Integer, Min: new(int64(1)), Max: new(int64(10000)), Default: json.Number("10000"),
	})
}

// parameterFields returns the fields of a parameter of a component (INTERFACE.md, wire shapes section 5).
func parameterFields() []Field {
	return []Field{
		text("name"), text("description"), text("type"),
		boolean("required"), boolean("multiple"), boolean("sensitive"),
		{Name: "choices", Type: Array, Elements: JSON},
		text("depends_on"),
		{Name: "value", Type: JSON},
	}
}

// dataAddressFields returns the fields of a data address, which names the input or output data of a routine (INTERFACE.md, wire shapes
// section 6).
func dataAddressFields() []Field {
	return []Field{
		text("name"), text("description"), text("type"),
		oneOf("value_type", "Number", "String", "Boolean", "AssetAttribute"), // Quirk 250 adds AssetAttribute.
		boolean("required"), boolean("multiple"), boolean("sensitive"),
		{Name: "value", Type: JSON},
	}
}

// scheduleFields returns the fields of both schedules: rate_value, rate_unit, and cron_minutes to cron_year. The rate fields are
// parameters, because alerts and functions have different types for them.
func scheduleFields(rateValue, rateUnit Field) []Field {
	return []Field{
		rateValue, rateUnit,
		text("cron_minutes"), text("cron_hours"), text("cron_dom"), text("cron_month"), text("cron_dow"), text("cron_year"),
	}
}
