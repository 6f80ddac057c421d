// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// directPlan responds to a plan request directly, without calling the framework. The planned state is the one that Terraform proposes. It
// returns nil for changes that only the framework can plan, such as changes to components and changes that may replace the object.
func (d *definition) directPlan(req *tfprotov6.PlanResourceChangeRequest, c change) *tfprotov6.PlanResourceChangeResponse {
	if d.hasDefaults || d.Deployable || c.private.hasOthers {
		return nil
	}
	planned := req.ProposedNewState
	before, after := tfvalue.Object(c.prior), tfvalue.Object(c.planned)
	mayReplace := func(name string) bool { return !before[name].Equal(after[name]) }
	switch isNew := isNull(req.PriorState); {
	case isNull(planned):
		planned = &tfprotov6.DynamicValue{MsgPack: []byte{msgpackNull}}
	case !isNew && sameBytes(req.PriorState, planned):
	case !isNew && (d.isIDOnly(c.prior) || slices.ContainsFunc(d.modified, mayReplace)):
		return nil
	case isNew, d.hasWriteOnly:
		if isNew {
			c.planned = tfvalue.WithMember(c.planned, "id", tftypes.NewValue(tftypes.String, tftypes.UnknownValue))
		}
		encoded, err := tfprotov6.NewDynamicValue(d.shape.Type(), c.planned)
		if err != nil {
			return nil
		}
		planned = &encoded
	}
	identity := req.PriorIdentity
	if identity == nil {
		identity = d.noIdentity
	}
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: planned, PlannedIdentity: identity, PlannedPrivate: req.PriorPrivate}
}

// withPriorForms reverts changes that only replace a value with a different form of the same value. For example, if the state contains
// "SEV2" and the configuration contains "sev2", the returned request proposes "SEV2". The plan then shows no change.
func (d *definition) withPriorForms(req *tfprotov6.PlanResourceChangeRequest, c *change) *tfprotov6.PlanResourceChangeRequest {
	if c.prior.IsNull() || c.planned.IsNull() {
		return req
	}
	planned, differs := d.shape.WithPriorForms(c.prior, c.planned)
	if !differs {
		return req
	}
	same := *req
	same.ProposedNewState = req.PriorState
	if !planned.Equal(c.prior) {
		encoded, err := tfprotov6.NewDynamicValue(d.shape.Type(), planned)
		if err != nil {
			return req // the framework reports the error
		}
		same.ProposedNewState = &encoded
	}
	c.planned = planned
	return &same
}

// directApply responds to a successful apply without the framework. It returns nil if the framework has to build the response, for example
// because there are diagnostics, or unknown keys in the private state.
func (d *definition) directApply(
	req *tfprotov6.ApplyResourceChangeRequest, c change, result *applyResult,
) *tfprotov6.ApplyResourceChangeResponse {
	if len(result.diags) > 0 || c.private.isImported || c.private.hasOthers {
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
		resp.Private = result.private.encode()
	}
	return resp
}

// decodeChange decodes the values in a plan or apply request. It decodes config only for kinds with write-only attributes. All other values
// are in the plan, too.
func (d *definition) decodeChange(config, prior, planned *tfprotov6.DynamicValue, private []byte) (c change, err error) {
	if !d.hasWriteOnly {
		config = nil
	}
	for _, value := range []struct {
		encoded *tfprotov6.DynamicValue
		decoded *tftypes.Value
	}{{config, &c.config}, {prior, &c.prior}, {planned, &c.planned}} {
		*value.decoded = d.shape.Null()
		if !isNull(value.encoded) {
			if *value.decoded, err = value.encoded.Unmarshal(d.shape.Type()); err != nil {
				return c, err
			}
		}
	}
	decoded := decodePrivate(private)
	c.private = &decoded
	return c, nil
}

func sameBytes(a, b *tfprotov6.DynamicValue) bool {
	return bytes.Equal(a.MsgPack, b.MsgPack)
}

const msgpackNull = 0xc0

func isNull(v *tfprotov6.DynamicValue) bool {
	return v == nil || len(v.MsgPack) == 0 || len(v.MsgPack) == 1 && v.MsgPack[0] == msgpackNull
}

// stateFromJSON decodes a stored state. Missing attributes become null, and attributes that are not in t are dropped. It does not use the
// decoder in package tftypes, which is slower because it creates two JSON decoders for each value.
func stateFromJSON(t tftypes.Type, text []byte) (tftypes.Value, error) {
	decoded, err := document.Decode(text)
	if err != nil {
		return tftypes.Value{}, err
	}
	return stateValue(t, decoded)
}

// stateValue converts a decoded JSON value to type t. If t is a string, it also accepts a number, because the attribute may have been a
// number in an older version of the schema. Any other mismatch is an error.
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
