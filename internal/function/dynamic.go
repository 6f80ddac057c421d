// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"math/big"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// rawArgument is the value of a function's only argument, which may be of any type.
func rawArgument(ctx context.Context, arguments tffunction.ArgumentsData) (tftypes.Value, *tffunction.FuncError) {
	var argument types.Dynamic
	if err := arguments.Get(ctx, &argument); err != nil {
		return tftypes.Value{}, err
	}
	value, err := argument.ToTerraformValue(ctx)
	if err != nil {
		return tftypes.Value{}, tffunction.NewFuncError(err.Error())
	}
	return value, nil
}

// dynamic is a value as the result of a function that gives values of any type.
func dynamic(ctx context.Context, value tftypes.Value) (any, *tffunction.FuncError) {
	result, err := types.DynamicType.ValueFromTerraform(ctx, value)
	if err != nil {
		return nil, tffunction.NewFuncError(err.Error())
	}
	return result, nil
}

// rawValue is the value that a configuration gets when it writes a decoded document down: objects and tuples, and nulls without a type.
func rawValue(value any) tftypes.Value {
	switch value := value.(type) {
	case map[string]any:
		types, members := make(map[string]tftypes.Type, len(value)), make(map[string]tftypes.Value, len(value))
		for name, member := range value {
			members[name] = rawValue(member)
			types[name] = members[name].Type()
		}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, members)
	case []any:
		types, elements := make([]tftypes.Type, len(value)), make([]tftypes.Value, len(value))
		for i, element := range value {
			elements[i] = rawValue(element)
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
