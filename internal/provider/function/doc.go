// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package function implements the provider functions, which configurations call as provider::engine::<name>. Each file has one function.
// The result depends only on the arguments; functions have no access to the engine.
//
// The package imports attribute, check, cron, describe, expression, instant, rehearsal, rulecatalog, series and tfvalue. Start reading in
// function.go.
package function
