// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// drawn makes values for a schema. What it draws is the same in every run.
type drawn struct {
	*rand.Rand
	wrong   bool // JSON texts may be none; Terraform lets such a value pass no check, so that only checks see it
	secrets bool // write-only attributes may have values
}

// odds is true in one of n cases.
func (r drawn) odds(n int) bool { return r.IntN(n) == 0 }

func oneFrom[V any](r drawn, options ...V) V { return options[r.IntN(len(options))] }

// object draws the members of an object: those that are required and half of the others.
func (r drawn) object(attributes map[string]schema.Attribute) map[string]any {
	object := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if a := attributes[name]; a.IsRequired() || (r.secrets || !a.IsWriteOnly()) && r.odds(2) {
			object[name] = r.member(a)
		}
	}
	return object
}

func (r drawn) member(a schema.Attribute) any {
	switch a := a.(type) {
	case schema.ListNestedAttribute:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, r.object(a.NestedObject.Attributes))
		}
		return list
	case schema.SingleNestedAttribute:
		return r.object(a.Attributes)
	case schema.ListAttribute:
		return oneFrom(r, []any{}, []any{"a"}, []any{"a", "b"})
	case schema.BoolAttribute:
		return r.odds(2)
	case schema.NumberAttribute:
		return oneFrom(r, 6.5, 1.0, -0.25, 5, 30, -7)
	case schema.StringAttribute:
		return r.text(a)
	}
	return nil
}

func (r drawn) text(a schema.StringAttribute) any {
	for _, v := range a.Validators {
		if accepted, ok := v.(attribute.Enum); ok && !r.odds(20) {
			return oneFrom(r, accepted.Values...)
		}
	}
	if (jsontype.Type{}).Equal(a.CustomType) {
		if r.wrong && r.odds(5) {
			return "{"
		}
		return oneFrom(r, `{"k":1}`, `{ "k": 1.0 }`, `"a"`, `[]`)
	}
	return oneFrom(r, "a", "b", "", "SEV1", "now", "12")
}

// altered is an object with some members replaced, taken out or not known.
func (r drawn) altered(attributes map[string]schema.Attribute, object map[string]any) map[string]any {
	object = maps.Clone(object)
	for range r.IntN(3) {
		name := oneFrom(r, slices.Sorted(maps.Keys(attributes))...)
		switch r.IntN(4) {
		case 0:
			delete(object, name)
		case 1:
			object[name] = providertest.Unknown{}
		default:
			object[name] = r.member(attributes[name])
		}
	}
	return object
}
