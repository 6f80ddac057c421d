// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// foretell adds warnings to a plan: what its apply does, or leaves undone, that the planned values do not show.
func (d *definition) foretell(ctx context.Context, conn *connection.Connection, req *tfprotov6.PlanResourceChangeRequest, resp *tfprotov6.PlanResourceChangeResponse) {
	recalled, _ := recallBytes(req.PriorPrivate)
	hasNone := d.Missing == nil && !d.Deployable && (recalled.isApplied || isNull(req.PriorState))
	if hasNone || isNull(resp.PlannedState) || len(resp.RequiresReplace) > 0 || sameBytes(req.PriorState, resp.PlannedState) {
		return
	}
	c, err := d.changeOf(&tfprotov6.ApplyResourceChangeRequest{
		Config: req.Config, PriorState: req.PriorState, PlannedState: resp.PlannedState, PlannedPrivate: req.PriorPrivate,
	})
	if err != nil || d.isBare(c.prior) {
		return
	}
	c, left := d.withoutImported(c)
	c.tags = d.defaultTags(conn)
	warn := func(summary, detail string) {
		resp.Diagnostics = append(resp.Diagnostics, &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityWarning, Summary: summary, Detail: detail})
	}
	if len(left) > 0 {
		warn(d.undeclared(left))
	}
	if missing := d.missing(ctx, c); len(missing) > 0 {
		warn("The "+d.Name+" can't run", fmt.Sprintf("The %s %q will not run: %s. Declare what is missing, or active = false as long as it is not to run.",
			d.Name, tfvalue.Text(c.planned, "name"), strings.Join(missing, "; ")))
	}
	if d.stops(ctx, conn, c) {
		warn("The update stops the "+d.Name, fmt.Sprintf("The %s runs. Engines update only what is stopped, so the apply stops it, updates it and "+
			"starts it again. What it does is interrupted for that time.", d.called(c.prior)))
	}
}

// missing says what an object will lack to do its work, as far as the plan knows what the engine will have. Of a new object that is all:
// what is not declared is not there. Of an object that exists it is what the configuration declares, and what the update clears. What was
// not declared before and is not now may be there, and what is not known yet is not empty. An object that is declared not to be active
// may lack anything.
func (d *definition) missing(ctx context.Context, c change) []string {
	if active := declaredBool(c.planned, "active"); d.Missing == nil || active != nil && !*active {
		return nil
	}
	var sent map[string]any
	return d.Missing(func(attribute string) bool {
		planned := tfvalue.Member(c.planned, attribute)
		switch {
		case tfvalue.IsDeclared(planned):
			return isEmptyValue(planned)
		case c.prior.IsNull():
			return true
		case !tfvalue.IsDeclared(tfvalue.Member(c.prior, attribute)):
			return false
		case sent == nil:
			sent = d.decide(ctx, nil, c).patch
		}
		_, cleared := sent[attribute]
		return cleared
	})
}

// isEmptyValue reports whether a value is known to be a text or a list with nothing in it.
func isEmptyValue(value tftypes.Value) bool {
	if !value.IsKnown() {
		return false
	}
	if value.Type().Is(tftypes.String) {
		return tfvalue.Text(value) == ""
	}
	return value.Type().Is(tftypes.List{}) && len(tfvalue.List(value)) == 0
}

// stops reports whether an update stops an object that runs and starts it again. Only a read of the same run tells whether it runs: with
// -refresh=false there is none, nor in the plan that Terraform asks for again during an apply.
func (d *definition) stops(ctx context.Context, conn *connection.Connection, c change) bool {
	if !d.Deployable || c.prior.IsNull() || conn == nil {
		return false
	}
	seen := conn.Seen(tfvalue.Text(c.prior, "id"))
	declared := declaredBool(c.planned, "running")
	if runs, _ := deployment.IsRunning(seen); !runs || c.memory.Unstoppable || declared != nil && !*declared {
		return false
	}
	return !c.planned.IsFullyKnown() || len(d.decide(ctx, seen, c).patch) > 0
}
