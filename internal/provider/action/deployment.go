// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package action

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// defaultTimeout is the timeout of actions that do not declare one. It equals the default timeout of the engine_component resource.
const defaultTimeout = 20 * time.Minute

func deployments(o catalog.Object) []actionDefinition {
	withDeclared := fmt.Sprintf(" If the resource of the %s declares `running`, the next apply restores the declared value.", o.Name)
	start := fmt.Sprintf("Starts a %[1]s and waits until it runs. If the %[1]s already runs, nothing happens.", o.Name)
	stop := fmt.Sprintf("Stops a %[1]s and waits until it has stopped. If the %[1]s does not run, nothing happens.", o.Name)
	restart := fmt.Sprintf("Stops a %[1]s, waits until it has stopped, starts it again, and waits until it runs. If the %[1]s does not "+
		"run, it is only started. If Terraform is interrupted after the stop, the %[1]s is still started again.", o.Name)
	return []actionDefinition{
		deploy(o, "start", start+withDeclared, true, false),
		deploy(o, "stop", stop+withDeclared, false, false),
		deploy(o, "restart", restart+withDeclared, true, true),
	}
}

func deploy(o catalog.Object, verb, description string, running, restart bool) actionDefinition {
	attributes := map[string]schema.Attribute{
		"id":       identifier(o.Name),
		"timeouts": timeoutsOfAction(),
	}
	if o.HasTypeInPath() {
		attributes[catalog.TypeWord] = schema.StringAttribute{
			Required: true, Validators: []validator.String{attribute.NotBlank()},
			MarkdownDescription: fmt.Sprintf("Type of the %s, for example `%s`.", o.Name, strings.Join(o.PathTypes, "` or `")),
		}
	}
	invoke := func(
		ctx context.Context, conn *connection.Connection, config tftypes.Value, progress func(string), diags *diag.Diagnostics,
	) {
		limit, err := time.ParseDuration(tfvalue.String(config, "timeouts", "invoke"))
		if err != nil {
			limit = defaultTimeout // no timeout is declared (the attribute's validator rejects invalid values)
		}
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		col := o.Collection(tfvalue.String(config, catalog.TypeWord))
		result, err := conn.Deployer.Set(ctx, col, tfvalue.String(config, "id"), deployment.Change{
			Patch:   func(engine.Document) engine.Document { return nil },
			Running: &running, Restart: restart,
			Progress: func(step, status string) { progress(step + ", status " + strconv.Quote(status)) },
		})
		reportDeployed(diags, fmt.Sprintf("Could not %s the %s", verb, o.Name), result, err)
	}
	return actionDefinition{name: o.Name + "_" + verb, description: description, attributes: attributes, invoke: invoke}
}

func timeoutsOfAction() schema.Attribute {
	a := timeouts.AttributesWithOpts(context.Background(), timeouts.Opts{
		InvokeDescription: "Maximum time of the action, for example `10m`. Default: `20m`.",
	})
	if object, ok := a.(schema.SingleNestedAttribute); ok { // package timeouts leaves the description empty
		object.MarkdownDescription = "How long the action waits for the engine."
		return object
	}
	return a
}

func reportDeployed(diags *diag.Diagnostics, summary string, result deployment.Result, err error) {
	var stuck *deployment.StopError
	switch {
	case errors.As(err, &stuck):
		diags.AddAttributeError(path.Root("timeouts"), summary,
			err.Error()+". Give it more time with timeouts = { invoke = ... }, or find out in the engine what it is waiting for.")
	case engine.IsNotFound(err):
		diags.AddAttributeError(path.Root("id"), summary, err.Error()+".")
	case err != nil:
		diags.AddError(summary, err.Error())
	case result.NotRunning != nil && result.NotRunning.Impossible:
		diags.AddError(summary, "The engine has no operation to start it.")
	case result.NotRunning != nil:
		diags.AddError(summary, result.NotRunning.Error()+".")
	case result.Unstoppable:
		diags.AddError(summary, "The engine has no operation to stop it.")
	case result.StopFailed:
		diags.AddWarning("The stop failed", "The deployment status became \"Failed\". "+
			"Find out in the engine why the stop failed, and whether work was lost.")
	}
}
