// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// defaultTimeout bounds an operation on a deployable object that the configuration gives no timeout: stopping a component
// takes as long as its work.
const defaultTimeout = 20 * time.Minute

// bound gives an operation on a deployable object the time that the configuration allows.
func (d *definition) bound(ctx context.Context, view tftypes.Value, operation string) (context.Context, context.CancelFunc) {
	if !d.Deployable {
		return ctx, func() {}
	}
	limit, err := time.ParseDuration(tfvalue.Text(view, "timeouts", operation))
	if err != nil {
		limit = defaultTimeout // not declared; the attribute checks its values
	}
	return context.WithTimeout(ctx, limit)
}

// setDeployed sends an update to an object that may be running, and starts or stops it as declared.
func (d *definition) setDeployed(ctx context.Context, conn *connection, id string, patch engine.Document, planned tftypes.Value, diags *diag.Diagnostics) (engine.Document, error) {
	running := declaredBool(planned, "running")
	if len(patch) == 0 && running == nil {
		return nil, nil
	}
	deployed, err := conn.deployer.Set(ctx, d.collectionOf(planned), id, patch, running)
	d.warnOfUnstoppable(diags, deployed)
	return deployed.Document, err
}

func (d *definition) deleteDeployed(ctx context.Context, conn *connection, state tftypes.Value, diags *diag.Diagnostics) error {
	deployed, err := conn.deployer.Delete(ctx, d.collectionOf(state), tfvalue.Text(state, "id"))
	d.warnOfUnstoppable(diags, deployed)
	return err
}

func (d *definition) warnOfUnstoppable(diags *diag.Diagnostics, deployed deployment.Result) {
	if deployed.Unstoppable {
		diags.AddAttributeWarning(path.Root("running"), "The "+d.Name+" was not stopped",
			fmt.Sprintf("The engine has no operation to stop %s, so the change was sent to a %s that may be running.", d.Plural, d.Name))
	}
}

// showRunning gives a document the attribute "running": the wanted state of the deployment (wire shapes section 5).
func showRunning(doc engine.Document) {
	if active, ok := doc["deployment_active"]; ok {
		doc["running"] = active
	}
}

// declaredBool is a boolean of a view, nil where it is not declared.
func declaredBool(view tftypes.Value, name string) *bool {
	if !tfvalue.IsDeclared(tfvalue.Member(view, name)) {
		return nil
	}
	declared := tfvalue.Bool(view, name)
	return &declared
}
