// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"context"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

func TestRuleWhatIsNotDeclaredIsLeftOutOfThePriorView(t *testing.T) {
	s := ruleShape(t)
	for _, c := range []struct {
		prior, planned, want string
		left                 []string
	}{
		{`{"name": "n", "rate": 5, "words": ["a"]}`, `{"name": "m"}`, `{"name": "n"}`, []string{"rate", "words"}},
		{`{"words": ["a"]}`, `{"words": []}`, `{"words": ["a"]}`, nil}, // declared empty
		{
			`{"items": [{"ref_id": "A", "label": "a", "most": 3}, {"ref_id": "B", "label": "b"}]}`, `{"items": [{"ref_id": "B"}, {"ref_id": "A", "most": 4}]}`,
			`{"items": [{"ref_id": "A", "most": 3}, {"ref_id": "B"}]}`,
			[]string{"items[0].label", "items[1].label"},
		},
		{`{"items": [{"ref_id": "A", "label": "a"}]}`, `{"items": []}`, `{"items": [{"ref_id": "A", "label": "a"}]}`, nil}, // the item goes
		{`{"thresholds": [{"value": 1, "color": "red"}]}`, `{"thresholds": [{"value": 2}]}`, `{"thresholds": [{"value": 1}]}`, []string{"thresholds[0].color"}},
		{`{"extra": "{\"a\":1,\"rate\":\"soon\"}"}`, `{"rate": 5}`, `{}`, []string{"extra.a"}}, // rate is declared, as an attribute
		{`{"extra": "{\"a\":{\"x\":1,\"y\":2}}"}`, `{"extra": "{\"a\":{\"x\":1}}"}`, `{"extra": "{\"a\":{\"x\":1}}"}`, nil},
		{`{"rate": 5}`, `{"extra": "{\"rate\":\"soon\"}"}`, `{}`, nil},
	} {
		got, left := s.WithoutUndeclared(view(t, s, c.prior), view(t, s, c.planned))
		if slices.Sort(left); !got.Equal(view(t, s, c.want)) || !slices.Equal(left, c.left) {
			t.Errorf("%s without what %s does not declare\ngot  %s, %q\nwant %s, %q", c.prior, c.planned, got, left, c.want, c.left)
		}
	}
}

// TestUndeclaredLaws draws updates of what an import found: they send nothing that the plan does not declare.
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

func TestRuleExtraHasWhatAnAttributeCanNotExpress(t *testing.T) {
	doc := `{"name": "n", "words": [{"id": "1", "name": "one"}], "rate": "soon"}`
	declared := `{"name": "n", "extra": "{\"rate\":\"soon\",\"words\":[{\"id\":\"1\",\"name\":\"one\"}]}"}`
	s := ruleShape(t)
	if got, odd := s.Imported(docOf(t, doc)); len(odd) > 0 || !got.Equal(view(t, s, declared)) {
		t.Errorf("Imported %s, %v", got, odd)
	}
	if got, odd := s.Imported(docOf(t, `{"words": [{"id": "one", "name": "one", "color": "red"}]}`)); len(odd) > 0 || !got.Equal(view(t, s, `{"name": "", "words": ["one"]}`)) {
		t.Errorf("a text that the engine answers as a reference is imported as %s, %v", got, odd)
	}
	overlays(t, ``, declared, doc)
	keeps(t, doc, declared)
	reads(t, `{"rate": "later"}`, `{"extra": "{\"rate\":\"soon\"}"}`, `{"extra": "{\"rate\":\"later\"}"}`)
	patches(t, doc, declared, `{"name": "n", "extra": "{\"rate\":\"soon\"}"}`, `{"words": []}`)
	patches(t, doc, declared, `{"name": "n", "rate": 5, "words": ["one"]}`, `{"rate": 5}`)
	patches(t, `{"rate": 5}`, `{"rate": 5}`, `{"extra": "{\"rate\":\"soon\"}"}`, `{"rate": "soon"}`)
	patches(t, `{"rate": 5}`, `{"rate": 5}`, `{"extra": "{\"rate\":null}"}`, `{"rate": null}`)
	overlays(t, ``, `{"extra": "{\"rate\":5}"}`, `{}`) // which the attribute can express
}

type manyIf string

func (m manyIf) ManyIf() string { return string(m) }

func (manyIf) Description(context.Context) string { return "" }

func (manyIf) MarkdownDescription(context.Context) string                                         { return "" }
func (manyIf) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {}

func TestRuleArrayOfOneIsTheOne(t *testing.T) {
	value := schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}, Validators: []validator.String{manyIf("multiple")}}
	s := build(t, map[string]schema.Attribute{"list": schema.ListNestedAttribute{NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"name": schema.StringAttribute{Optional: true}, "value": value, "multiple": schema.BoolAttribute{Optional: true},
	}}}}, Facts{})
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
