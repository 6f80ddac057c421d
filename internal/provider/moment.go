// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// moment is a field that holds an ISO 8601 time or a relative text such as "now - 7d". Two ISO spellings of one instant
// mean the same: engines answer UTC with microseconds (wire shapes section 1).
type moment struct{}

// SameMeaning implements lens.Meaning.
func (moment) SameMeaning(engine, declared string) bool {
	e, errEngine := time.Parse(time.RFC3339Nano, engine)
	d, errDeclared := time.Parse(time.RFC3339Nano, declared)
	return errEngine == nil && errDeclared == nil && e.Equal(d)
}

// ValidateString implements validator.String; any text is accepted, for the relative forms are open.
func (moment) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {}

// Description implements validator.Describer.
func (moment) Description(context.Context) string { return "a time" }

// MarkdownDescription implements validator.Describer.
func (moment) MarkdownDescription(context.Context) string { return "a time" }
