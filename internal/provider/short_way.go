// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// The short way: most calls of a plan are about objects that did not change, and the framework takes many times what
// decoding and encoding a value costs to say so. The calls below answer those themselves and hand everything else to the
// framework, which gives the same answers (a test compares the two). Private state is the framework's own, but for what
// memory.go keeps there, and so is whatever has diagnostics. What the engine said already goes with such a call, in a
// resource made for it: nothing is asked or sent twice.

// PlanResourceChange answers what is proposed: nothing but "id" is computed, which is unknown in the plan of a new object
// and stays as it is otherwise. An object with default values and a change of an attribute that may replace the object are
// left to the framework, and so are objects that run: their plans may have warnings.
func (s *server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	req = s.toPlan(req)
	resp, err := s.planChange(ctx, req)
	return s.planned(ctx, req, resp, err)
}

// toPlan returns the request as both ways answer it.
func (s *server) toPlan(req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.PlanResourceChangeRequest {
	d, known := s.definitions[req.TypeName], *req
	known.PriorPrivate = s.unmarked.mark(req.TypeName, d, req.PriorState, req.PriorPrivate)
	return d.respelled(&known)
}

// planned completes the answer of either way.
func (s *server) planned(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest, resp *tfprotov6.PlanResourceChangeResponse, err error) (*tfprotov6.PlanResourceChangeResponse, error) {
	if d := s.definitions[req.TypeName]; err == nil && d != nil {
		d.foretell(ctx, s.provider.connection, req, resp)
	}
	return resp, err
}

func (s *server) planChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	d := s.definitions[req.TypeName]
	if _, alone := recallBytes(req.PriorPrivate); d == nil || d.hasDefaults || d.Deployable || !alone {
		return s.ProviderServer.PlanResourceChange(ctx, req)
	}
	planned := d.plan(req)
	if planned == nil {
		return s.ProviderServer.PlanResourceChange(ctx, req)
	}
	identity := req.PriorIdentity
	if identity == nil {
		identity = d.noIdentity
	}
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: planned, PlannedIdentity: identity, PlannedPrivate: req.PriorPrivate}, nil
}

// respelled is a request to plan what changes indeed: attributes that a configuration says in other words than the state, with
// the same meaning, are proposed as they are. Terraform lets a provider plan the prior value of an attribute for that.
func (d *definition) respelled(req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.PlanResourceChangeRequest {
	if d == nil || isNull(req.PriorState) || isNull(req.ProposedNewState) || sameBytes(req.PriorState, req.ProposedNewState) {
		return req
	}
	prior, err := req.PriorState.Unmarshal(d.shape.Type())
	if err != nil {
		return req // The framework reports the error, here and below.
	}
	proposed, err := req.ProposedNewState.Unmarshal(d.shape.Type())
	if err != nil {
		return req
	}
	proposed, differs := d.shape.Respelled(prior, d.withoutWriteOnly(proposed))
	if !differs {
		return req
	}
	again := *req
	if proposed.Equal(prior) {
		again.ProposedNewState = req.PriorState
		return &again
	}
	encoded, err := tfprotov6.NewDynamicValue(d.shape.Type(), proposed)
	if err != nil {
		return req
	}
	again.ProposedNewState = &encoded
	return &again
}

// plan is what the framework would plan, nil when that takes the framework to say.
func (d *definition) plan(req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.DynamicValue {
	if isNull(req.ProposedNewState) {
		return nullValue()
	}
	isNew := isNull(req.PriorState)
	if !isNew && sameBytes(req.PriorState, req.ProposedNewState) {
		return req.ProposedNewState
	}
	prior := d.shape.Null()
	if !isNew {
		var err error
		if prior, err = req.PriorState.Unmarshal(d.shape.Type()); err != nil || d.isBare(prior) {
			return nil
		}
		if len(d.modified) == 0 && !d.hasWriteOnly {
			return req.ProposedNewState
		}
	}
	proposed, err := req.ProposedNewState.Unmarshal(d.shape.Type())
	if err != nil {
		return nil
	}
	proposed = d.withoutWriteOnly(proposed)
	if isNew {
		attributes := maps.Clone(tfvalue.Object(proposed))
		attributes["id"] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		proposed = tftypes.NewValue(d.shape.Type(), attributes)
	} else if d.mayReplace(prior, proposed) {
		return nil
	}
	planned, err := tfprotov6.NewDynamicValue(d.shape.Type(), proposed)
	if err != nil {
		return nil
	}
	return &planned
}

// mayReplace tells whether an attribute changes whose change may replace the object.
func (d *definition) mayReplace(prior, proposed tftypes.Value) bool {
	before, after := tfvalue.Object(prior), tfvalue.Object(proposed)
	return slices.ContainsFunc(d.modified, func(name string) bool { return !before[name].Equal(after[name]) })
}

func sameBytes(a, b *tfprotov6.DynamicValue) bool {
	return bytes.Equal(a.MsgPack, b.MsgPack)
}

// msgpackNull is a value that is null as a whole, in msgpack.
const msgpackNull = 0xc0

func nullValue() *tfprotov6.DynamicValue {
	return &tfprotov6.DynamicValue{MsgPack: []byte{msgpackNull}}
}

// isNull tells whether a value is null as a whole, or missing.
func isNull(v *tfprotov6.DynamicValue) bool {
	return v == nil || len(v.MsgPack) == 0 || len(v.MsgPack) == 1 && v.MsgPack[0] == msgpackNull
}

// ReadResource reads the object and answers the prior state when the engine's document says the same.
func (s *server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	req, d, state, ok := s.toRead(req)
	if !ok {
		return s.ProviderServer.ReadResource(ctx, req) // which reports what is wrong
	}
	return s.answerRead(ctx, d, req, state, d.read(ctx, s.provider.connection, state))
}

// toRead returns the request as both ways answer it, and what it wants to have read. It is false where that takes the framework to
// say.
func (s *server) toRead(req *tfprotov6.ReadResourceRequest) (known *tfprotov6.ReadResourceRequest, d *definition, state tftypes.Value, ok bool) {
	d = s.definitions[req.TypeName]
	if d == nil || isNull(req.CurrentState) || !s.isConfigured() {
		return req, nil, state, false
	}
	marked := *req
	marked.Private = s.unmarked.mark(req.TypeName, d, req.CurrentState, req.Private)
	state, err := req.CurrentState.Unmarshal(d.shape.Type())
	return &marked, d, state, err == nil
}

func (s *server) answerRead(ctx context.Context, d *definition, req *tfprotov6.ReadResourceRequest, state tftypes.Value, read *answer) (*tfprotov6.ReadResourceResponse, error) {
	recalled, alone := recallBytes(withoutImportMark(req.Private))
	own := recalled.elements()
	if read.err == nil && alone && !d.isBare(state) && d.agrees(d.shape.WithoutSurplus(read.doc, state, own), own, state) &&
		(!d.Deployable || recalled.hasNoNews(read.doc, state)) {
		identity, err := d.identityData(state)
		if err == nil && hasIdentity(req.CurrentIdentity, identity) {
			return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, NewIdentity: identity, Private: recalled.private()}, nil
		}
	}
	return s.framework(&objectResource{definition: d, answered: read}).ReadResource(ctx, req)
}

func (s *server) isConfigured() bool {
	return s.provider.connection != nil && s.provider.connection.Client != nil
}

// ApplyResourceChange carries out the change and answers the new state when there is nothing to say of it.
func (s *server) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	d, c, ok := s.toApply(req)
	if !ok {
		return s.ProviderServer.ApplyResourceChange(ctx, req) // which reports what is wrong
	}
	return s.answerApply(ctx, d, req, d.apply(ctx, s.provider.connection, c))
}

// toApply says what a request wants to have changed. It is false where that takes the framework to say.
func (s *server) toApply(req *tfprotov6.ApplyResourceChangeRequest) (d *definition, c change, ok bool) {
	d = s.definitions[req.TypeName]
	if d == nil || !s.isConfigured() {
		return nil, c, false
	}
	c, err := d.changeOf(req)
	return d, c, err == nil && !d.awaitsTags(s.provider.connection, c)
}

func (s *server) answerApply(ctx context.Context, d *definition, req *tfprotov6.ApplyResourceChangeRequest, done *outcome) (*tfprotov6.ApplyResourceChangeResponse, error) {
	if _, alone := recallBytes(req.PlannedPrivate); len(done.diags) == 0 && alone {
		state, stateErr := tfprotov6.NewDynamicValue(d.shape.Type(), d.withoutWriteOnly(done.state))
		identity, identityErr := d.identityData(done.state)
		if errors.Join(stateErr, identityErr) == nil && (done.state.IsNull() || hasIdentity(req.PlannedIdentity, identity)) {
			resp := &tfprotov6.ApplyResourceChangeResponse{NewState: &state, NewIdentity: identity}
			if !done.state.IsNull() {
				resp.Private = done.memory.private()
			}
			return resp, nil
		}
	}
	return s.framework(&objectResource{definition: d, done: done}).ApplyResourceChange(ctx, req)
}

// changeOf decodes a change.
func (d *definition) changeOf(req *tfprotov6.ApplyResourceChangeRequest) (c change, err error) {
	for _, v := range []struct {
		from *tfprotov6.DynamicValue
		to   *tftypes.Value
	}{{req.Config, &c.config}, {req.PriorState, &c.prior}, {req.PlannedState, &c.planned}} {
		*v.to = d.shape.Null()
		if !isNull(v.from) {
			if *v.to, err = v.from.Unmarshal(d.shape.Type()); err != nil {
				return c, err
			}
		}
	}
	recalled, _ := recallBytes(req.PlannedPrivate)
	c.memory = &recalled
	return c, nil
}
