// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// WithoutUndeclared returns the state (prior) without the attributes that the plan does not declare, so that an update does not clear them.
// It also returns their paths, such as "alert_items[0].label". It keeps list elements that the plan lacks, so that the update removes them.
func (s *Shape) WithoutUndeclared(prior, planned tftypes.Value) (tftypes.Value, []string) {
	var left []string
	// An element without a key pairs with a planned element if their values are equal. Each round removes undeclared attributes, so more
	// elements may be equal in the next round.
	for {
		known := len(left)
		prior = s.withoutUndeclared(prior, planned, nil, &left)
		if len(left) == known {
			return prior, left
		}
	}
}

func (s *Shape) withoutUndeclared(prior, planned tftypes.Value, at []any, left *[]string) tftypes.Value {
	switch {
	case !tfvalue.IsDeclared(prior) || !tfvalue.IsDeclared(planned) || !planned.IsKnown():
		return prior
	case s.kind == kindObject:
		return s.objectWithoutUndeclared(prior, planned, at, left)
	case s.kind == kindList && s.elem.kind == kindObject:
		befores, afters := slices.Clone(tfvalue.List(prior)), tfvalue.List(planned)
		for i, j := range s.elem.align(s.elem.documents(befores), afters) {
			if j != none {
				befores[j] = s.elem.withoutUndeclared(befores[j], afters[i], below(at, j), left)
			}
		}
		return tftypes.NewValue(s.typ, befores)
	default:
		return prior
	}
}

func (s *Shape) objectWithoutUndeclared(prior, planned tftypes.Value, at []any, left *[]string) tftypes.Value {
	members, afters := maps.Clone(tfvalue.Object(prior)), tfvalue.Object(planned)
	extra := s.extraKeys(afters[ExtraName])
	for i := range s.attrs {
		a := &s.attrs[i]
		before, after := members[a.name], afters[a.name]
		in := below(at, a.name)
		switch {
		case a.unsent || !tfvalue.IsDeclared(before):
		case tfvalue.IsDeclared(after):
			members[a.name] = a.withoutUndeclared(before, after, in, left)
		default:
			members[a.name] = a.Null()
			if _, isExtra := extra[a.name]; !isExtra {
				*left = append(*left, pathText(in))
			}
		}
	}
	if tfvalue.IsDeclared(members[ExtraName]) {
		in := below(at, ExtraName)
		members[ExtraName] = s.extraWithoutUndeclared(members[ExtraName], afters[ExtraName], in, afters, left)
	}
	return tftypes.NewValue(s.typ, members)
}

// extraWithoutUndeclared returns the state's "extra" without the keys that the plan's "extra" lacks. It adds the attribute paths of these
// keys to the list of removed paths (left), except for keys that the plan now declares as attributes.
func (s *Shape) extraWithoutUndeclared(
	before, after tftypes.Value, at []any, planned map[string]tftypes.Value, left *[]string,
) tftypes.Value {
	if after.Type() != nil && !after.IsKnown() {
		return before
	}
	keys, wanted := s.extraKeys(before), s.extraKeys(after)
	if len(keys) == 0 {
		return before
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		want, isWanted := wanted[key]
		if isWanted && document.Includes(keys[key], want) {
			keys[key] = want // without the members that the planned value lacks
		}
		if !isWanted {
			delete(keys, key)
			if !tfvalue.IsDeclared(planned[key]) {
				*left = append(*left, pathText(below(at, key)))
			}
		}
	}
	if len(keys) == 0 {
		return tftypes.NewValue(tftypes.String, nil)
	}
	return tftypes.NewValue(tftypes.String, document.Encode(keys))
}
