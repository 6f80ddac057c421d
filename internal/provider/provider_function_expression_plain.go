// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
)

func expressionPlainFunction() providerFunction {
	return providerFunction{
		name: "expression_plain",
		definition: tffunction.Definition{
			Summary: "The text that the engine runs for an expression",
			MarkdownDescription: "Makes the JSON text that the engine runs for an expression: what belongs in `expression_plain` beside `expression`. " +
				"The resources derive it on their own where it is not declared; the function is for other places.",
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{
					Name:                "expression",
					MarkdownDescription: "Expression in JavaScript; `$A` stands for the item with the `ref_id` `A`.",
				},
			},
			Return: tffunction.StringReturn{},
		},
		run: runExpressionPlain,
	}
}

func runExpressionPlain(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var expression string
	if err := arguments.Get(ctx, &expression); err != nil {
		return nil, err
	}
	plain, err := expressionPlain(expression)
	if err != nil {
		return nil, wrongArgument(0, "the expression %v", err)
	}
	return plain, nil
}
