// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// The short way: most calls of a plan are about objects that did not change, and the framework takes many times what
// decoding and encoding a value costs to say so. The calls below answer those themselves and hand everything else to the
// framework, which gives the same answers (a test compares the two).

// PlanResourceChange answers what is proposed: nothing but "id" is computed, which is unknown in the plan of a new object
// and stays as it is otherwise. A destroy, an object with default values, and a change of an attribute that may replace
// the object are left to the framework.
func (s *server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil || d.hasDefaults || isNull(req.ProposedNewState) {
		return s.ProviderServer.PlanResourceChange(ctx, req)
	}
	planned := req.ProposedNewState
	if isNull(req.PriorState) {
		planned = d.planOfNew(req.ProposedNewState)
	} else if !sameBytes(req.PriorState, req.ProposedNewState) && d.mayReplace(req) {
		planned = nil
	}
	if planned == nil {
		return s.ProviderServer.PlanResourceChange(ctx, req)
	}
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: planned, PlannedPrivate: req.PriorPrivate}, nil
}

// planOfNew is the proposal with an unknown id, nil when it can't be read.
func (d *definition) planOfNew(proposed *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	value, err := proposed.Unmarshal(d.shape.Type())
	if err != nil {
		return nil
	}
	attributes := maps.Clone(members(value))
	attributes["id"] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	planned, err := tfprotov6.NewDynamicValue(d.shape.Type(), tftypes.NewValue(d.shape.Type(), attributes))
	if err != nil {
		return nil
	}
	return &planned
}

// mayReplace tells whether an attribute changes whose change may replace the object, or the values can't be read.
func (d *definition) mayReplace(req *tfprotov6.PlanResourceChangeRequest) bool {
	if len(d.modified) == 0 {
		return false
	}
	prior, err := req.PriorState.Unmarshal(d.shape.Type())
	if err != nil {
		return true
	}
	proposed, err := req.ProposedNewState.Unmarshal(d.shape.Type())
	if err != nil {
		return true
	}
	before, after := members(prior), members(proposed)
	return slices.ContainsFunc(d.modified, func(name string) bool { return !before[name].Equal(after[name]) })
}

func sameBytes(a, b *tfprotov6.DynamicValue) bool {
	return bytes.Equal(a.MsgPack, b.MsgPack)
}

// isNull tells whether a value is null as a whole, which in msgpack is one byte, or missing.
func isNull(v *tfprotov6.DynamicValue) bool {
	return v == nil || len(v.MsgPack) == 0 || len(v.MsgPack) == 1 && v.MsgPack[0] == 0xc0
}

// ReadResource reads the object and answers the prior state when the engine's document says the same. Otherwise the
// framework goes on with the answer that is already there.
func (s *server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil || req.CurrentState == nil || s.provider.connection == nil || s.provider.connection.client == nil {
		return s.ProviderServer.ReadResource(ctx, req)
	}
	state, err := req.CurrentState.Unmarshal(d.shape.Type())
	if err != nil || state.IsNull() {
		return s.ProviderServer.ReadResource(ctx, req) // which reports the error
	}
	read := answer{}
	read.doc, read.err = d.read(ctx, s.provider.connection.client, state)
	if read.err == nil && d.shape.Means(read.doc, state) {
		return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, Private: req.Private}, nil
	}
	return s.ProviderServer.ReadResource(context.WithValue(ctx, answerKey{}, read), req)
}

// UpgradeResourceState encodes a state of the current version anew.
func (s *server) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil || req.Version != d.schema.Version || req.RawState == nil {
		return s.ProviderServer.UpgradeResourceState(ctx, req)
	}
	state, err := req.RawState.UnmarshalWithOpts(d.shape.Type(), tfprotov6.UnmarshalOpts{
		ValueFromJSONOpts: tftypes.ValueFromJSONOpts{IgnoreUndefinedAttributes: true},
	})
	if err != nil {
		return s.ProviderServer.UpgradeResourceState(ctx, req) // which reports the error
	}
	upgraded, err := tfprotov6.NewDynamicValue(d.shape.Type(), state)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &upgraded}, nil
}

// answer is the engine's answer to a read that was made before the framework was entered.
type answer struct {
	doc engine.Document
	err error
}

type answerKey struct{}
