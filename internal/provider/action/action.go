// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package action implements the provider's Terraform actions (Terraform 1.14 or later), such as starting a component or muting an alert.
// The package imports catalog, engine and provider/connection. Start reading at the function All.
package action

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// All returns the provider's actions: muting and unmuting alerts, and starting, stopping and restarting components.
func All(objects []catalog.Object) []func() action.Action {
	kinds := mutings()
	for _, o := range objects {
		if o.Deployable {
			kinds = append(kinds, deployments(o)...)
		}
	}
	all := make([]func() action.Action, len(kinds))
	for i, k := range kinds {
		all[i] = func() action.Action { return &engineAction{actionDefinition: k} }
	}
	return all
}

type actionDefinition struct {
	name        string // the action's type without "engine_", such as component_start
	description string
	attributes  map[string]schema.Attribute
	// invoke runs the action. It calls progress with messages for the user.
	invoke func(ctx context.Context, conn *connection.Connection, config tftypes.Value, progress func(string), diags *diag.Diagnostics)
}

type engineAction struct {
	actionDefinition
	connection *connection.Connection
}

var _ action.ActionWithConfigure = (*engineAction)(nil)

func (a *engineAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + a.name
}

func (a *engineAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: a.description + " Actions need Terraform 1.14 or later.", Attributes: a.attributes}
}

func (a *engineAction) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	a.connection = connection.From(req.ProviderData, &resp.Diagnostics)
}

func (a *engineAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	if a.connection.Use(&resp.Diagnostics) == nil {
		return
	}
	progress := newProgress(ctx, func(message string) { resp.SendProgress(action.InvokeProgressEvent{Message: message}) })
	defer progress.end()
	a.invoke(ctx, a.connection, req.Config.Raw, progress.report, &resp.Diagnostics)
}

func identifier(name string) schema.Attribute {
	return schema.StringAttribute{
		Required: true, Validators: []validator.String{attribute.Identifier()},
		MarkdownDescription: fmt.Sprintf("Identifier of the %s.", name),
	}
}
