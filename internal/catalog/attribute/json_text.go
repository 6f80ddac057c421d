// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// JSONText is a validator for JSON-encoded strings that the engine stores as strings (wire shapes section 10).
type JSONText struct{ oneValue }

func (JSONText) SetTextRules(rules *lens.TextRules) {
	rules.Equal, rules.IsJSON = document.SameText, true
}

func (d JSONText) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue
	if value.IsNull() || value.IsUnknown() || value.ValueString() == "" || json.Valid([]byte(value.ValueString())) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Not JSON",
		fmt.Sprintf("%s has to be JSON text; jsonencode(...) writes it.", req.Path))
}

// OneOrMany returns a JSON attribute that is an array if the boolean attribute named sibling is true.
func OneOrMany(sibling string, a schema.StringAttribute) schema.StringAttribute {
	a.Validators = append(a.Validators, oneOrMany{sibling: sibling})
	return a
}

type oneOrMany struct {
	anyText
	sibling string
}

func (m oneOrMany) SetTextRules(rules *lens.TextRules) { rules.ManyIf = m.sibling }

// JSONObject is a validator for attributes with a JSON object that must not contain the key "id".
type JSONObject struct{ oneValue }

// ValidateString skips invalid JSON, which the attribute's type rejects.
func (JSONObject) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || !json.Valid([]byte(req.ConfigValue.ValueString())) {
		return
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(req.ConfigValue.ValueString()), &object); err != nil || object == nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Not a JSON object",
			fmt.Sprintf(`%s has to be the text of a JSON object, for example jsonencode({ name = "Pump 1" }).`, req.Path))
		return
	}
	if _, ok := object["id"]; ok {
		resp.Diagnostics.AddAttributeError(req.Path, "The engine sets the id",
			fmt.Sprintf("%s holds the key id, which the engine sets. Take it out of %s.", req.Path, req.Path))
	}
}
