// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Otherwise is a text that has a value where the configuration declares none. An object of which the state has none was imported
// so, and stays as it is: a default value of the framework would show as a change.
func Otherwise(value string, a schema.StringAttribute) schema.StringAttribute {
	a.Computed = true
	a.PlanModifiers = append(a.PlanModifiers, otherwise(value))
	return a
}

// HasOtherwise tells whether an attribute was made by Otherwise.
func HasOtherwise(a schema.StringAttribute) bool {
	return slices.ContainsFunc(a.PlanModifiers, func(m planmodifier.String) bool {
		_, ok := m.(otherwise)
		return ok
	})
}

type otherwise string

// PlanModifyString implements planmodifier.String.
func (o otherwise) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	switch {
	case !req.ConfigValue.IsNull():
	case !req.State.Raw.IsNull() && req.StateValue.IsNull():
		resp.PlanValue = types.StringNull()
	default:
		resp.PlanValue = types.StringValue(string(o))
	}
}

// Description implements planmodifier.Describer.
func (o otherwise) Description(context.Context) string {
	return "where nothing is declared, " + string(o)
}

// MarkdownDescription implements planmodifier.Describer.
func (o otherwise) MarkdownDescription(ctx context.Context) string { return o.Description(ctx) }
