// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

// WithoutUndeclared removes attributes that the plan does not declare from the state. The update must then send none of them.
func TestUndeclaredLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := generator{T: t}.update()
		kept, left := u.shape.WithoutUndeclared(u.prior, u.planned)
		if again, more := u.shape.WithoutUndeclared(kept, u.planned); !again.Equal(kept) || len(more) > 0 {
			t.Fatalf("a second time it leaves out %q\nonce  %s\ntwice %s", more, kept, again)
		}
		for name, sent := range u.shape.Patch(u.doc, kept, u.planned) {
			if slices.Contains(left, name) {
				t.Fatalf("%s is sent as %s\nprior %s\nplanned %s", name, document.Encode(sent), u.prior, u.planned)
			}
		}
	})
}

type manyIf struct{ validator.String }

func (manyIf) SetTextRules(rules *TextRules) { rules.ManyIf = "multiple" }

func TestRuleArrayOfOneIsTheOne(t *testing.T) {
	value := schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}, Validators: []validator.String{manyIf{}}}
	s := build(t, map[string]schema.Attribute{"list": objects(map[string]schema.Attribute{
		"name": schema.StringAttribute{Optional: true}, "value": value, "multiple": schema.BoolAttribute{Optional: true},
	})}, Facts{})
	const one, array = `{"list": [{"name": "x", "value": "{\"a\":1}"}]}`, `{"list": [{"name": "x", "value": "[{\"a\":1}]"}]}`
	for _, c := range []struct {
		doc, declared string
		same          bool
	}{
		{`{"list": [{"name": "x", "value": [{"a": 1}]}]}`, one, true},
		{`{"list": [{"name": "x", "value": {"a": 1}, "multiple": false}]}`, array, true},
		{`{"list": [{"name": "x", "value": [{"a": 1}], "multiple": true}]}`, one, false},
		{`{"list": [{"name": "x", "value": [{"a": 1}, {"a": 2}]}]}`, one, false},
		{`{"list": [{"name": "x", "value": [{"a": 2}]}]}`, one, false},
	} {
		if got := s.Equals(docOf(t, c.doc), view(t, s, c.declared)); got != c.same {
			t.Errorf("%s says %s: %t", c.doc, c.declared, got)
		}
		planned := view(t, s, c.declared)
		if body := s.Overlay(docOf(t, c.doc), planned); c.same != (document.Encode(body) == document.Encode(docOf(t, c.doc))) {
			t.Errorf("%s is made of %s and %s", document.Encode(body), c.doc, c.declared)
		}
	}
	if got, differs := s.Respelled(view(t, s, one), view(t, s, array)); !differs || !got.Equal(view(t, s, one)) {
		t.Errorf("an array of one is planned as %s", got)
	}
}
