// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// defaultTimeout bounds an operation on a deployable object that the configuration gives no timeout: stopping a component
// takes as long as its work.
const defaultTimeout = 20 * time.Minute

// deploymentSteering are the attributes of an object that runs (interface section 3).
func deploymentSteering() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"running": flag(optional, "Whether the component runs. Declared, the provider starts or stops the component to match; "+
			"not declared, it is as active after an update as before it."),
		"timeouts": timeouts.Attributes(context.Background(), timeouts.Opts{
			Create: true, Update: true, Delete: true,
			CreateDescription: "How long creating may take, for example `10m`. Default: `20m`.",
			UpdateDescription: "How long an update may take, the stop before it included, for example `10m`. Default: `20m`.",
			DeleteDescription: "How long a delete may take, the stop before it included, for example `10m`. Default: `20m`.",
		}),
	}
}

// bound gives an operation on a deployable object the time that the configuration allows.
func (d *definition) bound(ctx context.Context, view tftypes.Value, operation string) (context.Context, context.CancelFunc) {
	if !d.deployable {
		return ctx, func() {}
	}
	limit, err := time.ParseDuration(textOf(members(view)["timeouts"], operation))
	if err != nil {
		limit = defaultTimeout // not declared; the attribute checks its values
	}
	return context.WithTimeout(ctx, limit)
}

// setDeployed sends an update to an object that may be running, and starts or stops it as declared.
func (d *definition) setDeployed(ctx context.Context, client *engine.Client, id string, patch engine.Document, planned tftypes.Value, diags *diag.Diagnostics) (engine.Document, error) {
	running := truthOf(planned, "running")
	if len(patch) == 0 && running == nil {
		return nil, nil
	}
	deployed, err := client.SetComponent(ctx, d.collectionOf(planned), id, patch, running)
	warnOfUnstoppable(diags, deployed)
	return deployed.Document, err
}

func (d *definition) deleteDeployed(ctx context.Context, client *engine.Client, state tftypes.Value, diags *diag.Diagnostics) error {
	deployed, err := client.DeleteComponent(ctx, d.collectionOf(state), textOf(state, "id"))
	warnOfUnstoppable(diags, deployed)
	return err
}

func warnOfUnstoppable(diags *diag.Diagnostics, deployed engine.Deployed) {
	if deployed.Unstoppable {
		diags.AddAttributeWarning(path.Root("running"), "The component was not stopped",
			"The engine has no operation to stop components, so the change was sent to a component that may be running.")
	}
}

// showRunning gives a document the attribute "running": the wanted state of the deployment (wire shapes section 5).
func showRunning(doc engine.Document) {
	if active, ok := doc["deployment_active"]; ok {
		doc["running"] = active
	}
}
