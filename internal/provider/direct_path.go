// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// directPlan plans a change without the framework. It returns nil if only the framework can plan it: for kinds of objects with default
// values, for objects that can run, and for changes that may replace the object.
func (d *definition) directPlan(req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.PlanResourceChangeResponse {
	if _, isComplete := decodePrivate(req.PriorPrivate); d.hasDefaults || d.Deployable || !isComplete {
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

// withPriorSpelling removes changes that only respell a value. For example, the state has "SEV2" and the configuration has "sev2". The
// returned request then proposes "SEV2", so the plan shows no change.
func (d *definition) withPriorSpelling(req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.PlanResourceChangeRequest {
	if isNull(req.PriorState) || isNull(req.ProposedNewState) || sameBytes(req.PriorState, req.ProposedNewState) {
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
	respelled := *req
	if proposed.Equal(prior) {
		respelled.ProposedNewState = req.PriorState
		return &respelled
	}
	encoded, err := tfprotov6.NewDynamicValue(d.shape.Type(), proposed)
	if err != nil {
		return req
	}
	respelled.ProposedNewState = &encoded
	return &respelled
}

// plan returns the planned state, or nil if only the framework can compute it. A new object gets an unknown id.
func (d *definition) plan(req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.DynamicValue {
	if isNull(req.ProposedNewState) {
		return &tfprotov6.DynamicValue{MsgPack: []byte{msgpackNull}}
	}
	isNew := isNull(req.PriorState)
	if !isNew && sameBytes(req.PriorState, req.ProposedNewState) {
		return req.ProposedNewState
	}
	prior := d.shape.Null()
	if !isNew {
		var err error
		if prior, err = req.PriorState.Unmarshal(d.shape.Type()); err != nil || d.isIDOnly(prior) {
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
	before, after := tfvalue.Object(prior), tfvalue.Object(proposed)
	switch {
	case isNew:
		after = maps.Clone(after)
		after["id"] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		proposed = tftypes.NewValue(d.shape.Type(), after)
	case slices.ContainsFunc(d.modified, func(name string) bool { return !before[name].Equal(after[name]) }):
		return nil // the change may replace the object
	}
	planned, err := tfprotov6.NewDynamicValue(d.shape.Type(), proposed)
	if err != nil {
		return nil
	}
	return &planned
}

// directApply returns the response to an apply after the engine accepted the change. It returns nil if the framework has to build the
// response: for diagnostics, and for private state with keys that this version does not know.
func (d *definition) directApply(req *tfprotov6.ApplyResourceChangeRequest, result *applyResult) *tfprotov6.ApplyResourceChangeResponse {
	if m, isComplete := decodePrivate(req.PlannedPrivate); len(result.diags) > 0 || m.isImported || !isComplete {
		return nil
	}
	state, stateErr := tfprotov6.NewDynamicValue(d.shape.Type(), d.withoutWriteOnly(result.state))
	identity, identityErr := d.identityData(result.state)
	isDeleted := result.state.IsNull()
	if stateErr != nil || identityErr != nil || !isDeleted && !matchesIdentity(req.PlannedIdentity, identity) {
		return nil
	}
	resp := &tfprotov6.ApplyResourceChangeResponse{NewState: &state, NewIdentity: identity}
	if !isDeleted {
		resp.Private = result.memory.encode()
	}
	return resp
}

func (d *definition) decodeChange(req *tfprotov6.ApplyResourceChangeRequest) (c change, err error) {
	for _, value := range []struct {
		encoded *tfprotov6.DynamicValue
		decoded *tftypes.Value
	}{{req.Config, &c.config}, {req.PriorState, &c.prior}, {req.PlannedState, &c.planned}} {
		*value.decoded = d.shape.Null()
		if !isNull(value.encoded) {
			if *value.decoded, err = value.encoded.Unmarshal(d.shape.Type()); err != nil {
				return c, err
			}
		}
	}
	m, _ := decodePrivate(req.PlannedPrivate)
	c.memory = &m
	return c, nil
}

func sameBytes(a, b *tfprotov6.DynamicValue) bool {
	return bytes.Equal(a.MsgPack, b.MsgPack)
}

const msgpackNull = 0xc0

func isNull(v *tfprotov6.DynamicValue) bool {
	return v == nil || len(v.MsgPack) == 0 || len(v.MsgPack) == 1 && v.MsgPack[0] == msgpackNull
}

// stateFromJSON decodes a stored state. Missing attributes become null, and attributes that the schema lacks are dropped. The decoder of
// package tftypes would be slow, because it makes two JSON decoders for every value.
func stateFromJSON(t tftypes.Type, text []byte) (tftypes.Value, error) {
	decoded, err := document.Decode(text)
	if err != nil {
		return tftypes.Value{}, err
	}
	return stateValue(t, decoded)
}

// stateValue converts a decoded JSON value to a Terraform value of type t. A number may become a text, because an older schema version may
// have had a number there. Any other mismatch is an error.
func stateValue(t tftypes.Type, decoded any) (tftypes.Value, error) {
	switch decoded := decoded.(type) {
	case nil:
		return tftypes.NewValue(t, nil), nil
	case map[string]any:
		if t, ok := t.(tftypes.Object); ok {
			members := make(map[string]tftypes.Value, len(t.AttributeTypes))
			for name, memberType := range t.AttributeTypes {
				var err error
				if members[name], err = stateValue(memberType, decoded[name]); err != nil {
					return tftypes.Value{}, err
				}
			}
			return tftypes.NewValue(t, members), nil
		}
	case []any:
		if t, ok := t.(tftypes.List); ok {
			elements := make([]tftypes.Value, len(decoded))
			for i := range decoded {
				var err error
				if elements[i], err = stateValue(t.ElementType, decoded[i]); err != nil {
					return tftypes.Value{}, err
				}
			}
			return tftypes.NewValue(t, elements), nil
		}
	case string:
		if t.Is(tftypes.String) {
			return tftypes.NewValue(t, decoded), nil
		}
	case bool:
		if t.Is(tftypes.Bool) {
			return tftypes.NewValue(t, decoded), nil
		}
	case json.Number:
		if t.Is(tftypes.String) {
			return tftypes.NewValue(t, decoded.String()), nil
		}
		if t.Is(tftypes.Number) {
			number, _, err := big.ParseFloat(decoded.String(), 10, 512, big.ToNearestEven) // the precision of tftypes
			return tftypes.NewValue(t, number), err
		}
	}
	return tftypes.Value{}, fmt.Errorf("a state has a %T for a %s", decoded, t)
}
