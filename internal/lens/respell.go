// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// Respelled returns the planned view in the spelling and the order of the prior one: attributes that only say the same in other
// words, or in another order where the order means nothing, are as they were. Null is not declared, so it says the same as null
// alone. The result is false if the planned view has no other words for anything.
func (s *Shape) Respelled(prior, planned tftypes.Value) (respelled tftypes.Value, differs bool) {
	befores, members := tfvalue.Object(prior), maps.Clone(tfvalue.Object(planned))
	respell := func(name string, isEquivalent func(before, after tftypes.Value) bool) {
		if before, after := befores[name], members[name]; !before.Equal(after) && isEquivalent(before, after) {
			members[name], differs = before, true
		}
	}
	for i := range s.attrs {
		respell(s.attrs[i].name, s.attrs[i].isEquivalent)
	}
	if s.extra {
		respell(ExtraName, isEquivalentExtra)
	}
	return tftypes.NewValue(s.typ, members), differs
}

// isEquivalentExtra is saysTheSame for "extra". A key of it that is null is declared to be null.
func isEquivalentExtra(before, after tftypes.Value) bool {
	if !after.IsKnown() || !tfvalue.IsDeclared(before) || !tfvalue.IsDeclared(after) {
		return !tfvalue.IsDeclared(before) && !tfvalue.IsDeclared(after)
	}
	return compacted(before) == compacted(after)
}

// compacted returns a JSON text without what is free in its writing. Null is a value, unlike in a comparison of documents.
func compacted(view tftypes.Value) string {
	doc, err := document.Decode([]byte(tfvalue.Text(view)))
	if err != nil {
		return tfvalue.Text(view)
	}
	return document.Encode(withPlainNumbers(doc))
}

// withPlainNumbers returns decoded JSON with each number in one spelling.
func withPlainNumbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if n, ok := document.Number(value); ok {
			return document.FromNumber(n)
		}
	case []any:
		for i, element := range value {
			value[i] = withPlainNumbers(element)
		}
	case map[string]any:
		for name, member := range value {
			value[name] = withPlainNumbers(member)
		}
	}
	return value
}

// areEquivalentLists compares the elements of two lists, in any order where the order means nothing.
func (s *Shape) areEquivalentLists(befores, afters []tftypes.Value) bool {
	if len(befores) != len(afters) {
		return false
	}
	if s.byPosition() || slices.ContainsFunc(afters, func(after tftypes.Value) bool { return !after.IsFullyKnown() }) {
		return slices.EqualFunc(befores, afters, s.elem.isEquivalent)
	}
	for i, j := range s.elem.match(s.elem.documents(befores), afters).pairs {
		if j == none || !s.elem.isEquivalent(befores[j], afters[i]) {
			return false
		}
	}
	return true
}

// isEquivalent compares two views, of which the first is known.
func (s *Shape) isEquivalent(before, after tftypes.Value) bool {
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
			if before, after := befores[a.name], afters[a.name]; !a.isEquivalent(before, after) && !a.isOneOfMany(before, after, tfvalue.Bool(afters[a.manyIf])) {
				return false
			}
		}
		return !s.extra || isEquivalentExtra(befores[ExtraName], afters[ExtraName])
	case kindList:
		return s.areEquivalentLists(tfvalue.List(before), tfvalue.List(after))
	case kindJSON:
		return document.SameText(tfvalue.Text(before), tfvalue.Text(after))
	default:
		return before.Equal(after) || s.equals(s.write(before), after)
	}
}
