// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// rawType is a dynamic type whose values stay as the plugin protocol delivers them. The dynamic type of the framework converts every nested
// value, which takes longer than the functions themselves.
type rawType struct{ basetypes.DynamicType }

// Equal implements attr.Type.
func (rawType) Equal(other attr.Type) bool {
	_, ok := other.(rawType)
	return ok
}

// ValueFromTerraform implements attr.Type.
func (rawType) ValueFromTerraform(_ context.Context, value tftypes.Value) (attr.Value, error) {
	return rawValue{value}, nil
}

// ValueType implements attr.Type.
func (rawType) ValueType(context.Context) attr.Value { return rawValue{} }

// rawValue is a value of rawType, as the plugin protocol delivered it.
type rawValue struct{ tftypes.Value }

// Type implements attr.Value.
func (rawValue) Type(context.Context) attr.Type { return rawType{} }

// ToTerraformValue implements attr.Value.
func (v rawValue) ToTerraformValue(context.Context) (tftypes.Value, error) { return v.Value, nil }

// Equal implements attr.Value.
func (v rawValue) Equal(other attr.Value) bool {
	o, ok := other.(rawValue)
	return ok && v.Value.Equal(o.Value)
}

// IsUnknown implements attr.Value.
func (v rawValue) IsUnknown() bool { return !v.IsKnown() }

// written converts a decoded rule catalog to the Terraform value of a literal: an object for a map, a tuple for a slice, a null without a
// type for nil.
func written(value any) tftypes.Value {
	switch value := value.(type) {
	case map[string]any:
		members := make(map[string]tftypes.Value, len(value))
		for name, member := range value {
			members[name] = written(member)
		}
		return objectOf(members)
	case []any:
		types, elements := make([]tftypes.Type, len(value)), make([]tftypes.Value, len(value))
		for i, element := range value {
			elements[i] = written(element)
			types[i] = elements[i].Type()
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, elements)
	case string:
		return tftypes.NewValue(tftypes.String, value)
	case bool:
		return tftypes.NewValue(tftypes.Bool, value)
	case *big.Float:
		return tftypes.NewValue(tftypes.Number, value)
	default:
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	}
}
