// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package function implements the provider functions, which configurations call as provider::engine::<name>. The result depends only on the
// arguments; functions have no access to the engine. A file has one function, or several that belong together.
//
// Start reading in this file.
package function

import (
	"context"
	"fmt"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
)

// Function is a provider function, which configurations call as provider::engine::<name>. Its result depends only on its arguments:
// Terraform may call it at any time, even before the provider is configured. Terraform delays a call with unknown arguments until apply,
// unless the parameter allows unknown values.
type Function struct {
	Name       string
	definition tffunction.Definition

	// run returns the result or the error of a call. Error texts have no full stop, because Terraform adds one.
	run func(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError)
}

// All returns all functions.
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

// Run implements function.Function. It converts a panic to an error of the call.
func (f Function) Run(ctx context.Context, req tffunction.RunRequest, resp *tffunction.RunResponse) {
	defer func() {
		if problem := recover(); problem != nil {
			resp.Error = tffunction.NewFuncError(fmt.Sprintf("%s failed with %v, which is a mistake of the provider", f.Name, problem))
		}
	}()
	result, err := f.run(ctx, req.Arguments)
	if value, ok := result.(rawValue); ok {
		resp.Result, resp.Error = tffunction.NewResultData(value), err // ResultData.Set would convert the value again.
		return
	}
	if err == nil {
		err = resp.Result.Set(ctx, result)
	}
	resp.Error = err
}

// wrongArgument returns an error for the argument at a position, counted from 0.
func wrongArgument(position int64, format string, a ...any) *tffunction.FuncError {
	return tffunction.NewArgumentFuncError(position, fmt.Sprintf(format, a...))
}
