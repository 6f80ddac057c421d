// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// Respelled is a planned view in the spelling of the prior one: attributes that only say the same in other words are as they
// were. Null is not declared, so that it says nothing else has said, and the order of a configuration is a value: an array whose
// elements changed places differs. It is false when the planned view has no other words for anything.
func (s *Shape) Respelled(prior, planned tftypes.Value) (respelled tftypes.Value, differs bool) {
	befores, afters := tfvalue.Object(prior), tfvalue.Object(planned)
	var members map[string]tftypes.Value
	for i := range s.attrs {
		a := &s.attrs[i]
		before, after := befores[a.name], afters[a.name]
		if before.Equal(after) || !a.isRespelled(before, after) {
			continue
		}
		if members == nil {
			members = maps.Clone(afters)
		}
		members[a.name] = before
	}
	if members == nil {
		return planned, false
	}
	return tftypes.NewValue(s.typ, members), true
}

// isRespelled is saysTheSame for a member of an object. A key of "extra" that is null is declared to be null.
func (a *attribute) isRespelled(before, after tftypes.Value) bool {
	if a.name == ExtraName && after.IsKnown() && tfvalue.IsDeclared(before) && tfvalue.IsDeclared(after) {
		return compacted(before) == compacted(after)
	}
	return a.saysTheSame(before, after)
}

// compacted is a JSON text without what is free in its writing but numbers.
func compacted(view tftypes.Value) string {
	doc, err := document.Decode([]byte(tfvalue.Text(view)))
	if err != nil {
		return tfvalue.Text(view)
	}
	return document.Encode(doc)
}

// saysTheSame compares two views, of which the first is known.
func (s *Shape) saysTheSame(before, after tftypes.Value) bool {
	if !after.IsKnown() {
		return false
	}
	if before.IsNull() || after.IsNull() {
		return before.IsNull() && after.IsNull()
	}
	switch s.kind {
	case kindObject:
		befores, afters := tfvalue.Object(before), tfvalue.Object(after)
		for i := range s.attrs {
			a := &s.attrs[i]
			if !a.isRespelled(befores[a.name], afters[a.name]) {
				return false
			}
		}
		return true
	case kindList:
		return slices.EqualFunc(tfvalue.List(before), tfvalue.List(after), s.elem.saysTheSame)
	case kindJSON:
		return document.SameText(tfvalue.Text(before), tfvalue.Text(after))
	default:
		return before.Equal(after) || s.equals(s.write(before), after)
	}
}
