// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/describe"
)

// rawType is a dynamic type that keeps each value as the tftypes.Value from the plugin protocol. The framework's own dynamic type converts
// every nested value, which would take longer than the functions themselves.
type rawType struct{ basetypes.DynamicType }

func (rawType) Equal(other attr.Type) bool {
	_, ok := other.(rawType)
	return ok
}

func (rawType) ValueFromTerraform(_ context.Context, value tftypes.Value) (attr.Value, error) {
	return rawValue{value}, nil
}

func (rawType) ValueType(context.Context) attr.Value { return rawValue{} }

type rawValue struct{ tftypes.Value }

func (rawValue) Type(context.Context) attr.Type { return rawType{} }

func (v rawValue) ToTerraformValue(context.Context) (tftypes.Value, error) { return v.Value, nil }

func (v rawValue) Equal(other attr.Value) bool {
	o, ok := other.(rawValue)
	return ok && v.Value.Equal(o.Value)
}

func (v rawValue) IsUnknown() bool { return !v.IsKnown() }

// literalOf converts a decoded rule catalog to the Terraform value that a literal in a configuration would have. A map becomes an object, a
// slice becomes a tuple, and nil becomes null without a type.
func literalOf(value any) tftypes.Value {
	switch value := value.(type) {
	case map[string]any:
		members := make(map[string]tftypes.Value, len(value))
		for name, member := range value {
			members[name] = literalOf(member)
		}
		return objectOf(members)
	case []any:
		types, elements := make([]tftypes.Type, len(value)), make([]tftypes.Value, len(value))
		for i, element := range value {
			elements[i] = literalOf(element)
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

// class is a group of types. The function deep_merge lets a value replace another value only if both types are in the same class.
type class int

const (
	anything class = iota // the type is unknown, so every other class matches
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
	switch {
	case t.Is(tftypes.Object{}):
		return "an object"
	case t.Is(tftypes.Map{}):
		return "a map"
	case t.Is(tftypes.Set{}):
		return "a set"
	case classOf(t) == sequence:
		return "a list"
	case t.Is(tftypes.String):
		return "a string"
	case t.Is(tftypes.Number):
		return "a number"
	case t.Is(tftypes.Bool):
		return "a boolean"
	default:
		return "null"
	}
}

// unknown represents a value that is not known until apply.
type unknown = describe.Unknown

// decode converts a Terraform value to decoded JSON. An unknown value becomes unknown{}. Null members of objects are left out.
func decode(value tftypes.Value) any {
	return tfvalue.Decode(value, func(leaf tftypes.Value) any {
		switch {
		case !leaf.IsKnown():
			return unknown{}
		case leaf.IsNull():
			return nil
		case leaf.Type().Is(tftypes.Bool):
			return tfvalue.Bool(leaf)
		case leaf.Type().Is(tftypes.Number):
			return numberOf(tfvalue.Number(leaf))
		default:
			return tfvalue.String(leaf)
		}
	})
}

// numberOf converts a number to a json.Number. If a float64 can represent the number exactly, it uses strconv, which is ten times as fast
// as n.Text.
func numberOf(n *big.Float) json.Number {
	if f, accuracy := n.Float64(); accuracy == big.Exact {
		return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
	}
	return json.Number(n.Text('g', -1))
}

func containsUnknown(value any) bool {
	switch value := value.(type) {
	case unknown:
		return true
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), containsUnknown)
	case []any:
		return slices.ContainsFunc(value, containsUnknown)
	default:
		return false
	}
}
