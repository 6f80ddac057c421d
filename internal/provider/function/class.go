// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import "github.com/hashicorp/terraform-plugin-go/tftypes"

// class groups types for deep_merge: objects and maps have the same class. A value may replace an earlier one only if both have the same
// class, so a list never replaces a text.
type class int

const (
	anything class = iota // the type is unknown
	mapping
	sequence
	scalar
)

func classOf(t tftypes.Type) class {
	switch t.(type) {
	case tftypes.Object, tftypes.Map:
		return mapping
	case tftypes.List, tftypes.Set, tftypes.Tuple:
		return sequence
	}
	if t.Is(tftypes.DynamicPseudoType) {
		return anything
	}
	return scalar
}

func nounOf(t tftypes.Type) string {
	switch t.(type) {
	case tftypes.Object:
		return "an object"
	case tftypes.Map:
		return "a map"
	case tftypes.List, tftypes.Tuple:
		return "a list"
	case tftypes.Set:
		return "a set"
	}
	switch {
	case t.Is(tftypes.String):
		return "a text"
	case t.Is(tftypes.Number):
		return "a number"
	case t.Is(tftypes.Bool):
		return "a boolean"
	default:
		return "null"
	}
}
