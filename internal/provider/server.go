// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// server is the framework's provider server, but implements some calls itself (seam.go and move.go).
type server struct {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	provider    *engineProvider
	definitions map[string]*definition // by the type name of the resource
	lists       map[string]*definition // by the type name of the plural data source
	upgraded    upgradedStates

	// Only tests set compare. If it is set, the framework also answers each call that the server answers itself. The call fails if compare
	// returns a difference between the two responses.
	compare func(framework, direct any) string
}

// NewServer returns a function that creates a provider server. Each server has its own configuration, so tests can run in parallel.
func NewServer(version string) func() tfprotov6.ProviderServer {
	return func() tfprotov6.ProviderServer { return &secretServer{server: newServer(version)} }
}

// NewPlugin is like NewServer, for a process that Terraform starts. The server reports warnings about a configuration only after it was
// configured: before each plan, Terraform validates the configuration in another process, and would print every warning twice.
func NewPlugin(version string) func() tfprotov6.ProviderServer {
	return func() tfprotov6.ProviderServer { return &plugin{&secretServer{server: newServer(version)}} }
}

type plugin struct{ *secretServer }

// ValidateResourceConfig implements tfprotov6.ProviderServer.
func (p *plugin) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := p.secretServer.ValidateResourceConfig(ctx, req)
	if err == nil && p.provider.connection == nil {
		resp.Diagnostics = slices.DeleteFunc(resp.Diagnostics, func(d *tfprotov6.Diagnostic) bool {
			return d.Severity == tfprotov6.DiagnosticSeverityWarning
		})
	}
	return resp, err
}

func newServer(version string) *server {
	p := newProvider(version)
	framework := providerserver.NewProtocol6(p)()
	s := &server{ProviderServer: framework, provider: p, definitions: map[string]*definition{}, lists: map[string]*definition{}}
	s.ListResourceServer, _ = framework.(tfprotov6.ListResourceServer) // tfprotov6.ProviderServer lacks lists and actions
	s.ActionServer, _ = framework.(tfprotov6.ActionServer)
	for _, d := range p.definitions {
		s.definitions["engine_"+d.Name], s.lists["engine_"+d.Plural] = d, d
	}
	return s
}

// NewComparedServer creates a server for tests, in which the framework repeats each call that the server answers itself. A call fails if
// compare returns a difference between the two responses. The engine is asked only once.
func NewComparedServer(version string, compare func(framework, direct any) string) tfprotov6.ProviderServer {
	s := newServer(version)
	s.compare = compare
	return &secretServer{server: s}
}

// NewFrameworkServer returns a function that creates a server in which the framework answers every call. "make bench" compares its speed
// with that of NewServer.
func NewFrameworkServer(version string) func() tfprotov6.ProviderServer {
	return providerserver.NewProtocol6(newProvider(version))
}

// expandedConfig encodes a configuration after it has replaced each unknown object by an object with unknown members.
func expandedConfig(config tftypes.Value) (*tfprotov6.DynamicValue, error) {
	config, err := tftypes.Transform(config, expandUnknown)
	if err != nil {
		return nil, err
	}
	expanded, err := tfprotov6.NewDynamicValue(config.Type(), config)
	return &expanded, err
}

func expandUnknown(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
	object, ok := value.Type().(tftypes.Object)
	if !ok || value.IsKnown() {
		return value, nil
	}
	members := make(map[string]tftypes.Value, len(object.AttributeTypes))
	for name, t := range object.AttributeTypes {
		member, err := expandUnknown(nil, tftypes.NewValue(t, tftypes.UnknownValue))
		if err != nil {
			return value, err
		}
		if strings.HasSuffix(name, attribute.WriteOnlySuffix) {
			member = tftypes.NewValue(t, nil) // The member may be null, and Terraform before 1.11 accepts no other value.
		}
		members[name] = member
	}
	return tftypes.NewValue(object, members), nil
}

// nameAttributes begins the headline of each warning with its attribute, because Terraform prints only the first of several warnings with
// the same headline.
func nameAttributes(diagnostics []*tfprotov6.Diagnostic) {
	for _, d := range diagnostics {
		if path := tfvalue.PathText(d.Attribute); path != "" && d.Severity == tfprotov6.DiagnosticSeverityWarning {
			d.Summary = path + ": " + d.Summary
		}
	}
}

// shortenPaths shortens the attribute path of a diagnostic: alert_items[4].type becomes alert_items[4], and the text gets the full path.
// For the full path, Terraform before 1.15 and OpenTofu before 1.12 would show the alert's own attribute type.
func shortenPaths(diagnostics []*tfprotov6.Diagnostic) {
	for _, d := range diagnostics {
		steps := d.Attribute.Steps()
		length := min(len(steps), 1)
		if len(steps) > 1 {
			if _, isMember := steps[1].(tftypes.AttributeName); !isMember {
				length = 2
			}
		}
		if length == len(steps) {
			continue
		}
		if full := tfvalue.PathText(d.Attribute); !strings.Contains(d.Detail, full) {
			d.Detail = strings.TrimSpace(d.Detail + fmt.Sprintf("\n\nThis is about %s.", full))
		}
		d.Attribute = tftypes.NewAttributePathWithSteps(steps[:length])
	}
}
