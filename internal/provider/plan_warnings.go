// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// addPlanWarnings adds warnings about consequences that the plan does not show. It warns if imported attributes become unmanaged because
// the configuration omits them, if missing attributes keep the object from running, and if the update stops a running component.
func (d *definition) addPlanWarnings(
	ctx context.Context, conn *connection.Connection, c change, resp *tfprotov6.PlanResourceChangeResponse,
) {
	if d.Missing == nil && !d.Deployable && (c.private.isApplied || c.prior.IsNull()) || d.isIDOnly(c.prior) {
		return
	}
	c, undeclared := d.withoutImported(c)
	c.tags = d.defaultTags(conn)
	var lastRead engine.Document // nil if this process has not read the object, as with -refresh=false
	if d.Deployable && conn != nil {
		lastRead = conn.LastRead(tfvalue.String(c.prior, "id"))
	}
	patch := func() engine.Document { return d.decide(ctx, lastRead, c).patch }
	warn := func(summary, detail string) {
		warning := &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityWarning, Summary: summary, Detail: detail}
		resp.Diagnostics = append(resp.Diagnostics, warning)
	}
	if len(undeclared) > 0 {
		warn(d.undeclaredWarning(undeclared))
	}
	if missing := d.missingAttributes(c, patch); len(missing) > 0 {
		warn("The "+d.Name+" can't run", fmt.Sprintf(
			"The %s %q will not run: %s. Declare what is missing, or declare active = false if it should not run.",
			d.Name, tfvalue.String(c.planned, "name"), strings.Join(missing, "; ")))
	}
	if d.stopsRunning(c, lastRead, patch) {
		warn("The update stops the "+d.Name, fmt.Sprintf(
			"The %s runs. Engines update only stopped components, so the apply stops it, updates it and starts it again. "+
				"Its work is interrupted for that time.", d.describe(c.prior)))
	}
}

// rejectMissingParent checks a plan that replaces the object because its parent changes. It adds an error if the new parent does not exist.
// Without this error, Terraform would delete the old object, such as a tab with all of its widgets, and then fail to create the new one.
func (s *server) rejectMissingParent(
	ctx context.Context, d *definition, c change, resp *tfprotov6.PlanResourceChangeResponse,
) {
	parent, conn := s.definitions["engine_"+d.Parent], s.provider.connection
	if parent == nil || parent.HasTypeInPath() || conn == nil || conn.Client == nil || c.prior.IsNull() {
		return
	}
	id := tfvalue.String(c.planned, d.Scope)
	if id == "" || id == tfvalue.String(c.prior, d.Scope) {
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

// missingAttributes checks whether the object, such as an alert, can run after the apply. It returns a message for each required attribute
// that will have no value. It ignores attributes that are unknown, and attributes for which the engine may have a value. If the
// configuration declares active = false, it returns nothing.
func (d *definition) missingAttributes(c change, patch func() engine.Document) []string {
	if active := declaredBool(c.planned, "active"); d.Missing == nil || active != nil && !*active {
		return nil
	}
	return d.Missing(func(attribute string) bool {
		planned := tfvalue.Member(c.planned, attribute)
		switch {
		case !planned.IsKnown():
			return false
		case tfvalue.IsDeclared(planned):
			isEmptyText := planned.Type().Is(tftypes.String) && tfvalue.String(planned) == ""
			return isEmptyText || planned.Type().Is(tftypes.List{}) && len(tfvalue.List(planned)) == 0
		case c.prior.IsNull():
			return true
		case !tfvalue.IsDeclared(tfvalue.Member(c.prior, attribute)):
			return false
		}
		_, isCleared := patch()[attribute]
		return isCleared
	})
}

// stopsRunning reports whether the update will stop a running component and start it again. It returns false if this process has not read
// the component, for example because of -refresh=false.
func (d *definition) stopsRunning(c change, lastRead engine.Document, patch func() engine.Document) bool {
	declared := declaredBool(c.planned, "running")
	runs, _ := deployment.IsRunning(lastRead)
	if c.prior.IsNull() || !runs || c.private.Unstoppable || declared != nil && !*declared {
		return false
	}
	return !c.planned.IsFullyKnown() || len(patch()) > 0
}

func (d *definition) undeclaredWarning(paths []string) (summary, detail string) {
	attributes, they, are, stay := "attributes are", "They", "are", "stay as they are"
	if len(paths) == 1 {
		attributes, they, are, stay = "attribute is", "It", "is", "stays as it is"
	}
	return fmt.Sprintf("Not all attributes of the %s are declared", d.Name), fmt.Sprintf(
		"%d %s not declared: %s. %s %s in the engine and %s not managed. The plan shows null for what it no longer tracks. "+
			"To clear an attribute, declare it empty: \"\", [], or null in extra.",
		len(paths), attributes, connection.First(paths, ", "), they, stay, are)
}

// keepImported is the plan modifier for attributes that have a default. After an import, the configuration may not declare such an
// attribute. In this case, the modifier plans null instead of the default. The update then doesn't send the attribute, and the engine's
// value stays unchanged.
type keepImported struct{ attribute.Undescribed }

func (keepImported) PlanModifyString(ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if !req.ConfigValue.IsNull() || req.State.Raw.IsNull() || req.StateValue.Equal(req.PlanValue) {
		return
	}
	if req.StateValue.IsNull() || !readPrivate(ctx, req.Private).isApplied {
		resp.PlanValue = types.StringNull()
	}
}

// warnOfOwedStart is the plan modifier of the running attribute. It warns about a pending start: an earlier update stopped the component
// and could not restart it, so the apply will start it.
type warnOfOwedStart struct{ attribute.Undescribed }

func (warnOfOwedStart) PlanModifyBool(ctx context.Context, req planmodifier.BoolRequest, resp *planmodifier.BoolResponse) {
	if req.Private == nil || req.State.Raw.IsNull() || !req.ConfigValue.IsNull() || !readPrivate(ctx, req.Private).Owed {
		return
	}
	resp.Diagnostics.AddAttributeWarning(req.Path, "A start is missing",
		"An earlier update stopped this component and could not start it again. The apply starts it. "+
			"To leave it stopped, declare running = false.")
}
