// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

func queryPlainFunction() Function {
	return Function{
		Name: "query_plain",
		definition: tffunction.Definition{
			Summary: "Makes the string that the engine runs for a query",
			MarkdownDescription: "Makes the JSON-encoded string that the engine runs to read an attribute of an asset: the value of `query_plain` " +
				"of a `QUERY` item. If a resource does not declare this attribute, the provider derives it. Use the function in other " +
				"places, such as the settings of a component.",
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{Name: "asset_id", MarkdownDescription: "Identifier of the asset."},
				tffunction.StringParameter{Name: "attribute_id", MarkdownDescription: "Identifier of the attribute."},
				tffunction.StringParameter{
					Name: "group_unit", AllowNullValue: true,
					MarkdownDescription: "Unit of time by which values are grouped: `second`, `minute`, `hour`, `day` or `month`. If it is null or " +
						"empty, values are not grouped.",
				},
				tffunction.StringParameter{
					Name: "group_function", AllowNullValue: true,
					MarkdownDescription: "Function that makes one value from the values of a group: `avg`, `sum`, `min`, `max` or `last`. If it is " +
						"null or empty, values are not grouped.",
				},
			},
			Return: tffunction.StringReturn{},
		},
		run: runQueryPlain,
	}
}

func runQueryPlain(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var assetID, attributeID string
	var unit, function types.String
	if err := arguments.Get(ctx, &assetID, &attributeID, &unit, &function); err != nil {
		return nil, err
	}
	var wrong *tffunction.FuncError
	reject := func(position int64, format string, a ...any) {
		wrong = tffunction.ConcatFuncErrors(wrong, wrongArgument(position, format, a...))
	}
	if assetID == "" {
		reject(0, "asset_id is empty, but it has to be the id of an asset")
	}
	if attributeID == "" {
		reject(1, "attribute_id is empty, but it has to be the id of an attribute")
	}
	if text, units := unit.ValueString(), attribute.OneOf(expression.GroupUnits()...); text != "" && !units.Accepts(text) {
		reject(2, "group_unit is %q, but it has to be %s, or empty", text, units.List(`"`))
	}
	if text, functions := function.ValueString(), attribute.OneOf(expression.Aggregations()...); text != "" && !functions.Accepts(text) {
		reject(3, "group_function is %q, but it has to be %s, or empty", text, functions.List(`"`))
	}
	if wrong != nil {
		return nil, wrong
	}
	plain, err := expression.QueryPlain(assetID, attributeID, unit.ValueString(), function.ValueString())
	if err != nil {
		return nil, tffunction.NewFuncError(err.Error())
	}
	return plain, nil
}

func expressionPlainFunction() Function {
	return Function{
		Name: "expression_plain",
		definition: tffunction.Definition{
			Summary: "Makes the string that the engine runs for an expression",
			MarkdownDescription: "Converts an expression into the JSON-encoded string that the engine runs: the value of `expression_plain`. " +
				"If a resource does not declare this attribute, the provider derives it. Use the function in other places, such as the settings of a " +
				"component.",
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{
					Name:                "expression",
					MarkdownDescription: "Expression in JavaScript. `$A` stands for the item with the `ref_id` `A`.",
				},
			},
			Return: tffunction.StringReturn{},
		},
		run: withString(plainOf),
	}
}

func plainOf(text string) (any, *tffunction.FuncError) {
	plain, err := expression.Plain(text)
	if err != nil {
		return nil, wrongArgument(0, "the expression %v", err)
	}
	return plain, nil
}
