// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

func expressionPlainFunction() Function {
	return Function{
		Name: "expression_plain",
		definition: tffunction.Definition{
			Summary: "The text that the engine runs for an expression",
			MarkdownDescription: "Converts an expression into the JSON text that the engine runs: the value of `expression_plain`. " +
				"Resources derive this attribute by themselves if it is not declared. Use the function in other places, such as the settings of a " +
				"component.",
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{
					Name:                "expression",
					MarkdownDescription: "Expression in JavaScript. `$A` stands for the item with the `ref_id` `A`.",
				},
			},
			Return: tffunction.StringReturn{},
		},
		run: runExpressionPlain,
	}
}

func runExpressionPlain(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var text string
	if err := arguments.Get(ctx, &text); err != nil {
		return nil, err
	}
	plain, err := expression.Plain(text)
	if err != nil {
		return nil, wrongArgument(0, "the expression %v", err)
	}
	return plain, nil
}
