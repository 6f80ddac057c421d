// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// jsonDocument is a field that is a string on the wire and holds JSON text (wire shapes section 10).
type jsonDocument struct{}

// SameMeaning implements lens.Meaning.
func (jsonDocument) SameMeaning(engine, declared string) bool {
	return lens.SameJSONText(engine, declared)
}

// ValidateString implements validator.String.
func (d jsonDocument) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue
	if value.IsNull() || value.IsUnknown() || value.ValueString() == "" || json.Valid([]byte(value.ValueString())) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Not JSON",
		fmt.Sprintf("%s has to be JSON text; jsonencode(...) writes it.", req.Path))
}

// Description implements validator.Describer.
func (jsonDocument) Description(context.Context) string { return "JSON text" }

// MarkdownDescription implements validator.Describer.
func (jsonDocument) MarkdownDescription(context.Context) string { return "JSON text" }
