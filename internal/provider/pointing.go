// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// pointing is the framework's server with diagnostics that point where every Terraform finds the place. Before 1.15 (and
// OpenTofu before 1.12) it looks for the last name of a path among the resource's own attributes: alert_items[4].type
// points at the type of the alert. An element of a top-level list is found by all of them, so that is where a path ends; the
// text of the diagnostic has the rest.
type pointing struct {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
}

// newPointing serves a provider. Lists and actions are no part of tfprotov6.ProviderServer, but the framework's has them.
func newPointing(p provider.Provider) pointing {
	framework := providerserver.NewProtocol6(p)()
	lists, _ := framework.(tfprotov6.ListResourceServer)
	actions, _ := framework.(tfprotov6.ActionServer)
	return pointing{framework, lists, actions}
}

// ValidateResourceConfig implements tfprotov6.ProviderServer.
func (p pointing) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := p.ProviderServer.ValidateResourceConfig(ctx, req)
	if resp != nil {
		point(resp.Diagnostics)
	}
	return resp, err
}

// PlanResourceChange implements tfprotov6.ProviderServer.
func (p pointing) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	resp, err := p.ProviderServer.PlanResourceChange(ctx, req)
	if resp != nil {
		point(resp.Diagnostics)
	}
	return resp, err
}

// ApplyResourceChange implements tfprotov6.ProviderServer.
func (p pointing) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := p.ProviderServer.ApplyResourceChange(ctx, req)
	if resp != nil {
		point(resp.Diagnostics)
	}
	return resp, err
}

// ReadResource implements tfprotov6.ProviderServer.
func (p pointing) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := p.ProviderServer.ReadResource(ctx, req)
	if resp != nil {
		point(resp.Diagnostics)
	}
	return resp, err
}

// point shortens the paths of diagnostics to what every Terraform finds.
func point(diagnostics []*tfprotov6.Diagnostic) {
	for _, d := range diagnostics {
		steps := d.Attribute.Steps()
		found := foundByAll(steps)
		if found == len(steps) {
			continue
		}
		if full := tfvalue.PathText(d.Attribute); !strings.Contains(d.Detail, full) {
			d.Detail = strings.TrimSpace(d.Detail + fmt.Sprintf("\n\nThis is about %s.", full))
		}
		d.Attribute = tftypes.NewAttributePathWithSteps(steps[:found])
	}
}

// foundByAll counts the steps that lead to an attribute of the resource, or to an element of one.
func foundByAll(steps []tftypes.AttributePathStep) int {
	if len(steps) > 1 {
		if _, isMember := steps[1].(tftypes.AttributeName); !isMember {
			return 2
		}
	}
	return min(len(steps), 1)
}
