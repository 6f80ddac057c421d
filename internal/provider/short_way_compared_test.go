// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// comparedServer answers the calls of Terraform the short way, asks the framework too, and fails where the two differ. All
// acceptance tests have it, so that each state they come to is compared.
type comparedServer struct{ *server }

func newComparedServer() comparedServer {
	s, ok := NewServer("test")().(*server)
	if !ok {
		panic("the server has no thin layer")
	}
	return comparedServer{s}
}

// compare gives the first answer if the second is equal: the same bytes of values, identities and private state, the same
// diagnostics.
func compare[Request, Response any](ctx context.Context, req *Request, short, long func(context.Context, *Request) (*Response, error)) (*Response, error) {
	again := *req
	got, err := short(ctx, req)
	if err != nil {
		return nil, err
	}
	want, err := long(ctx, &again)
	if err != nil {
		return nil, err
	}
	if diff := cmp.Diff(want, got, samePaths(), anyOrder()); diff != "" {
		return nil, fmt.Errorf("the short way differs from the framework (-framework +short):\n%s", diff)
	}
	return got, nil
}

func samePaths() cmp.Option {
	return cmp.Comparer(func(a, b *tftypes.AttributePath) bool { return a.Equal(b) })
}

// anyOrder of diagnostics: the framework goes through a map.
func anyOrder() cmp.Option {
	text := func(d *tfprotov6.Diagnostic) string { return d.Attribute.String() + d.Summary + d.Detail }
	return cmpopts.SortSlices(func(a, b *tfprotov6.Diagnostic) bool { return text(a) < text(b) })
}

func (s comparedServer) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return compare(ctx, req, s.server.PlanResourceChange, s.ProviderServer.PlanResourceChange)
}

func (s comparedServer) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return compare(ctx, req, s.server.UpgradeResourceState, s.ProviderServer.UpgradeResourceState)
}

// ValidateResourceConfig compares what is known: the framework takes unknown elements of lists for wrong.
func (s comparedServer) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	if config, err := req.Config.Unmarshal(s.definitions[req.TypeName].shape.Type()); err != nil || !config.IsFullyKnown() {
		return s.server.ValidateResourceConfig(ctx, req)
	}
	return compare(ctx, req, s.server.ValidateResourceConfig, s.ProviderServer.ValidateResourceConfig)
}

// ReadResource asks the engine once, and gives its answer to both.
func (s comparedServer) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	d := s.definitions[req.TypeName]
	if state, err := req.CurrentState.Unmarshal(d.shape.Type()); err == nil && s.isConfigured() {
		read := answer{}
		read.doc, read.err = d.read(ctx, s.provider.connection.reader, state)
		ctx = context.WithValue(ctx, answerKey{}, read)
	}
	return compare(ctx, req, s.server.ReadResource, s.ProviderServer.ReadResource)
}

// ApplyResourceChange carries out the change once, and gives its outcome to both.
func (s comparedServer) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	d := s.definitions[req.TypeName]
	if c, err := d.changeOf(req); err == nil && s.isConfigured() {
		ctx = context.WithValue(ctx, outcomeKey{}, d.apply(ctx, s.provider.connection.client, c))
	}
	return compare(ctx, req, s.server.ApplyResourceChange, s.ProviderServer.ApplyResourceChange)
}
