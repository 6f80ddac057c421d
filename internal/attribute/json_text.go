// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// JSONText is a field that is a string on the wire and holds JSON text (wire shapes section 10).
type JSONText struct{}

// EqualTexts implements lens.TextEquality.
func (JSONText) EqualTexts(engine, declared string) bool {
	return document.SameText(engine, declared)
}

// HoldsJSON implements lens.JSONInText.
func (JSONText) HoldsJSON() {}

// LooksAtOneValue implements OneValue.
func (JSONText) LooksAtOneValue() {}

// ValidateString implements validator.String.
func (d JSONText) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue
	if value.IsNull() || value.IsUnknown() || value.ValueString() == "" || json.Valid([]byte(value.ValueString())) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Not JSON",
		fmt.Sprintf("%s has to be JSON text; jsonencode(...) writes it.", req.Path))
}

// Description implements validator.Describer.
func (JSONText) Description(context.Context) string { return "JSON text" }

// MarkdownDescription implements validator.Describer.
func (JSONText) MarkdownDescription(context.Context) string { return "JSON text" }

// extraKeys checks the attribute "extra": it has to be a JSON object, and none of its keys may be a typed attribute.
type extraKeys struct {
	typed map[string]schema.Attribute
}

// LooksAtOneValue implements OneValue.
func (extraKeys) LooksAtOneValue() {}

// ValidateString implements validator.String. Text that is not JSON is refused by the attribute's type already.
func (e extraKeys) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || !json.Valid([]byte(req.ConfigValue.ValueString())) {
		return
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(req.ConfigValue.ValueString()), &object); err != nil || object == nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Not a JSON object",
			fmt.Sprintf(`%s has to be the text of a JSON object, for example jsonencode({ note = "checked" }).`, req.Path))
		return
	}
	var taken []string
	for key := range object {
		if _, ok := e.typed[key]; ok || key == "id" {
			taken = append(taken, key)
		}
	}
	if len(taken) > 0 {
		slices.Sort(taken)
		resp.Diagnostics.AddAttributeError(req.Path, "Key is an attribute of its own",
			fmt.Sprintf("%s holds the key %s, which has an attribute of its own. Declare it there and take it out of %s.",
				req.Path, strings.Join(taken, ", "), req.Path))
	}
}

// Description implements validator.Describer.
func (e extraKeys) Description(context.Context) string {
	return "a JSON object without the keys that have an attribute of their own"
}

// MarkdownDescription implements validator.Describer.
func (e extraKeys) MarkdownDescription(ctx context.Context) string { return e.Description(ctx) }
