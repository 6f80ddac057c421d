// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// ofCurrentVersion returns the request for a state of version 0 as one for the current version.
func (d *definition) ofCurrentVersion(req *tfprotov6.UpgradeResourceStateRequest) *tfprotov6.UpgradeResourceStateRequest {
	if d == nil || req.Version != 0 {
		return req
	}
	current := *req
	current.Version = d.schema.Version
	return &current
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
