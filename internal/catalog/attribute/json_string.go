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

// JSONString is a validator that rejects non-empty strings that are not valid JSON. Use it for attributes that the engine itself stores as
// a JSON-encoded string (interface document, section 10 of "Wire shapes").
type JSONString struct{ Undescribed }

func (JSONString) SetStringRules(rules *lens.StringRules) {
	rules.Equal, rules.IsJSON = document.SameJSON, true
}

func (d JSONString) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue
	if value.IsNull() || value.IsUnknown() || value.ValueString() == "" || json.Valid([]byte(value.ValueString())) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Not JSON",
		fmt.Sprintf("%s has to be a JSON-encoded string. Write it with jsonencode(...).", req.Path))
}

// OneOrMany makes comparisons of the JSON attribute treat a single value as equal to an array that contains only that value. This doesn't
// apply if the boolean attribute named sibling is true.
func OneOrMany(sibling string, a schema.StringAttribute) schema.StringAttribute {
	a.Validators = append(a.Validators, oneOrMany{sibling: sibling})
	return a
}

type oneOrMany struct {
	anyString
	sibling string
}

func (m oneOrMany) SetStringRules(rules *lens.StringRules) { rules.ManyIf = m.sibling }

// JSONObject is a validator that accepts only JSON-encoded objects without an "id" key.
type JSONObject struct{ Undescribed }

// ValidateString rejects JSON that is not an object, and objects that contain an id. The attribute's type rejects invalid JSON.
func (JSONObject) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || !json.Valid([]byte(req.ConfigValue.ValueString())) {
		return
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(req.ConfigValue.ValueString()), &object); err != nil || object == nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Not a JSON object",
			fmt.Sprintf(`%s has to be a JSON-encoded object, for example jsonencode({ name = "Pump 1" }).`, req.Path))
		return
	}
	if _, ok := object["id"]; ok {
		resp.Diagnostics.AddAttributeError(req.Path, "The engine sets the id",
			fmt.Sprintf("%s contains the key id, which the engine sets. Remove it from %s.", req.Path, req.Path))
	}
}
