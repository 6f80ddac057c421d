// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// An import or a move shows what the engine has, and nobody declared it yet. What the configuration does not declare stays in the
// engine: the first update clears nothing of it (apply.go), and the plan says so here. The private state tells such an object from
// one that an apply of this provider made. When it is lost, nothing is cleared.

// stateVersion is the version of the resources' schemas. States of version 0 have the same form. They are older than the mark of the
// private state, and count as made by an apply.
const stateVersion = 1

// unmarkedStates are the objects whose states were read in version 0 in this run, by type and id.
type unmarkedStates struct{ sync.Map }

func (u *unmarkedStates) note(typeName string, state tftypes.Value) {
	u.Store(typeName+"/"+tfvalue.Text(state, "id"), true)
}

// mark returns the private state of an object with the mark of an apply, if its state was read in version 0.
func (u *unmarkedStates) mark(typeName string, d *definition, state *tfprotov6.DynamicValue, private []byte) []byte {
	isEmpty := true
	u.Range(func(any, any) bool { isEmpty = false; return false })
	if isEmpty || d == nil || isNull(state) {
		return private
	}
	view, err := state.Unmarshal(d.shape.Type())
	if err != nil {
		return private // The framework reports the error.
	}
	m, alone := recallBytes(private)
	if _, unmarked := u.Load(typeName + "/" + tfvalue.Text(view, "id")); !unmarked || !alone {
		return private
	}
	m.isApplied = true
	return m.private()
}

// undeclared returns the warning of the plan of an imported object that what the configuration does not declare stays.
func (d *definition) undeclared(left []string) (summary, detail string) {
	attributes, they, are, stay := "attributes are", "They", "are", "stay as they are"
	if len(left) == 1 {
		attributes, they, are, stay = "attribute is", "It", "is", "stays as it is"
	}
	return fmt.Sprintf("Not all attributes of the %s are declared", d.Name),
		fmt.Sprintf("%d %s not declared: %s. %s %s in the engine and %s not managed. The plan shows null for what it no longer tracks. "+
			"To clear an attribute, declare it empty: \"\", [], or null in extra.", len(left), attributes, connection.First(left, ", "), they, stay, are)
}

// asImported is the plan modifier of an attribute with a default value. The value of an imported object that does not declare the
// attribute stays in the engine and is not managed.
type asImported struct{}

// PlanModifyString implements planmodifier.String.
func (asImported) PlanModifyString(ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if !req.ConfigValue.IsNull() || req.State.Raw.IsNull() || req.StateValue.Equal(req.PlanValue) {
		return
	}
	if req.StateValue.IsNull() || !recall(ctx, req.Private).isApplied {
		resp.PlanValue = types.StringNull()
	}
}

// Description implements planmodifier.Describer.
func (asImported) Description(context.Context) string { return "an imported value stays" }

// MarkdownDescription implements planmodifier.Describer.
func (m asImported) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }
