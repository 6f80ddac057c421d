// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package function has the provider functions, which configurations call as provider::engine::<name>: one file per function.
// They calculate with their arguments alone and never see a client.
//
// It imports attribute, check, cron, describe, expression, instant, rehearsal, rulecatalog, series and tfvalue. Start reading in function.go.
package function
