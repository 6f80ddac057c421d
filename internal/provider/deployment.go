// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
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

// completeDeployed is complete for an object that runs. The object is there, so that it does not run is a warning: an error
// would have the next plan destroy it and make it anew.
func (d *definition) completeDeployed(ctx context.Context, conn *connection.Connection, doc engine.Document, c change, diags *diag.Diagnostics) (engine.Document, error) {
	*c.memory = c.memory.after(doc)
	if prior, sent := d.withWriteOnly(c); declaredBool(c.planned, "running") == nil && len(d.patch(withoutDefaultTags(doc, c.tags, c.planned), nil, prior, sent)) == 0 {
		return doc, nil
	}
	deployed, _, err := d.setDeployed(ctx, conn, c, diags)
	if deployed.NotRunning != nil {
		diags.AddAttributeWarning(path.Root("running"), "The "+d.Name+" was created, but does not run",
			notRunning(deployed.NotRunning)+" The next plan shows whether it runs then; an apply starts it if it does not.")
	}
	if deployed.Document != nil {
		doc = deployed.Document
	}
	return doc, err
}

// updateDeployed is update for an object that runs. The state after it has what the engine took, also when the object
// could not be started again.
func (d *definition) updateDeployed(ctx context.Context, conn *connection.Connection, c change, diags *diag.Diagnostics) tftypes.Value {
	state := c.state
	deployed, made, err := d.setDeployed(ctx, conn, c, diags)
	if err == nil {
		state, c.memory.isApplied = c.planned, true
		d.compareAnswer(ctx, conn, diags, deployed.Document, c.expecting(made))
	} else {
		d.failDeployed(ctx, diags, "update", err)
	}
	if deployed.NotRunning == nil {
		return state
	}
	advice := " The next plan shows whether it runs then; an apply starts it if it does not."
	if deployed.Owed {
		advice = " It ran before, so the next plan shows that a start is owed, and an apply makes up for it. Declare running = false to leave it stopped."
	}
	diags.AddAttributeError(path.Root("running"), "The "+d.Name+" does not run", notRunning(deployed.NotRunning)+advice)
	if runs, known := deployment.IsRunning(deployed.Document); known && !runs {
		state = withRunning(state, false)
	}
	return state
}

// setDeployed sends what differs from the engine's document, and starts or stops the object as declared.
func (d *definition) setDeployed(ctx context.Context, conn *connection.Connection, c change, diags *diag.Diagnostics) (deployment.Result, decision, error) {
	var made decision
	deployed, err := conn.Deployer.Set(ctx, d.collectionOf(c.planned), tfvalue.Text(c.planned, "id"), deployment.Change{
		Patch: func(ctx context.Context, current engine.Document) (context.Context, engine.Document) {
			made = d.decide(ctx, current, c)
			return redact.WithSecrets(ctx, d.shape.Secrets(made.patch)...), made.patch
		},
		Running: declaredBool(c.planned, "running"),
		Owed:    c.memory.Owed,
	})
	if deployed.Document != nil {
		*c.memory = c.memory.after(deployed.Document)
		c.memory.Owed, c.memory.Unstoppable = deployed.Owed, deployed.Unstoppable
	}
	c.sends(made.patch)
	if err == nil {
		diags.Append(made.diags...)
	}
	d.warnOfStop(diags, deployed)
	return deployed, made, err
}

func (d *definition) deleteDeployed(ctx context.Context, conn *connection.Connection, state tftypes.Value, diags *diag.Diagnostics) error {
	deployed, err := conn.Deployer.Delete(ctx, d.collectionOf(state), tfvalue.Text(state, "id"))
	d.warnOfStop(diags, deployed)
	return err
}

// warnOfStop says that an object was not stopped as it should be.
func (d *definition) warnOfStop(diags *diag.Diagnostics, deployed deployment.Result) {
	if deployed.Unstoppable {
		diags.AddAttributeWarning(path.Root("running"), "The "+d.Name+" was not stopped",
			fmt.Sprintf("The engine has no operation to stop %s, so the change was sent to a %s that may be running. "+
				"If running = false is declared, take it out: this engine can't do it.", d.Plural, d.Name))
	}
	if deployed.StopFailed {
		diags.AddAttributeWarning(path.Root("running"), "The stop of the "+d.Name+" failed",
			fmt.Sprintf("The %s was to be stopped for the change, and its deployment status became \"Failed\". The change was sent all the same. "+
				"Look in the engine why the stop failed, and whether work was lost.", d.Name))
	}
}

// failDeployed is fail for an operation that may have waited for a stop.
func (d *definition) failDeployed(ctx context.Context, diags *diag.Diagnostics, operation string, err error) {
	var stuck *deployment.StopError
	if !errors.As(err, &stuck) {
		d.fail(ctx, diags, operation, err)
		return
	}
	diags.AddAttributeError(path.Root("timeouts"), fmt.Sprintf("Could not %s the %s", operation, d.Name), err.Error()+
		fmt.Sprintf(". Nothing was changed. Give it more time with timeouts = { %s = ... }, or stop it in the engine and apply again.", operation))
}

// notRunning says why an object does not run, and what to do about it.
func notRunning(why *deployment.StartError) string {
	text := strings.TrimSuffix(strings.ToUpper(why.Error()[:1])+why.Error()[1:], ".") + "."
	switch {
	case why.Impossible:
		return text + " The engine has no operation to start components: take running out of the configuration."
	case !why.Asked:
		return text
	case why.Cause == nil:
		return text + " Look in the engine why, and mend the component."
	default:
		return text + " Give it more time with timeouts, or look in the engine what it waits for."
	}
}

// showRunning gives a document the attribute "running": whether the object is meant to run and has not failed to (wire
// shapes section 5).
func showRunning(doc engine.Document) {
	if runs, known := deployment.IsRunning(doc); known {
		doc["running"] = runs
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
