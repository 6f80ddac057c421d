// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// refuseMissingParent adds an error to the plan of a replacement under a parent that does not exist. Terraform deletes the old object first,
// so the apply would delete a tab with all of its widgets, and then fail.
func (s *server) refuseMissingParent(
	ctx context.Context, d *definition, req *tfprotov6.PlanResourceChangeRequest, resp *tfprotov6.PlanResourceChangeResponse,
) {
	parent, conn := s.definitions["engine_"+d.Parent], s.provider.connection
	if parent == nil || parent.Typed() || conn == nil || conn.Client == nil || len(resp.RequiresReplace) == 0 || isNull(req.PriorState) {
		return
	}
	prior, err := req.PriorState.Unmarshal(d.shape.Type())
	if err != nil {
		return
	}
	planned, err := resp.PlannedState.Unmarshal(d.shape.Type())
	id := tfvalue.Text(planned, d.Scope)
	if err != nil || id == "" || id == tfvalue.Text(prior, d.Scope) {
		return
	}
	if _, err := conn.Client.Read(ctx, parent.Collection(""), id); engine.IsNotFound(err) {
		resp.Diagnostics = append(resp.Diagnostics, &tfprotov6.Diagnostic{
			Severity: tfprotov6.DiagnosticSeverityError, Summary: "No such " + parent.Name,
			Attribute: tftypes.NewAttributePath().WithAttributeName(d.Scope),
			Detail: fmt.Sprintf("%s is %q, but the engine has no %s with this id. An apply would delete the %s, and could not create it again. "+
				"Declare for example engine_%s.LABEL.id.", d.Scope, id, parent.Name, d.Name, parent.Name),
		})
	}
}
