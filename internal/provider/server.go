// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package provider implements the Terraform provider for all kinds of objects in package catalog. There is one file for each concept in the
// Terraform plugin protocol, such as resource, data source, import and identity. Package lens converts between Terraform values and the
// engine's documents.
//
// The server in calls.go receives each call. It either builds the response itself (direct_path.go, validate.go) or passes the call to the
// Terraform plugin framework. A definition (definition.go) describes one kind of object. apply.go creates, updates and deletes objects.
//
// The package may import every other package except the reference server, which only its tests use. Start reading in calls.go, then
// resource.go and apply.go.
package provider

import (
	"context"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// server wraps the framework's provider server and handles some calls itself (calls.go and move.go).
type server struct {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	provider    *engineProvider
	definitions map[string]*definition // by resource type, such as engine_alert
	lists       map[string]*definition // by plural data source type, such as engine_alerts
	states      stateObjects
	run         run
	schemas     func() *tfprotov6.GetProviderSchemaResponse

	// compare is set only in tests. It returns the difference between the framework's response to a call and the response that the provider
	// server built itself (direct), or "" if there is none. If they differ, the call fails.
	compare func(framework, direct any) string
}

// NewServer returns a function that creates a provider server. Servers share no state, so tests can run in parallel.
func NewServer(version string) func() tfprotov6.ProviderServer {
	return func() tfprotov6.ProviderServer { return newServer(version) }
}

// NewPlugin is like NewServer, but the server omits validation warnings until Configure is called. Terraform validates each configuration
// twice, first in a process that it never configures, and would print each warning twice.
func NewPlugin(version string) func() tfprotov6.ProviderServer {
	return func() tfprotov6.ProviderServer { return &plugin{newServer(version)} }
}

type plugin struct{ *server }

// ValidateResourceConfig implements tfprotov6.ProviderServer.
func (p *plugin) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := p.server.ValidateResourceConfig(ctx, req)
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
	s.schemas = sync.OnceValue(func() *tfprotov6.GetProviderSchemaResponse {
		schemas, _ := framework.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{}) // diagnostics contain the errors
		return schemas
	})
	for _, d := range p.definitions {
		s.definitions["engine_"+d.Name], s.lists["engine_"+d.Plural] = d, d
	}
	return s
}

// NewComparedServer returns a server for tests. If the server handles a call without the framework, it also passes the call to the
// framework, which does not send any further requests to the engine. If compare returns a difference between the two responses, the call
// fails.
func NewComparedServer(version string, compare func(framework, direct any) string) tfprotov6.ProviderServer {
	s := newServer(version)
	s.compare = compare
	return s
}

// NewFrameworkServer returns a function that creates a server in which the framework handles every call. "make bench" compares its speed
// with that of NewServer.
func NewFrameworkServer(version string) func() tfprotov6.ProviderServer {
	return providerserver.NewProtocol6(newProvider(version))
}
