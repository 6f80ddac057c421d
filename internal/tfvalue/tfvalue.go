// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package tfvalue reads the values of Terraform's protocol: plans, states and configurations, and what they are made of.
// There is no other way in this module to read a member of a value. Whoever asks for a type knows it from a schema, so a
// value of another type, a null and an unknown one all read as the zero value. Each function reads the value itself, or what
// is at a path of member names within it.
//
// It imports Terraform's plugin types alone.
package tfvalue

import (
	"maps"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// IsDeclared tells whether a value takes part: null is "not declared", and so is the zero Value, a member that is not there.
func IsDeclared(v tftypes.Value) bool { return v.Type() != nil && !v.IsNull() }

// Object has the members of an object. They are the value's own: who changes them clones them first.
func Object(v tftypes.Value, path ...string) map[string]tftypes.Value {
	var members map[string]tftypes.Value
	read(Member(v, path...), &members)
	return members
}

// Member is what is at a path of member names, the zero Value where there is nothing.
func Member(v tftypes.Value, path ...string) tftypes.Value {
	for _, name := range path {
		v = Object(v)[name]
	}
	return v
}

// WithMember is an object with one member replaced.
func WithMember(v tftypes.Value, name string, member tftypes.Value) tftypes.Value {
	members := maps.Clone(Object(v))
	members[name] = member
	return tftypes.NewValue(v.Type(), members)
}

// List has the elements of a list. They are the value's own: who changes them clones them first.
func List(v tftypes.Value, path ...string) []tftypes.Value {
	var elements []tftypes.Value
	read(Member(v, path...), &elements)
	return elements
}

// Text is a text.
func Text(v tftypes.Value, path ...string) string {
	var text string
	read(Member(v, path...), &text)
	return text
}

// Bool is a boolean.
func Bool(v tftypes.Value, path ...string) bool {
	var b bool
	read(Member(v, path...), &b)
	return b
}

// Number is a number, nil where there is none.
func Number(v tftypes.Value, path ...string) *big.Float {
	f := new(big.Float)
	if !read(Member(v, path...), f) {
		return nil
	}
	return f
}

// read leaves the target as it is, and is false, when the value has another type, is null or is not known.
func read(v tftypes.Value, target any) bool {
	return IsDeclared(v) && v.IsKnown() && v.As(target) == nil
}
