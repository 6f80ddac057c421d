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

// WithPriorForms returns the plan, but keeps the prior value of an attribute if the planned value means the same, so that no update is
// needed. For example, 5 means the same as 5.0, and the order of some lists has no meaning. The second result is true if any prior value
// was kept.
func (s *Shape) WithPriorForms(prior, planned tftypes.Value) (result tftypes.Value, differs bool) {
	befores, members := tfvalue.Object(prior), maps.Clone(tfvalue.Object(planned))
	keepForm := func(name string, isEquivalent func(before, after tftypes.Value) bool) {
		if before, after := befores[name], members[name]; !before.Equal(after) && isEquivalent(before, after) {
			members[name], differs = before, true
		}
	}
	for i := range s.attrs {
		keepForm(s.attrs[i].name, s.attrs[i].isEquivalent)
	}
	if s.extra {
		keepForm(ExtraName, isEquivalentExtra)
	}
	return tftypes.NewValue(s.typ, members), differs
}

// isEquivalentExtra reports whether two values of the attribute "extra" declare the same keys and values. Unlike document.Equal, it
// distinguishes {"a": null} from {}.
func isEquivalentExtra(before, after tftypes.Value) bool {
	if !after.IsKnown() || !tfvalue.IsDeclared(before) || !tfvalue.IsDeclared(after) {
		return !tfvalue.IsDeclared(before) && !tfvalue.IsDeclared(after)
	}
	return compactJSON(before) == compactJSON(after)
}

// compactJSON normalizes JSON for comparison: it removes white space, sorts keys, and turns numbers such as 1.0 into 1. Unlike
// document.Equal, it keeps {"a": null} distinct from {}.
func compactJSON(view tftypes.Value) string {
	doc, err := document.Decode([]byte(tfvalue.String(view)))
	if err != nil {
		return tfvalue.String(view)
	}
	return document.Encode(withPlainNumbers(doc))
}

// withPlainNumbers modifies decoded JSON so that equal numbers have the same form, such as 1 for 1.0.
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

// isEquivalent reports whether two Terraform values have the same meaning. The first value must be known. If the second value is unknown,
// the result is false. Null is equivalent only to null.
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
			before, after := befores[a.name], afters[a.name]
			if !a.isEquivalent(before, after) && !a.isOneOfMany(before, after, tfvalue.Bool(afters[a.rules.ManyIf])) {
				return false
			}
		}
		return !s.extra || isEquivalentExtra(befores[ExtraName], afters[ExtraName])
	case kindList:
		return s.areEquivalentLists(tfvalue.List(before), tfvalue.List(after))
	case kindJSON:
		return document.SameJSON(tfvalue.String(before), tfvalue.String(after))
	default:
		return before.Equal(after) || s.Equals(s.write(before), after)
	}
}
