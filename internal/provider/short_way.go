// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// shortPlan plans what is proposed: nothing but "id" is computed, which is unknown in the plan of a new object and stays as it is
// otherwise. It returns nil for objects with default values, for changes that may replace the object, and for objects that run,
// whose plans may have warnings.
func (d *definition) shortPlan(req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.PlanResourceChangeResponse {
	if _, alone := recallBytes(req.PriorPrivate); d == nil || d.hasDefaults || d.Deployable || !alone {
		return nil
	}
	planned := d.plan(req)
	if planned == nil {
		return nil
	}
	identity := req.PriorIdentity
	if identity == nil {
		identity = d.noIdentity
	}
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: planned, PlannedIdentity: identity, PlannedPrivate: req.PriorPrivate}
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

// shortRead answers the prior state if the engine's document says the same, and nil otherwise.
func (d *definition) shortRead(req *tfprotov6.ReadResourceRequest, state tftypes.Value, read *answer) *tfprotov6.ReadResourceResponse {
	recalled, alone := recallBytes(withoutImportMark(req.Private))
	own := recalled.elements()
	if read.err != nil || !alone || d.isBare(state) || !d.agrees(d.shape.WithoutElements(read.doc, state, own), own, state) ||
		d.Deployable && !recalled.hasNoNews(read.doc, state) {
		return nil
	}
	identity, err := d.identityData(state)
	if err != nil || !hasIdentity(req.CurrentIdentity, identity) {
		return nil
	}
	return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, NewIdentity: identity, Private: recalled.private()}
}

// shortApply answers the new state if there is nothing to say of it, and nil otherwise.
func (d *definition) shortApply(req *tfprotov6.ApplyResourceChangeRequest, done *outcome) *tfprotov6.ApplyResourceChangeResponse {
	if _, alone := recallBytes(req.PlannedPrivate); len(done.diags) > 0 || !alone {
		return nil
	}
	state, stateErr := tfprotov6.NewDynamicValue(d.shape.Type(), d.withoutWriteOnly(done.state))
	identity, identityErr := d.identityData(done.state)
	isDeleted := done.state.IsNull()
	if errors.Join(stateErr, identityErr) != nil || !isDeleted && !hasIdentity(req.PlannedIdentity, identity) {
		return nil
	}
	resp := &tfprotov6.ApplyResourceChangeResponse{NewState: &state, NewIdentity: identity}
	if !isDeleted {
		resp.Private = done.memory.private()
	}
	return resp
}

// shortImport answers what was found if there is nothing to say of it, and nil otherwise.
func (d *definition) shortImport(req *tfprotov6.ImportResourceStateRequest, f *found) *tfprotov6.ImportResourceStateResponse {
	if len(f.diags) > 0 {
		return nil
	}
	state, stateErr := tfprotov6.NewDynamicValue(d.shape.Type(), f.view)
	identity, identityErr := d.identityData(f.view)
	if errors.Join(stateErr, identityErr) != nil {
		return nil
	}
	return &tfprotov6.ImportResourceStateResponse{ImportedResources: []*tfprotov6.ImportedResource{{
		TypeName: req.TypeName, State: &state, Private: f.memory.withImportMark(), Identity: identity,
	}}}
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
