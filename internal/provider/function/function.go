// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package function implements the provider's functions, which configurations call as provider::engine::<name>. Functions have no access to
// the engine, so their results depend only on the arguments. Start reading in this file. The other files are named after their functions.
// The package imports alerting, catalog and lens, but not the client.
package function

import (
	"context"
	"fmt"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
)

// Function is a provider function. Terraform calls it only if all arguments are known, except those whose parameters allow unknown values.
type Function struct {
	Name       string
	definition tffunction.Definition

	run run
}

// run is a function that computes the result of a call. Error messages do not end with a period, because Terraform adds one.
type run func(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError)

// withString converts a function with one string parameter to the type run.
func withString(call func(text string) (any, *tffunction.FuncError)) run {
	return func(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
		var text string
		if err := arguments.Get(ctx, &text); err != nil {
			return nil, err
		}
		return call(text)
	}
}

// All returns all functions of the provider.
func All() []Function {
	return []Function{
		cronFunction(), rateFunction(), expressionPlainFunction(), queryPlainFunction(), layoutFunction(), deepMergeFunction(),
		ruleCatalogFunction(), describeFunction(), rehearseFunction(),
	}
}

var _ tffunction.Function = Function{}

func (f Function) Metadata(_ context.Context, _ tffunction.MetadataRequest, resp *tffunction.MetadataResponse) {
	resp.Name = f.Name
}

func (f Function) Definition(_ context.Context, _ tffunction.DefinitionRequest, resp *tffunction.DefinitionResponse) {
	resp.Definition = f.definition
}

// Run calls the function and sets the response. A panic becomes an error that reports a bug in the provider.
func (f Function) Run(ctx context.Context, req tffunction.RunRequest, resp *tffunction.RunResponse) {
	defer func() {
		if problem := recover(); problem != nil {
			resp.Error = tffunction.NewFuncError(fmt.Sprintf("%s failed with %v, which is a bug in the provider", f.Name, problem))
		}
	}()
	result, err := f.run(ctx, req.Arguments)
	if value, ok := result.(rawValue); ok {
		resp.Result, resp.Error = tffunction.NewResultData(value), err // ResultData.Set would convert the value again
		return
	}
	if err == nil {
		err = resp.Result.Set(ctx, result)
	}
	resp.Error = err
}

// wrongArgument returns an error about an argument of the call. The first argument has position 0.
func wrongArgument(position int64, format string, a ...any) *tffunction.FuncError {
	return tffunction.NewArgumentFuncError(position, fmt.Sprintf(format, a...))
}
