// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
)

// typeOf converts a type of the protocol into Terraform's, with every attribute of an object optional.
func typeOf(t tftypes.Type) (cty.Type, error) {
	switch t := t.(type) {
	case tftypes.Object:
		members := make(map[string]cty.Type, len(t.AttributeTypes))
		for name, member := range t.AttributeTypes {
			var err error
			if members[name], err = typeOf(member); err != nil {
				return cty.NilType, fmt.Errorf("%s: %w", name, err)
			}
		}
		return cty.ObjectWithOptionalAttrs(members, slices.Collect(maps.Keys(members))), nil
	case tftypes.List:
		element, err := typeOf(t.ElementType)
		return cty.List(element), err
	}
	switch {
	case t.Is(tftypes.String):
		return cty.String, nil
	case t.Is(tftypes.Number):
		return cty.Number, nil
	case t.Is(tftypes.Bool):
		return cty.Bool, nil
	}
	return cty.NilType, fmt.Errorf("no attribute of this provider has the type %s", t)
}
