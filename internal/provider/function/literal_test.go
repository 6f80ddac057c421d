// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

var unknown = tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)

// literal converts a Go value to the Terraform value of a literal: an object for a map, a tuple for a slice, a null without a type for nil.
// A Terraform value stays as it is.
func literal(t testing.TB, value any) tftypes.Value {
	t.Helper()
	switch value := value.(type) {
	case nil:
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	case tftypes.Value:
		return value
	case string:
		return providertest.Value(t, tftypes.String, value)
	case bool:
		return providertest.Value(t, tftypes.Bool, value)
	case map[string]any:
		types, members := map[string]tftypes.Type{}, map[string]tftypes.Value{}
		for name, member := range value {
			members[name] = literal(t, member)
			types[name] = members[name].Type()
		}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, members)
	case []any:
		var types []tftypes.Type
		var elements []tftypes.Value
		for _, element := range value {
			elements = append(elements, literal(t, element))
			types = append(types, elements[len(elements)-1].Type())
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, elements)
	default:
		return providertest.Value(t, tftypes.Number, value)
	}
}
