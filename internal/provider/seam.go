// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// This file decides for each call of Terraform whether the server answers it the short way or hands it to the framework. Most calls
// of a plan are about objects that did not change, and the framework takes many times what decoding and encoding a value costs to
// say so. Both ways give the same answers, which tests compare (NewComparedServer).
//
//	call                    the short way answers               the framework answers
//	ValidateResourceConfig  a known configuration that is valid the rest: it knows the messages
//	UpgradeResourceState    states of the current form          the rest: it knows the errors
//	PlanResourceChange      what is proposed                    defaults, replacements, objects that run: it knows plan modifiers
//	ReadResource            an object that did not change       the rest: new values, diagnostics
//	ApplyResourceChange     a change without diagnostics        the rest
//	ImportResourceState     an id without diagnostics           the rest: identities
//	ReadDataSource          a plural one without diagnostics    the rest
//
// All other calls are the framework's. So is private state that has more than memory.go keeps there. A read, an apply, an import or
// a list is carried out once, before the way is chosen: the framework reports it by a resource that is made for this call.

// either returns the short answer to a call, or the framework's if there is no short one.
func either[Response any](s *server, short *Response, framework func() (*Response, error)) (*Response, error) {
	if short == nil {
		return framework()
	}
	if s.differ == nil {
		return short, nil
	}
	long, err := framework()
	if err != nil {
		return nil, err
	}
	if difference := s.differ(long, short); difference != "" {
		return nil, fmt.Errorf("the short way differs from the framework (-framework +short):\n%s", difference)
	}
	return short, nil
}

func (s *server) isConfigured() bool {
	return s.provider.connection != nil && s.provider.connection.Client != nil
}

// ValidateResourceConfig gives the framework objects with unknown members in the place of unknown objects: the framework takes the
// members of an unknown element of a list for missing, and refuses the required ones.
func (s *server) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	framework := func() (*tfprotov6.ValidateResourceConfigResponse, error) {
		return s.ProviderServer.ValidateResourceConfig(ctx, req)
	}
	d := s.definitions[req.TypeName]
	if d == nil {
		return framework()
	}
	config, err := req.Config.Unmarshal(d.shape.Type())
	switch {
	case err != nil:
		return framework() // which reports the error
	case !config.IsFullyKnown():
		expanded, err := expandedConfig(config)
		if err != nil {
			return nil, err
		}
		known := *req
		known.Config, req = expanded, &known
		return framework()
	case d.surelyValid(ctx, config):
		return either(s, &tfprotov6.ValidateResourceConfigResponse{}, framework)
	}
	return framework()
}

// UpgradeResourceState encodes a stored state anew. One of version 0 has the same form.
func (s *server) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	d := s.definitions[req.TypeName]
	isUnmarked := req.Version == 0
	req = d.ofCurrentVersion(req)
	framework := func() (*tfprotov6.UpgradeResourceStateResponse, error) {
		return s.ProviderServer.UpgradeResourceState(ctx, req)
	}
	if d == nil || req.Version != d.schema.Version || req.RawState == nil || len(req.RawState.JSON) == 0 {
		return framework()
	}
	state, err := stateFromJSON(d.shape.Type(), req.RawState.JSON)
	if err != nil {
		return framework() // which reports the error, or knows what was meant
	}
	if isUnmarked {
		s.unmarked.note(req.TypeName, state)
	}
	upgraded, err := tfprotov6.NewDynamicValue(d.shape.Type(), state)
	if err != nil {
		return nil, err
	}
	return either(s, &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &upgraded}, framework)
}

// PlanResourceChange completes the answer of either way with the warnings that no plan modifier can give.
func (s *server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	d, marked := s.definitions[req.TypeName], *req
	marked.PriorPrivate = s.unmarked.mark(req.TypeName, d, req.PriorState, req.PriorPrivate)
	req = d.respelled(&marked)
	resp, err := either(s, d.shortPlan(req), func() (*tfprotov6.PlanResourceChangeResponse, error) {
		return s.ProviderServer.PlanResourceChange(ctx, req)
	})
	if err == nil && d != nil {
		d.foretell(ctx, s.provider.connection, req, resp)
	}
	return resp, err
}

// ReadResource implements tfprotov6.ProviderServer.
func (s *server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil || isNull(req.CurrentState) || !s.isConfigured() {
		return s.ProviderServer.ReadResource(ctx, req)
	}
	marked := *req
	marked.Private = s.unmarked.mark(req.TypeName, d, req.CurrentState, req.Private)
	state, err := req.CurrentState.Unmarshal(d.shape.Type())
	if err != nil {
		return s.ProviderServer.ReadResource(ctx, &marked) // which reports the error
	}
	return s.answerRead(ctx, d, &marked, state, d.read(ctx, s.provider.connection, state))
}

func (s *server) answerRead(ctx context.Context, d *definition, req *tfprotov6.ReadResourceRequest, state tftypes.Value, read *answer) (*tfprotov6.ReadResourceResponse, error) {
	return either(s, d.shortRead(req, state, read), func() (*tfprotov6.ReadResourceResponse, error) {
		return s.framework(&objectResource{definition: d, answered: read}).ReadResource(ctx, req)
	})
}

// ApplyResourceChange implements tfprotov6.ProviderServer.
func (s *server) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil || !s.isConfigured() {
		return s.ProviderServer.ApplyResourceChange(ctx, req)
	}
	c, err := d.changeOf(req)
	if err != nil || d.awaitsTags(s.provider.connection, c) {
		return s.ProviderServer.ApplyResourceChange(ctx, req) // which reports what is wrong
	}
	return s.answerApply(ctx, d, req, d.apply(ctx, s.provider.connection, c))
}

func (s *server) answerApply(ctx context.Context, d *definition, req *tfprotov6.ApplyResourceChangeRequest, done *outcome) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return either(s, d.shortApply(req, done), func() (*tfprotov6.ApplyResourceChangeResponse, error) {
		return s.framework(&objectResource{definition: d, done: done}).ApplyResourceChange(ctx, req)
	})
}

// ImportResourceState implements tfprotov6.ProviderServer.
func (s *server) ImportResourceState(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil || req.ID == "" || req.Identity != nil || !s.isConfigured() {
		return s.ProviderServer.ImportResourceState(ctx, req)
	}
	f := d.find(ctx, s.provider.connection, req.ID)
	return either(s, d.shortImport(req, f), func() (*tfprotov6.ImportResourceStateResponse, error) {
		return s.framework(&objectResource{definition: d, found: f}).ImportResourceState(ctx, req)
	})
}

// ReadDataSource lists the objects of a plural data source: the framework walks every path of every object, which takes a hundred
// times as long.
func (s *server) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	d := s.lists[req.TypeName]
	if d == nil || !s.isConfigured() {
		return s.ProviderServer.ReadDataSource(ctx, req)
	}
	source := &objectsDataSource{definition: d}
	config, err := req.Config.Unmarshal(source.typ())
	if err != nil || !config.IsFullyKnown() {
		return s.ProviderServer.ReadDataSource(ctx, req)
	}
	source.answered = source.list(ctx, s.provider.connection, config)
	var short *tfprotov6.ReadDataSourceResponse
	if len(source.answered.diags) == 0 {
		short = &tfprotov6.ReadDataSourceResponse{State: source.answered.state}
	}
	return either(s, short, func() (*tfprotov6.ReadDataSourceResponse, error) {
		return newPointing(&oneDataSource{engineProvider: s.provider, source: source}).ReadDataSource(ctx, req)
	})
}
