// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// This file handles the calls from Terraform. For each call, the server either builds the response itself (the direct path) or delegates
// the call to the Terraform plugin framework. During a plan, most calls concern unchanged objects, for which the direct path is many times
// faster. Tests check that both paths return the same response (NewComparedServer). The server responds to these calls itself:
//
//   - ValidateResourceConfig, if the configuration is valid and contains no unknown values;
//   - UpgradeResourceState, if the stored state has the current attributes;
//   - PlanResourceChange, unless the object is a component, its kind has default values, or the plan may replace it;
//   - ReadResource, if the object has not changed and the read produces no diagnostics;
//   - ApplyResourceChange, if the change produces no diagnostics;
//   - ImportResourceState, if the object is imported by id and the import produces no diagnostics;
//   - ReadDataSource for plural data sources such as engine_alerts, if the read produces no diagnostics.
//
// The framework handles all other calls. If a call requires a request to the engine, the server sends the request before it chooses a path.
// It passes the result to the framework in the context, so that the framework's resources don't send the request again.

type resultKey[Result any] struct{}

func withResult[Result any](ctx context.Context, result *Result) context.Context {
	return context.WithValue(ctx, resultKey[Result]{}, result)
}

// resultOf returns the result of an engine operation, such as a read. The provider server may have performed the operation before it called
// the framework. In this case, ctx contains the result. Otherwise, resultOf performs the operation by calling call.
func resultOf[Result any](ctx context.Context, call func() *Result) *Result {
	if result, ok := ctx.Value(resultKey[Result]{}).(*Result); ok {
		return result
	}
	return call()
}

// chooseResponse returns the response that the server built itself (direct). If direct is nil, it returns the framework's response. In
// tests that set s.compare, it gets both responses and returns an error if they differ.
func chooseResponse[Response any](s *server, direct *Response, framework func() (*Response, error)) (*Response, error) {
	if direct == nil {
		return framework()
	}
	if s.compare == nil {
		return direct, nil
	}
	response, err := framework()
	if err != nil {
		return nil, err
	}
	if difference := s.compare(response, direct); difference != "" {
		return nil, fmt.Errorf("the direct path differs from the framework (-framework +direct):\n%s", difference)
	}
	return direct, nil
}

func (s *server) isConfigured() bool {
	return s.provider.connection != nil && s.provider.connection.Client != nil
}

// ValidateResourceConfig implements tfprotov6.ProviderServer. If an object in the configuration is unknown, it is replaced by an object
// whose members are unknown. Otherwise, if the object were a list element, the framework would report that it lacks its required members.
func (s *server) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (resp *tfprotov6.ValidateResourceConfigResponse, err error) {
	defer func() {
		if resp != nil {
			nameAttributes(resp.Diagnostics)
			shortenPaths(resp.Diagnostics)
		}
	}()
	framework := func() (*tfprotov6.ValidateResourceConfigResponse, error) {
		return s.ProviderServer.ValidateResourceConfig(ctx, req)
	}
	d := s.definitions[req.TypeName]
	if d == nil {
		return framework()
	}
	config, err := req.Config.Unmarshal(d.shape.Type())
	switch {
	case err != nil: // the framework reports the error
	case !config.IsFullyKnown():
		known := *req
		if known.Config, err = expandConfig(config); err != nil {
			return nil, err
		}
		req = &known
	case d.isValid(ctx, config):
		return chooseResponse(s, &tfprotov6.ValidateResourceConfigResponse{}, framework)
	}
	return framework()
}

// UpgradeResourceState converts a stored state to the current schema. Schema versions 0 and 1 have the same attributes, so version 0 is
// treated as version 1.
func (s *server) UpgradeResourceState(
	ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	d, isOld := s.definitions[req.TypeName], req.Version == 0
	if d != nil && isOld {
		current := *req
		current.Version = d.schema.Version
		req = &current
	}
	framework := func() (*tfprotov6.UpgradeResourceStateResponse, error) {
		return s.ProviderServer.UpgradeResourceState(ctx, req)
	}
	if d == nil || req.Version != d.schema.Version || req.RawState == nil || len(req.RawState.JSON) == 0 {
		return framework()
	}
	state, err := stateFromJSON(d.shape.Type(), req.RawState.JSON)
	if err != nil {
		return framework() // the framework repeats the conversion or reports the error
	}
	s.states.add(d, state, isOld)
	upgraded, err := tfprotov6.NewDynamicValue(d.shape.Type(), state)
	if err != nil {
		return nil, err
	}
	return chooseResponse(s, &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &upgraded}, framework)
}

// PlanResourceChange plans a change. It adds warnings about the object as a whole, for example that deleting it also deletes its children.
func (s *server) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	s.run.begin(!isNull(req.ProposedNewState))
	defer s.run.end()
	resp, err := s.plan(ctx, req)
	if err != nil {
		return nil, err
	}
	s.warnOfChildren(ctx, req, resp)
	shortenPaths(resp.Diagnostics)
	return resp, nil
}

func (s *server) plan(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (resp *tfprotov6.PlanResourceChangeResponse, err error) {
	framework := func() (*tfprotov6.PlanResourceChangeResponse, error) {
		return s.ProviderServer.PlanResourceChange(ctx, req)
	}
	d := s.definitions[req.TypeName]
	if d == nil {
		return framework()
	}
	isUnchanged := isNull(req.ProposedNewState) || !isNull(req.PriorState) && sameBytes(req.PriorState, req.ProposedNewState)
	if isUnchanged && !s.states.hasOld.Load() {
		private := decodePrivate(req.PriorPrivate)
		return chooseResponse(s, d.directPlan(req, change{private: &private}), framework)
	}
	ctx = s.withSecrets(ctx, req.TypeName, resourceSchemas, req.Config, req.PriorState, req.ProposedNewState)
	c, err := d.decodeChange(req.Config, req.PriorState, req.ProposedNewState, req.PriorPrivate)
	if err != nil {
		return framework() // the framework reports the error
	}
	if s.states.isOld(d, c.prior) {
		marked := *req
		marked.PriorPrivate = markApplied(req.PriorPrivate)
		req, c.private.isApplied = &marked, true
	}
	c.planned = d.withoutWriteOnly(c.planned)
	if !isUnchanged {
		req = d.withPriorForms(req, &c)
	}
	direct := d.directPlan(req, c)
	resp, err = chooseResponse(s, direct, framework)
	if err != nil || isNull(resp.PlannedState) || sameBytes(req.PriorState, resp.PlannedState) {
		return resp, err
	}
	if direct == nil {
		if c.planned, err = resp.PlannedState.Unmarshal(d.shape.Type()); err != nil {
			return nil, err
		}
	}
	if len(resp.RequiresReplace) > 0 {
		s.rejectMissingParent(ctx, d, c, resp)
	} else {
		d.addPlanWarnings(ctx, s.provider.connection, c, resp)
	}
	return resp, nil
}

// ReadResource reads the object from the engine. If nothing has changed, it returns the current state without calling the framework, which
// is faster. Otherwise, the framework builds the response.
func (s *server) ReadResource(
	ctx context.Context, req *tfprotov6.ReadResourceRequest,
) (resp *tfprotov6.ReadResourceResponse, err error) {
	s.run.begin(true)
	defer s.run.end()
	ctx = s.withSecrets(ctx, req.TypeName, resourceSchemas, req.CurrentState)
	defer func() {
		if resp != nil {
			shortenPaths(resp.Diagnostics)
		}
	}()
	d := s.definitions[req.TypeName]
	if d == nil || isNull(req.CurrentState) || !s.isConfigured() {
		return s.ProviderServer.ReadResource(ctx, req)
	}
	state, err := req.CurrentState.Unmarshal(d.shape.Type())
	if err != nil {
		return s.ProviderServer.ReadResource(ctx, req) // the framework reports the error
	}
	if s.states.isOld(d, state) {
		marked := *req
		marked.Private = markApplied(req.Private)
		req = &marked
	}
	private := decodePrivate(req.Private)
	return s.respondToRead(ctx, d, req, state, private, d.read(ctx, s.provider.connection, state, private))
}

func (s *server) respondToRead(
	ctx context.Context, d *definition, req *tfprotov6.ReadResourceRequest, state tftypes.Value, private privateData, result *readResult,
) (*tfprotov6.ReadResourceResponse, error) {
	result.isUnchanged = result.isUnchanged && !private.hasOthers // only the framework preserves unknown private state keys
	var direct *tfprotov6.ReadResourceResponse
	if result.isUnchanged {
		identity, err := d.identityData(state)
		if err == nil && matchesIdentity(req.CurrentIdentity, identity) {
			direct = &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, NewIdentity: identity, Private: req.Private}
			if private.isImported { // the first read after an import
				private.isImported = false
				direct.Private = private.encode()
			}
		}
	}
	return chooseResponse(s, direct, func() (*tfprotov6.ReadResourceResponse, error) {
		return s.ProviderServer.ReadResource(withResult(ctx, result), req)
	})
}

// ApplyResourceChange creates, updates or deletes the object. If this produces no errors or warnings, the server builds the response
// itself. Otherwise, the framework builds it.
func (s *server) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (resp *tfprotov6.ApplyResourceChangeResponse, err error) {
	ctx = s.withSecrets(ctx, req.TypeName, resourceSchemas, req.Config, req.PriorState, req.PlannedState)
	defer func() {
		if resp != nil {
			shortenPaths(resp.Diagnostics)
		}
	}()
	d := s.definitions[req.TypeName]
	if d == nil || !s.isConfigured() {
		return s.ProviderServer.ApplyResourceChange(ctx, req)
	}
	c, err := d.decodeChange(req.Config, req.PriorState, req.PlannedState, req.PlannedPrivate)
	if err != nil || d.awaitsTags(s.provider.connection, c) {
		return s.ProviderServer.ApplyResourceChange(ctx, req) // the framework reports the error
	}
	return s.respondToApply(ctx, d, req, c, d.apply(ctx, s.provider.connection, c))
}

func (s *server) respondToApply(
	ctx context.Context, d *definition, req *tfprotov6.ApplyResourceChangeRequest, c change, result *applyResult,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return chooseResponse(s, d.directApply(req, c, result), func() (*tfprotov6.ApplyResourceChangeResponse, error) {
		return s.ProviderServer.ApplyResourceChange(withResult(ctx, result), req)
	})
}

// ImportResourceState implements tfprotov6.ProviderServer.
func (s *server) ImportResourceState(
	ctx context.Context, req *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	ctx = s.withSecrets(ctx, req.TypeName, resourceSchemas)
	d := s.definitions[req.TypeName]
	if d == nil || req.ID == "" || req.Identity != nil || !s.isConfigured() {
		return s.ProviderServer.ImportResourceState(ctx, req)
	}
	result := d.find(ctx, s.provider.connection, req.ID)
	var direct *tfprotov6.ImportResourceStateResponse
	if len(result.diags) == 0 {
		state, stateErr := tfprotov6.NewDynamicValue(d.shape.Type(), result.view)
		identity, identityErr := d.identityData(result.view)
		if stateErr == nil && identityErr == nil {
			private := result.private
			private.isImported = true
			direct = &tfprotov6.ImportResourceStateResponse{ImportedResources: []*tfprotov6.ImportedResource{{
				TypeName: req.TypeName, State: &state, Private: private.encode(), Identity: identity,
			}}}
		}
	}
	return chooseResponse(s, direct, func() (*tfprotov6.ImportResourceStateResponse, error) {
		return s.ProviderServer.ImportResourceState(withResult(ctx, result), req)
	})
}

// ReadDataSource reads plural data sources, such as engine_alerts, without the framework, which would take a hundred times as long because
// it visits every attribute path in every listed object. The framework reads all other data sources.
func (s *server) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	ctx = s.withSecrets(ctx, req.TypeName, func(all *tfprotov6.GetProviderSchemaResponse) schemasByName { return all.DataSourceSchemas }, req.Config)
	d := s.lists[req.TypeName]
	if d == nil || !s.isConfigured() {
		return s.ProviderServer.ReadDataSource(ctx, req)
	}
	source := &objectsDataSource{definition: d}
	config, err := req.Config.Unmarshal(source.typ())
	if err != nil || !config.IsFullyKnown() {
		return s.ProviderServer.ReadDataSource(ctx, req)
	}
	result := source.list(ctx, s.provider.connection, config)
	var direct *tfprotov6.ReadDataSourceResponse
	if len(result.diags) == 0 {
		direct = &tfprotov6.ReadDataSourceResponse{State: result.state}
	}
	return chooseResponse(s, direct, func() (*tfprotov6.ReadDataSourceResponse, error) {
		return s.ProviderServer.ReadDataSource(withResult(ctx, result), req)
	})
}

// ListResource implements tfprotov6.ListResourceServer.
func (s *server) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	return s.ListResourceServer.ListResource(s.withSecrets(ctx, req.TypeName, resourceSchemas), req)
}

// InvokeAction implements tfprotov6.ActionServer.
func (s *server) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	return s.ActionServer.InvokeAction(s.withSecrets(ctx, req.ActionType, resourceSchemas), req)
}
