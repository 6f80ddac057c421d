// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// TestLawsReachEveryKindOfCase checks that certain cases, such as "drift" or "null element", are frequent enough in 1,000 random cases with
// fixed seeds. If a case were too rare, the law tests could pass without ever exercising it.
func TestLawsReachEveryKindOfCase(t *testing.T) {
	const cases = 1000
	samples := rapid.Custom(func(t *rapid.T) sample { return generator{T: t}.sample() })
	updates := rapid.Custom(func(t *rapid.T) update { return generator{T: t}.update() })
	reached := map[string]int{}
	count := func(name string, is bool) {
		if is {
			reached[name]++
		}
	}
	for seed := range cases {
		s, u := samples.Example(seed), updates.Example(seed)
		count("drift", !s.shape.Equals(s.doc, s.view))
		eachList(s.shape, s.doc, s.view, func(s *Shape, docs []any, views []tftypes.Value) {
			pairs := s.align(docs, views)
			for i, j := range pairs {
				_, keyed := s.viewKey(views[i])
				isSame := j != none && s.elementEquals(docs[j], views[i])
				count("null element", views[i].IsNull())
				count("two equal elements", slices.ContainsFunc(views[:i], views[i].Equal))
				count("element the engine lost", j == none)
				count("counterpart elsewhere", isSame && i != j)
				count("counterpart by key, changed", j != none && keyed && !isSame)
				count("counterpart by position, changed", j != none && !keyed && !isSame)
			}
			for j := range docs {
				count("element only the engine has", !slices.Contains(pairs, j))
			}
		})
		patch := u.shape.Patch(u.doc, u.prior, u.planned)
		count("nothing sent", len(patch) == 0)
		for key, value := range patch {
			a, isDeclared := u.shape.member(key), tfvalue.IsDeclared(tfvalue.Member(u.planned, key))
			sent, _ := value.([]any)
			count("extra key taken out", a == nil && value == nil)
			count("array taken out", a != nil && a.kind == kindList && !isDeclared)
			count("tombstone sent", a != nil && a.tombstone != "" && slices.ContainsFunc(sent, func(element any) bool {
				object, _ := element.(map[string]any)
				return object[a.tombstone] == true
			}))
		}
	}
	for name, atLeast := range map[string]int{
		"drift": 200, "null element": 60, "two equal elements": 90, "counterpart elsewhere": 40, "element only the engine has": 50,
		"element the engine lost": 80, "counterpart by key, changed": 10, "counterpart by position, changed": 60,
		"tombstone sent": 50, "nothing sent": 100, "extra key taken out": 40, "array taken out": 90,
	} {
		if reached[name] < atLeast || reached[name] == cases && name == "drift" {
			t.Errorf("%q was reached %d times in %d cases, want %d", name, reached[name], cases, atLeast)
		}
	}
	t.Logf("in %d cases: %v", cases, reached)
}

// eachList calls the visit function for each list, at any depth, that has a value in view and is an array in doc. The shape passed to visit
// is the shape of the list's elements.
func eachList(s *Shape, doc any, view tftypes.Value, visit func(s *Shape, docs []any, views []tftypes.Value)) {
	switch doc := doc.(type) {
	case map[string]any:
		for _, a := range s.attrs {
			eachList(a.Shape, doc[a.name], tfvalue.Member(view, a.name), visit)
		}
	case []any:
		if s.kind != kindList || view.IsNull() {
			return
		}
		views := tfvalue.List(view)
		visit(s.elem, doc, views)
		for i, j := range s.elem.align(doc, views) {
			if j != none {
				eachList(s.elem, doc[j], views[i], visit)
			}
		}
	}
}
