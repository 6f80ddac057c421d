// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// In a text attribute that holds an id, the answer {"id": "p", "name": "Parent"} must be read as "p".
func TestRuleIDsOfOtherObjectsCanComeAsObjects(t *testing.T) {
	text := schema.StringAttribute{Required: true}
	s := build(t, map[string]schema.Attribute{"parent": schema.StringAttribute{Required: true, Validators: identifiers()}, "name": text},
		Facts{})
	doc := docOf(t, `{"name": "n", "parent": {"id": "p", "name": "Parent"}}`)
	if want := view(t, s, `{"name": "n", "parent": "p"}`); !s.Equals(doc, want) {
		t.Error("the object that a text names by its id is another value")
	}
	if got, odd := s.All(doc); odd != nil || !got.Equal(view(t, s, `{"name": "n", "parent": "p"}`)) {
		t.Errorf("All: %s, %v", got, odd)
	}
}

// Engines answer a reference as "t" or {"id": "t"}. Writing (Overlay) may complete "t" to {"id": "t"} and drop empty references, but must
// not change the meaning of the document.
func TestReferenceLaws(t *testing.T) {
	reference := map[string]schema.Attribute{"id": schema.StringAttribute{Required: true}, "name": schema.StringAttribute{}}
	s := build(t, map[string]schema.Attribute{"one": schema.SingleNestedAttribute{Attributes: reference}, "many": objects(reference)}, Facts{})
	rapid.Check(t, func(t *rapid.T) {
		g := generator{T: t}
		answer := func(id string) any {
			name := pick(g, "A", "B")
			return pick[any](g, id, map[string]any{"id": id}, map[string]any{"id": id, "name": name},
				map[string]any{"id": id, "name": nil, "own": true},
				map[string]any{"id": "", "name": ""}, map[string]any{})
		}
		several := []any{}
		for _, id := range []string{"a", "b", "c"} {
			if g.odds(8) {
				several = append(several, answer(id))
			}
		}
		doc := map[string]any{"one": answer(pick(g, "a", "b")), "many": several}
		declared := func() tftypes.Value {
			members := map[string]tftypes.Value{
				"id":   tftypes.NewValue(tftypes.String, pick(g, "a", "b", "c")),
				"name": tftypes.NewValue(tftypes.String, nil),
			}
			if g.odds(8) {
				members["name"] = tftypes.NewValue(tftypes.String, pick(g, "A", "B"))
			}
			return tftypes.NewValue(s.member("one").typ, members)
		}
		many := []tftypes.Value{}
		for range pick(g, 2, 1, 0, 3) {
			many = append(many, declared())
		}
		v := tftypes.NewValue(s.typ, map[string]tftypes.Value{
			"one":  pick(g, declared(), s.member("one").Null()),
			"many": tftypes.NewValue(s.member("many").typ, many),
		})
		checkOverlayLaws(t, sample{shape: s, view: v, doc: doc})
		checkReferences(t, s, doc, v)
	})
}

func checkReferences(t failer, s *Shape, doc map[string]any, v tftypes.Value) {
	t.Helper()
	projected, err := s.Project(doc, v)
	if err != nil {
		t.Fatalf("Project: %v", err)
	}
	if again, err := s.Project(doc, projected); err != nil || !again.Equal(projected) {
		t.Fatalf("Project(d, Project(d, v)) != Project(d, v): %v\nd %s\nv %s\nonce  %s\ntwice %s", err, document.Encode(doc), v, projected, again)
	}
	imported, odd := s.Imported(doc)
	all, oddInAll := s.All(doc)
	if odd != nil || oddInAll != nil || !s.Equals(doc, imported) || !s.Equals(doc, all) || !subset(imported, all) {
		t.Fatalf("of %s\nAll is %s (%v)\nImported %s (%v)", document.Encode(doc), all, oddInAll, imported, odd)
	}
	back := s.Overlay(doc, imported)
	if after, _ := s.Imported(back); !after.Equal(imported) || !reflect.DeepEqual(s.Overlay(back, imported), back) {
		t.Fatalf("%s\nimported as %s\nis written as %s", document.Encode(doc), imported, document.Encode(back))
	}
}

// The type of a reference is compared also if the id is the same; only another name is ignored.
func TestTypeOfAReference(t *testing.T) {
	text := schema.StringAttribute{Optional: true}
	s := build(t, map[string]schema.Attribute{"target": schema.SingleNestedAttribute{
		Optional: true, Attributes: map[string]schema.Attribute{"id": schema.StringAttribute{Required: true}, "name": text, "type": text},
	}}, Facts{})
	declared := view(t, s, `{"target": {"id": "t", "name": "Pump", "type": "asset"}}`)
	for doc, want := range map[string]bool{
		`{"target": {"id": "t", "name": "Pump", "type": "asset"}}`:    true,
		`{"target": {"id": "t", "name": "Other", "type": "asset"}}`:   true,
		`{"target": {"id": "t", "name": "Pump", "type": "template"}}`: false,
		`{"target": {"id": "u", "name": "Pump", "type": "asset"}}`:    false,
	} {
		if got := s.Equals(docOf(t, doc), declared); got != want {
			t.Errorf("%s: equal is %t", doc, got)
		}
	}
}
