// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// textForm accepts the texts of a form. The empty text is accepted as well: it declares that there is none.
type textForm struct {
	form string // what a text has to be, with an example
	has  func(text string) bool
}

// ValidateString implements validator.String.
func (f textForm) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue.ValueString() // "" when it is null or unknown
	if value == "" || f.has(value) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Text not in its form",
		fmt.Sprintf("%s is %q, but it has to be %s.", req.Path, value, f.form))
}

// Description implements validator.Describer.
func (f textForm) Description(context.Context) string { return f.form }

// MarkdownDescription implements validator.Describer.
func (f textForm) MarkdownDescription(context.Context) string { return f.form }
