// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package tfvalue reads members of Terraform values: plans, states and configurations. All code of this module that reads a member of such
// a value uses it. Callers know the type from a schema, so the functions report no errors: a value of another type, a null and an unknown
// value read as the Go zero value. Each function takes an optional path of member names.
//
// The package imports only Terraform's plugin types.
package tfvalue

import (
	"maps"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// IsDeclared reports whether a value is neither null nor missing. A missing member is the zero tftypes.Value.
func IsDeclared(v tftypes.Value) bool { return v.Type() != nil && !v.IsNull() }

// Object returns the members of an object. The map belongs to the value: clone it before changing it.
func Object(v tftypes.Value, path ...string) map[string]tftypes.Value {
	var members map[string]tftypes.Value
	read(Member(v, path...), &members)
	return members
}

// Member returns the value at a path of member names, or the zero Value if it is missing.
func Member(v tftypes.Value, path ...string) tftypes.Value {
	for _, name := range path {
		v = Object(v)[name]
	}
	return v
}

// WithMember returns a copy of an object with one member replaced.
func WithMember(v tftypes.Value, name string, member tftypes.Value) tftypes.Value {
	members := maps.Clone(Object(v))
	members[name] = member
	return tftypes.NewValue(v.Type(), members)
}

// List returns the elements of a list. The slice belongs to the value: clone it before changing it.
func List(v tftypes.Value, path ...string) []tftypes.Value {
	var elements []tftypes.Value
	read(Member(v, path...), &elements)
	return elements
}

// Text returns the text at a path, or "".
func Text(v tftypes.Value, path ...string) string {
	var text string
	read(Member(v, path...), &text)
	return text
}

// Bool returns the boolean at a path, or false.
func Bool(v tftypes.Value, path ...string) bool {
	var b bool
	read(Member(v, path...), &b)
	return b
}

// Number returns the number at a path, or nil.
func Number(v tftypes.Value, path ...string) *big.Float {
	f := new(big.Float)
	if !read(Member(v, path...), f) {
		return nil
	}
	return f
}

// read stores a value in target. It returns false and leaves target unchanged if the value is missing, null, unknown or of another type.
func read(v tftypes.Value, target any) bool {
	return IsDeclared(v) && v.IsKnown() && v.As(target) == nil
}
