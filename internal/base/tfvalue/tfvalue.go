// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package tfvalue reads members of Terraform values from plans, states and configurations. Callers know the types from a schema, so the
// functions return no errors. For a value that is null, unknown, missing or of a different type, they return the Go zero value. Most
// functions accept an optional path: String(plan, "filter", "id") returns the id in filter.
//
// The package imports only Terraform's plugin types.
package tfvalue

import (
	"maps"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// IsDeclared reports whether a value is neither null nor missing (the zero tftypes.Value). An unknown value counts as declared.
func IsDeclared(v tftypes.Value) bool { return v.Type() != nil && !v.IsNull() }

// Object returns the members of the object at an attribute path. Callers must not change the map, because it is part of the value.
func Object(v tftypes.Value, path ...string) map[string]tftypes.Value {
	var members map[string]tftypes.Value
	read(Member(v, path...), &members)
	return members
}

// Member returns the value at a path of attribute names. It returns the zero Value if the path does not exist.
func Member(v tftypes.Value, path ...string) tftypes.Value {
	for _, name := range path {
		v = Object(v)[name]
	}
	return v
}

// WithMember returns a copy of the object v, in which the named member has a new value.
func WithMember(v tftypes.Value, name string, member tftypes.Value) tftypes.Value {
	members := maps.Clone(Object(v))
	members[name] = member
	return tftypes.NewValue(v.Type(), members)
}

// List returns the elements of the list at an attribute path. Callers must not change the slice, because it is part of the value.
func List(v tftypes.Value, path ...string) []tftypes.Value {
	var elements []tftypes.Value
	read(Member(v, path...), &elements)
	return elements
}

// String returns the string at an attribute path, or "" if there is no known string.
func String(v tftypes.Value, path ...string) string {
	var text string
	read(Member(v, path...), &text)
	return text
}

// Bool returns the boolean at an attribute path, or false if there is no known boolean.
func Bool(v tftypes.Value, path ...string) bool {
	var b bool
	read(Member(v, path...), &b)
	return b
}

// Number returns the number at an attribute path, or nil if there is no known number.
func Number(v tftypes.Value, path ...string) *big.Float {
	f := new(big.Float)
	if !read(Member(v, path...), f) {
		return nil
	}
	return f
}

// Decode converts a value to JSON data. It omits null members of objects. The leaf function converts other nulls, scalars and unknown
// values.
func Decode(v tftypes.Value, leaf func(tftypes.Value) any) any {
	if v.IsNull() || !v.IsKnown() {
		return leaf(v)
	}
	switch v.Type().(type) {
	case tftypes.Object, tftypes.Map:
		object := map[string]any{}
		for name, member := range Object(v) {
			if !member.IsNull() {
				object[name] = Decode(member, leaf)
			}
		}
		return object
	case tftypes.List, tftypes.Set, tftypes.Tuple:
		list := []any{}
		for _, element := range List(v) {
			list = append(list, Decode(element, leaf))
		}
		return list
	default:
		return leaf(v)
	}
}

// read stores a value in *target. It returns false if the value is missing, null, unknown or of a different type.
func read(v tftypes.Value, target any) bool {
	return IsDeclared(v) && v.IsKnown() && v.As(target) == nil
}
