// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Otherwise is a text that has a value where the configuration declares none. An object of which the state has none was imported
// so, and stays as it is: the default would show as a change.
func Otherwise(value string, a schema.StringAttribute) schema.StringAttribute {
	a.Computed = true
	a.Default = stringdefault.StaticString(value)
	a.PlanModifiers = append(a.PlanModifiers, asImported{})
	return a
}

// asImported plans no value for an object that was imported without one.
type asImported struct{}

// PlanModifyString implements planmodifier.String.
func (asImported) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if req.ConfigValue.IsNull() && !req.State.Raw.IsNull() && req.StateValue.IsNull() {
		resp.PlanValue = types.StringNull()
	}
}

// Description implements planmodifier.Describer.
func (asImported) Description(context.Context) string { return "none where the state has none" }

// MarkdownDescription implements planmodifier.Describer.
func (m asImported) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }
