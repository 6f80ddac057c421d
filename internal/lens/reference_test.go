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

func TestRulePaddedReferencesMeanNone(t *testing.T) {
	doc := `{"name": "n", "tags": [{"id": "", "name": ""}], "items": [{"ref_id": "A", "filter": {"id": "", "name": null}}]}`
	keeps(t, doc, `{"name": "n", "tags": [], "items": [{"ref_id": "A"}]}`)
	s := ruleShape(t)
	imported, odd := s.Imported(docOf(t, doc))
	if want := view(t, s, `{"name": "n", "items": [{"ref_id": "A"}]}`); odd != nil || !imported.Equal(want) {
		t.Errorf("Imported: %s, %v", imported, odd)
	}
	all, odd := s.All(docOf(t, doc))
	if want := view(t, s, `{"name": "n", "tags": [], "items": [{"ref_id": "A"}]}`); odd != nil || !all.Equal(want) {
		t.Errorf("All: %s, %v", all, odd)
	}
	if !s.Equals(docOf(t, doc), all) {
		t.Error("the document does not say what All says of it")
	}
	reads(t, doc, `{"tags": [{"id": "t"}], "items": [{"ref_id": "A", "filter": {"id": "f"}}]}`, `{"tags": [], "items": [{"ref_id": "A"}]}`)
	reads(t, `{"tags": [{"id": ""}, {"id": "t", "name": "T"}]}`, `{"tags": [{"id": "t"}]}`, `{"tags": [{"id": "t"}]}`)
	overlays(t, doc, `{"tags": [{"id": "t"}]}`, `{"name": "n", "tags": [{"id": "t"}], "items": [{"ref_id": "A", "filter": {"id": "", "name": null}}]}`)
	overlays(t, doc, `{"items": [{"ref_id": "A", "filter": {"id": "f"}}]}`,
		`{"name": "n", "tags": [{"id": "", "name": ""}], "items": [{"ref_id": "A", "filter": {"id": "f", "name": null}}]}`)
	for _, none := range []string{`""`, `[]`, `{}`, `{"id": null, "name": "", "of_the_engine": 1}`} {
		doc := `{"items": [{"ref_id": "A", "filter": ` + none + `}]}`
		keeps(t, doc, `{"items": [{"ref_id": "A"}]}`)
		reads(t, doc, `{"items": [{"ref_id": "A", "filter": {"id": "f"}}]}`, `{"items": [{"ref_id": "A"}]}`)
		if all, odd := s.All(docOf(t, doc)); odd != nil || !all.Equal(view(t, s, `{"items": [{"ref_id": "A"}]}`)) {
			t.Errorf("All of %s: %s, %v", doc, all, odd)
		}
	}
}

// A reference to nothing is no element, so that it takes the place of none: what a view declares is looked for among the others
// first.
func TestRuleReferencesToNothingLeaveElementsTheirPlace(t *testing.T) {
	for _, c := range []struct{ doc, declared, read string }{
		{`{"tags": [{"id": ""}, {"id": "t"}]}`, `{"tags": [{"name": ""}]}`, `{"tags": [{"name": ""}]}`},
		{`{"tags": [{"id": "t"}, {"id": ""}, {"id": ""}]}`, `{"tags": [{"id": ""}, {"id": "a"}, {"id": "a"}, {}]}`, `{"tags": [{"id": ""}, {}]}`},
		{`{"tags": [{"id": ["a"]}, {"id": ""}, {"id": ""}]}`, `{"tags": [{"id": ""}, {"id": "a"}, {"id": "a"}, {}]}`, `{"tags": [{"id": ""}, {}]}`},
		{`{"tags": [{"id": null}, {"id": {"id": "r1", "name": ""}}]}`, `{"tags": [{"id": ""}]}`, `{"tags": [{"id": ""}]}`},
	} {
		reads(t, c.doc, c.declared, c.read)
		keeps(t, c.doc, c.read)
		s := ruleShape(t)
		doc := docOf(t, c.doc)
		if again := s.Overlay(doc, view(t, s, c.read)); !reflect.DeepEqual(canonical(s, again, true), canonical(s, doc, true)) {
			t.Errorf("of %s with %s becomes %s", c.doc, c.read, document.Encode(again))
		}
	}
}

func TestRuleReferencesInOtherForms(t *testing.T) {
	declared := `{"tags": [{"id": "t", "name": "T"}, {"id": "5"}], "items": [{"ref_id": "A", "filter": {"id": "f", "name": "F"}}]}`
	for _, doc := range []string{
		`{"tags": [5, "t"], "items": [{"ref_id": "A", "filter": "f"}]}`,
		`{"tags": [{"id": "5", "name": "five"}, {"id": "t"}], "items": [{"ref_id": "A", "filter": {"id": "f"}}]}`,
		`{"tags": [{"id": 5, "color": "red"}, {"id": "t", "name": "T", "color": "red"}], "items": [{"ref_id": "A", "filter": {"id": "f", "name": "F", "owner": {"id": "o"}}}]}`,
	} {
		keeps(t, doc, declared)
	}
	reads(t, `{"tags": ["t", "u"]}`, `{"tags": [{"id": "t", "name": "T"}]}`, `{"tags": [{"id": "t", "name": "T"}, {"id": "u"}]}`)
	reads(t, `{"items": [{"ref_id": "A", "filter": "g"}]}`, `{"items": [{"ref_id": "A", "filter": {"id": "f", "name": "F"}}]}`, `{"items": [{"ref_id": "A", "filter": {"id": "g"}}]}`)
	keeps(t, `{"tags": [{"id": "t", "name": "Other"}]}`, `{"tags": [{"id": "t"}]}`)
	s := ruleShape(t)
	if got, odd := s.Imported(docOf(t, `{"name": "n", "tags": ["t", {"id": "u", "name": "U"}]}`)); odd != nil || !got.Equal(view(t, s, `{"name": "n", "tags": [{"id": "t"}, {"id": "u", "name": "U"}]}`)) {
		t.Errorf("Imported: %s, %v", got, odd)
	}
}

// The name of a reference is a label: what the engine calls the same object is no drift, and only a changed configuration sends
// another name.
func TestRuleNamesOfReferencesAreLabels(t *testing.T) {
	for _, name := range []string{`"Other"`, `""`, `null`} {
		keeps(t, `{"tags": [{"id": "t", "name": `+name+`}], "items": [{"ref_id": "A", "filter": {"id": "f", "name": `+name+`}}]}`,
			`{"tags": [{"id": "t", "name": "T"}], "items": [{"ref_id": "A", "filter": {"id": "f", "name": "F"}}]}`)
	}
	reads(t, `{"tags": [{"id": "u", "name": "Other"}]}`, `{"tags": [{"id": "t", "name": "T"}]}`, `{"tags": [{"id": "u", "name": "Other"}]}`)
	reads(t, `{"items": [{"ref_id": "A", "filter": {"id": "g", "name": "G"}}]}`, `{"items": [{"ref_id": "A", "filter": {"id": "f", "name": "F"}}]}`,
		`{"items": [{"ref_id": "A", "filter": {"id": "g", "name": "G"}}]}`)
	doc := `{"tags": [{"id": "t", "name": "Other"}]}`
	patches(t, doc, `{"tags": [{"id": "t", "name": "T"}]}`, `{"tags": [{"id": "t", "name": "T"}]}`, `{}`)
	patches(t, doc, `{"tags": [{"id": "t", "name": "T"}]}`, `{"tags": [{"id": "t", "name": "U"}]}`, `{"tags": [{"id": "t", "name": "U"}]}`)
	patches(t, doc, `{"tags": [{"id": "t"}]}`, `{"tags": [{"id": "t", "name": "T"}]}`, `{"tags": [{"id": "t", "name": "T"}]}`)
	s := ruleShape(t)
	doc = `{"name": "n", "tags": [{"id": "t", "name": "Other"}]}`
	if imported, odd := s.Imported(docOf(t, doc)); odd != nil || !imported.Equal(view(t, s, doc)) {
		t.Errorf("Imported: %s, %v", imported, odd)
	}
}

// What is sent has the form of the interface, whatever form was answered.
func TestRuleReferencesAreSentAsObjects(t *testing.T) {
	patches(t, `{"tags": ["t"], "items": [{"ref_id": "A", "filter": "f", "label": "a"}]}`,
		`{"tags": [{"id": "t", "name": "T"}], "items": [{"ref_id": "A", "label": "a"}]}`,
		`{"tags": [{"id": "t", "name": "T"}, {"id": "u"}], "items": [{"ref_id": "A", "label": "b"}]}`,
		`{"tags": [{"id": "t", "name": "T"}, {"id": "u"}], "items": [{"ref_id": "A", "filter": {"id": "f"}, "label": "b"}]}`)
	patches(t, `{"tags": [{"id": "t"}]}`, `{"tags": [{"id": "t"}]}`, `{"tags": [{"id": "t", "name": "T"}]}`, `{"tags": [{"id": "t", "name": "T"}]}`)
}

func TestRuleIDsOfOtherObjectsCanComeAsObjects(t *testing.T) {
	text := schema.StringAttribute{Required: true}
	s := build(t, map[string]schema.Attribute{"parent": schema.StringAttribute{Required: true, Validators: identifiers()}, "name": text}, Facts{})
	doc := docOf(t, `{"name": "n", "parent": {"id": "p", "name": "Parent"}}`)
	if want := view(t, s, `{"name": "n", "parent": "p"}`); !s.Equals(doc, want) {
		t.Error("the object that a text names by its id is another value")
	}
	if got, odd := s.All(doc); odd != nil || !got.Equal(view(t, s, `{"name": "n", "parent": "p"}`)) {
		t.Errorf("All: %s, %v", got, odd)
	}
}

// TestReferenceLaws checks the laws on references in every form that engines answer. Overlay may complete a reference that an
// engine answered short, and leaves out references to nothing: what the document says stays the same.
func TestReferenceLaws(t *testing.T) {
	reference := map[string]schema.Attribute{"id": schema.StringAttribute{Required: true}, "name": schema.StringAttribute{}}
	s := build(t, map[string]schema.Attribute{"one": schema.SingleNestedAttribute{Attributes: reference}, "many": objects(reference)}, Facts{})
	rapid.Check(t, func(t *rapid.T) {
		g := generator{T: t}
		answer := func(id string) any {
			name := pick(g, "A", "B")
			return pick[any](g, id, map[string]any{"id": id}, map[string]any{"id": id, "name": name}, map[string]any{"id": id, "name": nil, "own": true},
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
			members := map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, pick(g, "a", "b", "c")), "name": tftypes.NewValue(tftypes.String, nil)}
			if g.odds(8) {
				members["name"] = tftypes.NewValue(tftypes.String, pick(g, "A", "B"))
			}
			return tftypes.NewValue(s.member("one").typ, members)
		}
		many := []tftypes.Value{}
		for range pick(g, 2, 1, 0, 3) {
			many = append(many, declared())
		}
		v := tftypes.NewValue(s.typ, map[string]tftypes.Value{"one": pick(g, declared(), s.member("one").Null()), "many": tftypes.NewValue(s.member("many").typ, many)})
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
