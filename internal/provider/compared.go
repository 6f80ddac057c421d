// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Difference tells how two answers to one call differ, "" where they do not. Both are pointers to responses of tfprotov6.
type Difference func(framework, short any) string

// comparedServer answers the calls of Terraform the short way, asks the framework too, and fails where the two differ.
type comparedServer struct {
	*server
	differ Difference
}

// NewComparedServer makes a server for tests, whose calls fail where the short way and the framework differ. The engine is
// asked once for both.
func NewComparedServer(version string, differ Difference) tfprotov6.ProviderServer {
	return comparedServer{newServer(version), differ}
}

// compare gives the first answer if the second is equal.
func compare[Request, Response any](ctx context.Context, req *Request, short, long func(context.Context, *Request) (*Response, error), differ Difference) (*Response, error) {
	again := *req
	got, err := short(ctx, req)
	if err != nil {
		return nil, err
	}
	want, err := long(ctx, &again)
	if err != nil {
		return nil, err
	}
	if difference := differ(want, got); difference != "" {
		return nil, fmt.Errorf("the short way differs from the framework (-framework +short):\n%s", difference)
	}
	return got, nil
}

// PlanResourceChange implements tfprotov6.ProviderServer.
func (s comparedServer) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	req = s.toPlan(req)
	resp, err := compare(ctx, req, s.planChange, s.ProviderServer.PlanResourceChange, s.differ)
	return s.planned(ctx, req, resp, err)
}

// UpgradeResourceState implements tfprotov6.ProviderServer.
func (s comparedServer) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	long := func(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
		return s.ProviderServer.UpgradeResourceState(ctx, s.definitions[req.TypeName].ofCurrentVersion(req))
	}
	return compare(ctx, req, s.server.UpgradeResourceState, long, s.differ)
}

// ValidateResourceConfig compares what is known: the framework takes unknown elements of lists for wrong.
func (s comparedServer) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil {
		return s.server.ValidateResourceConfig(ctx, req)
	}
	if config, err := req.Config.Unmarshal(d.shape.Type()); err != nil || !config.IsFullyKnown() {
		return s.server.ValidateResourceConfig(ctx, req)
	}
	return compare(ctx, req, s.server.ValidateResourceConfig, s.ProviderServer.ValidateResourceConfig, s.differ)
}

// ReadResource implements tfprotov6.ProviderServer.
func (s comparedServer) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	req, d, state, ok := s.toRead(req)
	if !ok {
		return s.server.ReadResource(ctx, req)
	}
	return s.compareRead(ctx, d, req, state, d.read(ctx, s.provider.connection, state))
}

func (s comparedServer) compareRead(ctx context.Context, d *definition, req *tfprotov6.ReadResourceRequest, state tftypes.Value, read *answer) (*tfprotov6.ReadResourceResponse, error) {
	short := func(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
		return s.answerRead(ctx, d, req, state, read)
	}
	return compare(ctx, req, short, s.framework(&objectResource{definition: d, answered: read}).ReadResource, s.differ)
}

// ApplyResourceChange implements tfprotov6.ProviderServer.
func (s comparedServer) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	d, c, ok := s.toApply(req)
	if !ok {
		return s.server.ApplyResourceChange(ctx, req)
	}
	return s.compareApply(ctx, d, req, d.apply(ctx, s.provider.connection, c))
}

func (s comparedServer) compareApply(ctx context.Context, d *definition, req *tfprotov6.ApplyResourceChangeRequest, done *outcome) (*tfprotov6.ApplyResourceChangeResponse, error) {
	short := func(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
		return s.answerApply(ctx, d, req, done)
	}
	return compare(ctx, req, short, s.framework(&objectResource{definition: d, done: done}).ApplyResourceChange, s.differ)
}

// ImportResourceState implements tfprotov6.ProviderServer.
func (s comparedServer) ImportResourceState(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil || req.ID == "" || req.Identity != nil || !s.isConfigured() {
		return s.server.ImportResourceState(ctx, req)
	}
	f := d.find(ctx, s.provider.connection, req.ID)
	short := func(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
		return s.answerImport(ctx, d, req, f)
	}
	return compare(ctx, req, short, s.framework(&objectResource{definition: d, found: f}).ImportResourceState, s.differ)
}

// ReadDataSource implements tfprotov6.ProviderServer.
func (s comparedServer) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	source, config, ok := s.toList(req)
	if !ok {
		return s.server.ReadDataSource(ctx, req)
	}
	answer := source.list(ctx, s.provider.connection, config)
	short := func(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
		return s.answerList(ctx, source, req, answer)
	}
	long := func(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
		resp, err := s.frameworkList(source, answer).ReadDataSource(ctx, req)
		if err == nil && source.sameValues(resp.State, answer.state) {
			resp.State = answer.state
		}
		return resp, err
	}
	return compare(ctx, req, short, long, s.differ)
}

// sameValues compares states by their values: the keys of a map, which the filters are, are encoded in any order.
func (s *objectsDataSource) sameValues(a, b *tfprotov6.DynamicValue) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, errX := a.Unmarshal(s.typ())
	y, errY := b.Unmarshal(s.typ())
	return errX == nil && errY == nil && x.Equal(y)
}
