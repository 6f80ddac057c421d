// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"fmt"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
)

// Function is a function that configurations call as provider::engine::<name>. It calculates with its arguments
// alone: Terraform may call it without a configured provider, as often as it likes. One file per function makes one of
// these. Terraform leaves a call whose arguments are not wholly known for apply, so that run sees unknown values only in parameters that
// allow them.
type Function struct {
	Name       string
	definition tffunction.Definition

	// run gives a value that fits the definition's return, or the error of the call. Error texts have no full stop, for
	// Terraform puts one behind them.
	run func(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError)
}

// All is the registry: one line per function.
func All() []Function {
	return []Function{
		cronFunction(),
		rateFunction(),
		expressionPlainFunction(),
		queryPlainFunction(),
		layoutFunction(),
		deepMergeFunction(),
		ruleCatalogFunction(),
		describeFunction(),
		rehearseFunction(),
	}
}

var _ tffunction.Function = Function{}

// Metadata implements function.Function.
func (f Function) Metadata(_ context.Context, _ tffunction.MetadataRequest, resp *tffunction.MetadataResponse) {
	resp.Name = f.Name
}

// Definition implements function.Function.
func (f Function) Definition(_ context.Context, _ tffunction.DefinitionRequest, resp *tffunction.DefinitionResponse) {
	resp.Definition = f.definition
}

// Run implements function.Function. A panic is an error of the call.
func (f Function) Run(ctx context.Context, req tffunction.RunRequest, resp *tffunction.RunResponse) {
	defer func() {
		if problem := recover(); problem != nil {
			resp.Error = tffunction.NewFuncError(fmt.Sprintf("%s failed with %v, which is a mistake of the provider", f.Name, problem))
		}
	}()
	result, err := f.run(ctx, req.Arguments)
	if value, ok := result.(rawValue); ok {
		resp.Result, resp.Error = tffunction.NewResultData(value), err // Set would convert it.
		return
	}
	if err == nil {
		err = resp.Result.Set(ctx, result)
	}
	resp.Error = err
}

// wrongArgument is an error of the argument at a position, from 0.
func wrongArgument(position int64, format string, a ...any) *tffunction.FuncError {
	return tffunction.NewArgumentFuncError(position, fmt.Sprintf(format, a...))
}
