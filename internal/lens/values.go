// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The accessors below take values whose type the shape has fixed, so a failing As can only mean null or unknown: the zero
// value stands for both. Lists and objects are the value's own: whoever changes one clones it first.

func goText(v tftypes.Value) string {
	var text string
	_ = v.As(&text)
	return text
}

func goBool(v tftypes.Value) bool {
	var b bool
	_ = v.As(&b)
	return b
}

func goNumber(v tftypes.Value) *big.Float {
	f := new(big.Float)
	_ = v.As(&f)
	return f
}

func goList(v tftypes.Value) []tftypes.Value {
	var elements []tftypes.Value
	_ = v.As(&elements)
	return elements
}

func goObject(v tftypes.Value) map[string]tftypes.Value {
	var members map[string]tftypes.Value
	_ = v.As(&members)
	return members
}

// declared tells whether a member of a view takes part: null is "not declared", and the zero Value (a member that is not
// there) counts as null.
func declared(v tftypes.Value) bool {
	return v.Type() != nil && !v.IsNull()
}
