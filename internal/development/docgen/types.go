// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
)

// convertType converts a type from terraform-plugin-go to go-cty. It returns cty.NilType for nil, which is the type of an attribute with
// nested attributes. It knows no tuples, because no schema has one.
func convertType(from tftypes.Type) cty.Type {
	switch from := from.(type) {
	case nil:
		return cty.NilType
	case tftypes.List:
		return cty.List(convertType(from.ElementType))
	case tftypes.Set:
		return cty.Set(convertType(from.ElementType))
	case tftypes.Map:
		return cty.Map(convertType(from.ElementType))
	case tftypes.Object:
		return cty.Object(convertMap(from.AttributeTypes, convertType))
	}
	switch {
	case from.Is(tftypes.String):
		return cty.String
	case from.Is(tftypes.Number):
		return cty.Number
	case from.Is(tftypes.Bool):
		return cty.Bool
	default:
		return cty.DynamicPseudoType
	}
}
