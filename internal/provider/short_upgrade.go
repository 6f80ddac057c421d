// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// UpgradeResourceState encodes a state of the current version anew.
func (s *server) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil || req.Version != d.schema.Version || req.RawState == nil || len(req.RawState.JSON) == 0 {
		return s.ProviderServer.UpgradeResourceState(ctx, req)
	}
	state, err := stateFromJSON(d.shape.Type(), req.RawState.JSON)
	if err != nil {
		return s.ProviderServer.UpgradeResourceState(ctx, req) // which reports the error, or knows what was meant
	}
	upgraded, err := tfprotov6.NewDynamicValue(d.shape.Type(), state)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &upgraded}, nil
}

// UpgradeState has an upgrader for each older version of the schema.
func (r *objectResource) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	upgraders := map[int64]resource.StateUpgrader{}
	for version := range r.Upgrades {
		upgraders[int64(version)] = resource.StateUpgrader{
			StateUpgrader: func(_ context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {
				state, err := r.upgraded(req.RawState, version)
				if err != nil {
					resp.Diagnostics.AddError("Could not read the stored "+r.Name, fmt.Sprintf("Its state is of version %d of the schema, and: %s.", version, err))
					return
				}
				resp.State.Raw = state
			},
		}
	}
	return upgraders
}

// upgraded leads a stored state from a version to the current one.
func (d *definition) upgraded(stored *tfprotov6.RawState, version int) (tftypes.Value, error) {
	state := map[string]any{}
	if err := document.DecodeInto(stored.JSON, &state); err != nil {
		return tftypes.Value{}, err
	}
	for _, upgrade := range d.Upgrades[version:] {
		upgrade(state)
	}
	return stateValue(d.shape.Type(), state)
}

// stateFromJSON reads a state as Terraform writes it: values of the types of the schema, or numbers for texts. Attributes that are missing are
// null, and those that the schema lacks are left out. tftypes, which reads more, makes two JSON decoders for every value in it,
// and a plan reads the whole state.
func stateFromJSON(t tftypes.Type, text []byte) (tftypes.Value, error) {
	decoded, err := document.Decode(text)
	if err != nil {
		return tftypes.Value{}, err
	}
	return stateValue(t, decoded)
}

func stateValue(t tftypes.Type, decoded any) (tftypes.Value, error) {
	switch decoded := decoded.(type) {
	case nil:
		return tftypes.NewValue(t, nil), nil
	case map[string]any:
		if t, ok := t.(tftypes.Object); ok {
			return stateObject(t, decoded)
		}
	case []any:
		if t, ok := t.(tftypes.List); ok {
			return stateList(t, decoded)
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
		if t.Is(tftypes.String) { // a state from when the attribute was a number, which tftypes reads the same
			return tftypes.NewValue(t, decoded.String()), nil
		}
		if t.Is(tftypes.Number) {
			number, _, err := big.ParseFloat(decoded.String(), 10, 512, big.ToNearestEven) // as precise as tftypes
			return tftypes.NewValue(t, number), err
		}
	}
	return tftypes.Value{}, fmt.Errorf("a state has a %T for a %s", decoded, t)
}

func stateObject(t tftypes.Object, decoded map[string]any) (tftypes.Value, error) {
	members := make(map[string]tftypes.Value, len(t.AttributeTypes))
	for name, memberType := range t.AttributeTypes {
		member, err := stateValue(memberType, decoded[name])
		if err != nil {
			return tftypes.Value{}, err
		}
		members[name] = member
	}
	return tftypes.NewValue(t, members), nil
}

func stateList(t tftypes.List, decoded []any) (tftypes.Value, error) {
	elements := make([]tftypes.Value, len(decoded))
	for i := range decoded {
		element, err := stateValue(t.ElementType, decoded[i])
		if err != nil {
			return tftypes.Value{}, err
		}
		elements[i] = element
	}
	return tftypes.NewValue(t, elements), nil
}
