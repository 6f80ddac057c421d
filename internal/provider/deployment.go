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

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// defaultTimeout is the timeout of operations that declare none. It is long because a component finishes its work before it stops.
const defaultTimeout = 20 * time.Minute

// withTimeout returns ctx with the timeout declared for an operation, such as timeouts.create. Only components have timeouts.
func (d *definition) withTimeout(ctx context.Context, view tftypes.Value, operation string) (context.Context, context.CancelFunc) {
	if !d.Deployable {
		return ctx, func() {}
	}
	limit, err := time.ParseDuration(tfvalue.String(view, "timeouts", operation))
	if err != nil {
		limit = defaultTimeout // no timeout is declared (the attribute's validator rejects invalid values)
	}
	return context.WithTimeout(ctx, limit)
}

// completeDeployed finishes the create of a component. It sends the values that the engine's response (doc) lacks, and starts the component
// if running = true is declared. A failed start is only a warning, because an error would make Terraform replace the new component.
func (d *definition) completeDeployed(
	ctx context.Context, conn *connection.Connection, doc engine.Document, c change, diags *diag.Diagnostics,
) (engine.Document, error) {
	*c.private = c.private.after(doc)
	prior, sent := d.withWriteOnly(c)
	if declaredBool(c.planned, "running") == nil && len(d.patch(withoutDefaultTags(doc, c.tags, c.planned), nil, prior, sent)) == 0 {
		return doc, nil
	}
	deployed, _, err := d.setDeployed(ctx, conn, documentID(doc), c, diags)
	if deployed.NotRunning != nil {
		diags.AddAttributeWarning(path.Root("running"), "The "+d.Name+" was created, but does not run",
			notRunning(deployed.NotRunning)+" If the next plan shows that it still does not run, an apply starts it.")
	}
	if deployed.Document != nil {
		doc = deployed.Document
	}
	return doc, err
}

// reportRunning adds an error if a component should be running after an update but is not. It returns the state to store. If the engine
// reports that the component is not running, this state contains running = false.
func (d *definition) reportRunning(diags *diag.Diagnostics, deployed deployment.Result, state tftypes.Value) tftypes.Value {
	if deployed.NotRunning == nil {
		return state
	}
	advice := " If the next plan shows that it still does not run, an apply starts it."
	if deployed.Owed {
		advice = " It ran before, so the next plan shows the missing start, and an apply starts it. " +
			"To leave it stopped, declare running = false."
	}
	diags.AddAttributeError(path.Root("running"), "The "+d.Name+" does not run", notRunning(deployed.NotRunning)+advice)
	if runs, known := deployment.IsRunning(deployed.Document); known && !runs {
		state = withRunning(state, false)
	}
	return state
}

// setDeployed updates a component. To change a running component, it stops the component first and restarts it afterwards. If the
// configuration declares the attribute "running", its value determines whether the component runs after the update.
func (d *definition) setDeployed(
	ctx context.Context, conn *connection.Connection, id string, c change, diags *diag.Diagnostics,
) (deployment.Result, decision, error) {
	var made decision
	deployed, err := conn.Deployer.Set(ctx, d.collectionOf(c.planned), id, deployment.Change{
		Patch: func(current engine.Document) engine.Document {
			made = d.decide(ctx, current, c)
			return made.patch
		},
		Running: declaredBool(c.planned, "running"),
		Owed:    c.private.Owed,
	})
	if deployed.Document != nil {
		*c.private = c.private.after(deployed.Document)
		c.private.Owed, c.private.Unstoppable = deployed.Owed, deployed.Unstoppable
	}
	c.noteSent(made.patch)
	if err == nil {
		diags.Append(made.diags...)
	}
	d.warnOfStop(diags, deployed)
	return deployed, made, err
}

func (d *definition) warnOfStop(diags *diag.Diagnostics, deployed deployment.Result) {
	if deployed.Unstoppable {
		diags.AddAttributeWarning(path.Root("running"), "The "+d.Name+" was not stopped",
			fmt.Sprintf("The engine has no operation to stop %s, so the change was sent to a %s that may be running. "+
				"If the configuration declares running = false, remove it: this engine can't stop components.", d.Plural, d.Name))
	}
	if deployed.StopFailed {
		diags.AddAttributeWarning(path.Root("running"), "The stop of the "+d.Name+" failed", fmt.Sprintf(
			"The provider asked for a stop of the %s, and its deployment status became \"Failed\". The change was still made. "+
				"Find out in the engine why the stop failed, and whether work was lost.", d.Name))
	}
}

// failDeployed is like fail, except that it recommends a longer timeout if the component did not stop in time.
func (d *definition) failDeployed(ctx context.Context, diags *diag.Diagnostics, operation string, err error) {
	var stuck *deployment.StopError
	if !errors.As(err, &stuck) {
		d.fail(ctx, diags, operation, err)
		return
	}
	diags.AddAttributeError(path.Root("timeouts"), fmt.Sprintf("Could not %s the %s", operation, d.Name), fmt.Sprintf(
		"%s. Nothing was changed. Give it more time with timeouts = { %s = ... }, or stop it in the engine and apply again.", err, operation))
}

func notRunning(why *deployment.StartError) string {
	text := strings.TrimSuffix(strings.ToUpper(why.Error()[:1])+why.Error()[1:], ".") + "."
	switch {
	case why.Impossible:
		return text + " The engine has no operation to start components. Remove running from the configuration."
	case !why.Asked:
		return text
	case why.Cause == nil:
		return text + " Find out the reason in the engine, and fix the component."
	default:
		return text + " Allow it more time with timeouts, or find out in the engine what it is waiting for."
	}
}

// showDeployment returns the private state and the Terraform state of a component after a read. If an earlier update stopped the component
// and could not restart it, the Terraform state contains running = false. The next plan then shows the pending start. If "running" is not
// declared and the component seems to have stopped for another reason, showDeployment adds a warning.
func (d *definition) showDeployment(m privateData, doc engine.Document, view tftypes.Value, diags *diag.Diagnostics) (privateData, tftypes.Value) {
	after := m.after(doc)
	isDeclared := tfvalue.IsDeclared(tfvalue.Member(view, "running"))
	switch {
	case after.hidesOwedStart(view):
		view = withRunning(view, false)
	case isDeclared || after.Ran || !after.hasDeployment || after.Owed:
	case m.Ran:
		diags.AddAttributeWarning(path.Root("running"), "The "+d.Name+" no longer runs", fmt.Sprintf(
			"The %s ran when Terraform last saw it; its deployment status is %q now. The configuration does not declare running, so an apply "+
				"does not start it. If it should run, start it in the engine, or declare running = true.", d.describe(view), deployment.Status(doc)))
	case !m.hasDeployment:
		diags.AddAttributeWarning(path.Root("running"), "The "+d.Name+" does not run", fmt.Sprintf(
			"The %s does not run; its deployment status is %q. The provider does not know whether it ran before: an apply may have been killed "+
				"while it was stopped for an update. If it should run, start it in the engine, or declare running = true.",
			d.describe(view), deployment.Status(doc)))
	}
	return after, view
}

// describe returns a phrase that identifies the object in messages, such as `component "press" (42)`.
func (d *definition) describe(view tftypes.Value) string {
	return fmt.Sprintf("%s %q (%s)", d.Name, tfvalue.String(view, "name"), tfvalue.String(view, "id"))
}

func withRunning(view tftypes.Value, running bool) tftypes.Value {
	return tfvalue.WithMember(view, "running", tftypes.NewValue(tftypes.Bool, running))
}

// addRunning adds a "running" field to doc, because the engine's documents have none. The value is true if the component should be running
// and has not failed (interface document, section 5 of "Wire shapes").
func addRunning(doc engine.Document) {
	if runs, known := deployment.IsRunning(doc); known {
		doc["running"] = runs
	}
}

func declaredBool(view tftypes.Value, name string) *bool {
	if !tfvalue.IsDeclared(tfvalue.Member(view, name)) {
		return nil
	}
	declared := tfvalue.Bool(view, name)
	return &declared
}
