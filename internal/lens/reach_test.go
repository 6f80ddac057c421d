// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// TestLawsReachEveryKindOfCase counts kinds of random cases, such as "drift" or "null element", in 1,000 cases with fixed seeds. Without
// enough of each kind, the law tests might pass because they see only trivial cases.
func TestLawsReachEveryKindOfCase(t *testing.T) {
	const cases = 1000
	samples := rapid.Custom(func(t *rapid.T) sample { return generator{T: t}.sample() })
	updates := rapid.Custom(func(t *rapid.T) update { return generator{T: t}.update() })
	reached := reach{}
	for seed := range cases {
		s, u := samples.Example(seed), updates.Example(seed)
		if s.shape.equals(s.doc, s.view) {
			reached["no drift"]++
		} else {
			reached["drift"]++
		}
		reached.look(s.shape, s.doc, s.view, 0)
		reached.lookAtUpdate(u)
	}
	for name, atLeast := range map[string]int{
		"no drift": 300, "drift": 200, "null element": 60, "two equal elements": 90, "list in a list": 130, "list in a list in a list": 40,
		"counterpart elsewhere": 40, "element only the engine has": 50, "element the engine lost": 80, "counterpart by key, changed": 10,
		"counterpart by position, changed": 60, "numeric text": 20, "number as text": 15, "reference as text": 8, "other case": 4,
		"empty for nothing": 50, "another object": 6, "extra not echoed": 20, "extra differs": 15, "extra holds": 150,
		"JSON with added keys": 4, "number beyond 64 bits": 90,
		"tombstone sent": 50, "element cleared inside": 10, "nothing sent": 100, "extra key taken out": 40, "array taken out": 90,
	} {
		if reached[name] < atLeast {
			t.Errorf("%q was reached %d times in %d cases, want %d", name, reached[name], cases, atLeast)
		}
	}
	t.Logf("in %d cases: %v", cases, reached)
}

type reach map[string]int

func (r reach) count(name string, is bool) {
	if is {
		r[name]++
	}
}

func (r reach) look(s *Shape, doc any, view tftypes.Value, depth int) {
	if view.IsNull() {
		return
	}
	r.count("empty for nothing", doc == nil && s.equals(nil, view))
	switch s.kind {
	case kindObject:
		object, _ := doc.(map[string]any)
		r.count("another object", depth == 0 && s.isOtherObject(object, view))
		members := tfvalue.Object(view)
		for _, a := range s.attrs {
			if tfvalue.IsDeclared(members[a.name]) {
				r.look(a.Shape, object[a.name], members[a.name], depth)
			}
		}
		r.lookAtExtra(s, object, members[ExtraName])
	case kindList:
		r.lookAtList(s, doc, tfvalue.List(view), depth+1)
	default:
		r.lookAtScalar(s, doc, view)
	}
}

func (r reach) lookAtList(s *Shape, doc any, views []tftypes.Value, depth int) {
	docs, ok := doc.([]any)
	if !ok {
		return
	}
	r.count("list in a list", depth == 2)
	r.count("list in a list in a list", depth == 3)
	pairs := s.elem.align(docs, views)
	r.count("element only the engine has", len(docs) > len(views)-len(slices.DeleteFunc(slices.Clone(pairs),
		func(j int) bool { return j != none })))
	for i, j := range pairs {
		r.count("null element", views[i].IsNull())
		r.count("two equal elements", slices.ContainsFunc(views[:i], views[i].Equal))
		r.count("element the engine lost", j == none)
		if j == none {
			continue
		}
		_, keyed := s.elem.viewKey(views[i])
		same := s.elem.elementEquals(docs[j], views[i])
		r.count("counterpart elsewhere", i != j && same)
		r.count("counterpart by key, changed", keyed && !same)
		r.count("counterpart by position, changed", !keyed && !same)
		r.look(s.elem, docs[j], views[i], depth)
	}
}

func (r reach) lookAtExtra(s *Shape, object map[string]any, view tftypes.Value) {
	for key, want := range s.extraKeys(view) {
		have, ok := object[key]
		r.count("extra not echoed", !ok)
		r.count("extra differs", ok && !document.Includes(have, want))
		r.count("extra holds", ok && document.Includes(have, want))
	}
}

func (r reach) lookAtScalar(s *Shape, doc any, view tftypes.Value) {
	if !s.equals(doc, view) {
		want, err := document.Decode([]byte(tfvalue.Text(view)))
		r.count("JSON with added keys", s.kind == kindJSON && err == nil && document.Includes(doc, want))
		return
	}
	switch doc := doc.(type) {
	case string:
		r.count("numeric text", s.kind == kindNumber)
		r.count("other case", s.kind == kindText && doc != tfvalue.Text(view))
	case json.Number:
		r.count("number as text", s.kind == kindText)
		n, _ := document.Number(doc)
		r.count("number beyond 64 bits", s.kind == kindNumber && len(n.Text('g', -1)) > 5)
	case map[string]any:
		r.count("reference as text", s.kind == kindText)
	}
}

func (r reach) lookAtUpdate(u update) {
	patch := u.shape.Patch(u.doc, u.prior, u.planned)
	r.count("nothing sent", len(patch) == 0)
	priors, members := tfvalue.Object(u.prior), tfvalue.Object(u.planned)
	for key, value := range patch {
		a := u.shape.member(key)
		if a == nil {
			r.count("extra key taken out", value == nil)
			continue
		}
		r.count("array taken out", a.kind == kindList && !tfvalue.IsDeclared(members[key]))
		sent, _ := value.([]any)
		r.count("tombstone sent", slices.ContainsFunc(sent, func(element any) bool {
			object, _ := element.(map[string]any)
			return a.tombstone != "" && object[a.tombstone] == true
		}))
		if a.kind != kindList || a.elem.key == nil || !tfvalue.IsDeclared(members[key]) {
			continue
		}
		before := a.elem.viewsByKey(tfvalue.List(priors[key]))
		for key, view := range a.elem.viewsByKey(tfvalue.List(members[key])) {
			was, now := tfvalue.Object(before[key]), tfvalue.Object(view)
			r.count("element cleared inside", slices.ContainsFunc(a.elem.attrs, func(a attribute) bool {
				return tfvalue.IsDeclared(was[a.name]) && !tfvalue.IsDeclared(now[a.name])
			}))
		}
	}
}
