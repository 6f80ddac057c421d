// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// said is what a reconciliation tells, one line for each.
func said(rivals []Rival) string {
	names := map[RivalKind]string{Added: "added", Changed: "changed", Removed: "removed", ChangedRemoved: "changed what goes"}
	var lines []string
	for _, r := range rivals {
		line := names[r.Kind]
		for _, step := range r.Path {
			line += fmt.Sprint(" ", step)
		}
		for _, role := range []string{r.Key, r.Element, r.Engine, r.Declared} {
			if role != "" {
				line += " " + role
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// rivals checks the body of an update that is made of a document which somebody changed, and what is told of it.
func rivals(t *testing.T, doc, prior, planned, patch, tells string) {
	t.Helper()
	s := ruleShape(t)
	reconciled, found := s.Reconcile(docOf(t, doc), view(t, s, prior), view(t, s, planned))
	got := document.Encode(s.Patch(docOf(t, doc), view(t, s, prior), reconciled))
	if got != document.Encode(docOf(t, patch)) || said(found) != tells {
		t.Errorf("doc     %s\nprior   %s\nplanned %s\ngot  %s\nwant %s\ntells %s\nwant  %s", doc, prior, planned, got, patch, said(found), tells)
	}
}

func TestRuleWhatSomebodyAddedStays(t *testing.T) {
	rivals(t, `{"items": [{"ref_id": "A", "label": "a"}, {"id": "z", "ref_id": "Z", "label": "z", "m": 1}]}`,
		`{"items": [{"ref_id": "A", "label": "a"}]}`, `{"items": [{"ref_id": "A", "label": "a2"}]}`,
		`{"items": [{"ref_id": "A", "label": "a2"}, {"id": "z", "ref_id": "Z", "label": "z", "m": 1}]}`, `added items "Z"`)
	rivals(t, `{"words": ["z", "a"], "tags": ["t", {"id": "u", "more": 1}]}`,
		`{"words": ["a"], "tags": []}`, `{"words": ["a", "b"], "tags": [{"id": "v"}]}`,
		`{"words": ["a", "b", "z"], "tags": [{"id": "v"}, {"id": "t"}, {"id": "u", "more": 1}]}`, `added tags "t"; added tags "u"; added words "z"`)
	rivals(t, `{"items": [{"ref_id": "A", "words": ["a", "z"]}, {"ref_id": "B"}]}`,
		`{"items": [{"ref_id": "A", "words": ["a"]}, {"ref_id": "B"}]}`, `{"items": [{"ref_id": "A", "words": ["a"]}, {"ref_id": "B", "label": "b"}]}`,
		`{"items": [{"ref_id": "A", "words": ["a", "z"]}, {"ref_id": "B", "label": "b"}]}`, `added items 0 words "z"`)
}

func TestRuleWhatThePlanShowedIsRemoved(t *testing.T) {
	doc := `{"items": [{"ref_id": "A"}, {"ref_id": "X", "label": "x"}, {"ref_id": "Z"}]}`
	rivals(t, doc, `{"items": [{"ref_id": "A"}, {"ref_id": "X", "label": "x"}]}`, `{"items": [{"ref_id": "A"}]}`,
		`{"items": [{"ref_id": "A"}, {"ref_id": "Z"}]}`, `added items "Z"`)
	rivals(t, doc, `{"items": [{"ref_id": "A"}, {"ref_id": "X"}]}`, `{}`, `{"items": [{"ref_id": "Z"}]}`, `added items "Z"`)
	rivals(t, doc, `{"items": [{"ref_id": "A"}, {"ref_id": "X", "label": "was"}, {"ref_id": "Z"}]}`, `{"items": [{"ref_id": "A"}]}`,
		`{"items": [{"ref_id": "A"}]}`, `changed what goes items "X"`)
	rivals(t, `{"items": []}`, `{"items": [{"ref_id": "A"}]}`, `{}`, `{}`, ``)
}

func TestRuleOfWhatNobodyDeclaredBeforeNothingIsTold(t *testing.T) {
	rivals(t, `{"items": [{"ref_id": "Z"}], "rate": 7}`, `{}`, `{"items": [{"ref_id": "A"}], "rate": 5}`,
		`{"items": [{"ref_id": "A"}], "rate": 5}`, ``)
}

func TestRuleAddedStepGetsNoTombstone(t *testing.T) {
	rivals(t, `{"steps": [{"id": "1", "ref_id": "A"}, {"id": "2", "ref_id": "B"}, {"id": "3", "ref_id": "Z", "m": 1}]}`,
		`{"steps": [{"ref_id": "A"}, {"ref_id": "B"}]}`, `{"steps": [{"ref_id": "A", "label": "a"}]}`,
		`{"steps": [{"id": "1", "ref_id": "A", "label": "a"}, {"id": "3", "ref_id": "Z", "m": 1}, {"id": "2", "deleted": true}]}`, `added steps "Z"`)
}

func TestRuleRaceIsTold(t *testing.T) {
	rivals(t, `{"rate": 7, "limit": 3, "name": "n"}`, `{"rate": 5, "limit": 1, "name": "o"}`, `{"rate": 6, "limit": 3, "name": "o"}`,
		`{"rate": 6}`, `changed rate 7 6`)
	rivals(t, `{"rate": 7}`, `{"rate": 6}`, `{}`, `{"rate": 5}`, `changed rate 7 null`)
	rivals(t, `{"rate": 5}`, `{"rate": 6}`, `{}`, `{}`, ``)
	rivals(t, `{"items": [{"ref_id": "A", "label": "theirs", "m": 2}, {"ref_id": "B", "most": 7}]}`,
		`{"items": [{"ref_id": "A", "label": "a"}, {"ref_id": "B", "most": 6}]}`, `{"items": [{"ref_id": "A", "label": "mine"}, {"ref_id": "B", "most": 6}]}`,
		`{"items": [{"ref_id": "A", "label": "mine", "m": 2}, {"ref_id": "B", "most": 6}]}`,
		`changed items 0 label "theirs" "mine"; changed items 1 most 7 6`)
	rivals(t, `{"thresholds": [{"value": 9}, {"value": 1}]}`, `{"thresholds": [{"value": 1}]}`, `{"thresholds": [{"value": 2}]}`,
		`{"thresholds": [{"value": 2}]}`, `changed thresholds [{"value":9},{"value":1}] [{"value":2}]`)
	rivals(t, `{"items": [{"ref_id": "A", "filter": {"id": "theirs"}}]}`, `{"items": [{"ref_id": "A", "filter": {"id": "f"}}]}`,
		`{"items": [{"ref_id": "A", "filter": {"id": "mine"}}]}`, `{"items": [{"ref_id": "A", "filter": {"id": "mine"}}]}`,
		`changed items 0 filter {"id":"theirs"} {"id":"mine"}`)
}

// TestRuleNameOfAReferenceIsNoRival has an engine answer references by its own names, and shorter than they were sent.
func TestRuleNameOfAReferenceIsNoRival(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{`{"id": "f", "name": "the engine's"}`, `{"id": "f"}`, `"f"`} {
		doc := `{"items": [{"ref_id": "A", "filter": ` + filter + `}], "tags": [` + filter + `]}`
		sent := `{"items": [{"ref_id": "A", "label": "a", "filter": {"id": "f", "name": "mine"}}], "tags": [{"id": "f", "name": "mine"}, {"id": "u"}]}`
		rivals(t, doc, `{"items": [{"ref_id": "A", "filter": {"id": "f", "name": "mine"}}], "tags": [{"id": "f", "name": "mine"}]}`, sent, sent, ``)
		unnamed := `{"items": [{"ref_id": "A", "label": "a", "filter": {"id": "f", "name": null}}], "tags": [{"id": "f", "name": null}, {"id": "u"}]}`
		rivals(t, doc, `{"items": [{"ref_id": "A", "filter": {"id": "f", "name": "mine"}}], "tags": [{"id": "f", "name": "mine"}]}`,
			`{"items": [{"ref_id": "A", "label": "a", "filter": {"id": "f"}}], "tags": [{"id": "f"}, {"id": "u"}]}`, unnamed, ``)
	}
}

func TestRuleTwinOfANewElementIsTold(t *testing.T) {
	rivals(t, `{"items": [{"ref_id": "C", "label": "theirs", "m": 1}]}`, `{"items": []}`, `{"items": [{"ref_id": "C", "label": "mine"}]}`,
		`{"items": [{"ref_id": "C", "label": "mine", "m": 1}]}`, `changed items 0 label "theirs" "mine"`)
}

func TestRuleRemovedElementIsMadeAgain(t *testing.T) {
	rivals(t, `{"items": [{"ref_id": "A"}]}`, `{"items": [{"ref_id": "A"}, {"ref_id": "B"}]}`, `{"items": [{"ref_id": "A", "label": "a"}, {"ref_id": "B"}]}`,
		`{"items": [{"ref_id": "A", "label": "a"}, {"ref_id": "B"}]}`, `removed items "B"`)
}

func TestRuleRaceInExtraIsToldByItsKey(t *testing.T) {
	rivals(t, `{"x1": 3, "x2": 9}`, `{"extra": "{\"x1\": 1, \"x2\": 2}"}`, `{"extra": "{\"x1\": 2, \"x2\": 2}"}`, `{"x1": 2}`, `changed extra x1`)
	rivals(t, `{"x1": 3}`, `{"extra": "{\"x1\": 1}"}`, `{}`, `{"x1": null}`, `changed extra x1`)
}

// TestRuleRaceQuotesNoSecret has somebody change parameters, some of them secret, and add one.
func TestRuleRaceQuotesNoSecret(t *testing.T) {
	text := schema.StringAttribute{Optional: true}
	s := build(t, map[string]schema.Attribute{"config": objects(map[string]schema.Attribute{
		"name": text, "sensitive": schema.BoolAttribute{Optional: true}, "value": schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}},
	})}, Facts{})
	prior := view(t, s, `{"config": [{"name": "key", "sensitive": true, "value": "\"was\""}, {"name": "plain", "value": "\"was\""}]}`)
	planned := view(t, s, `{"config": [{"name": "key", "sensitive": true, "value": "\"mine\""}, {"name": "plain", "value": "\"mine\""}]}`)
	doc := docOf(t, `{"config": [{"name": "key", "sensitive": true, "value": "theirs"}, {"name": "plain", "value": "theirs"},
		{"name": "new", "sensitive": true, "value": "their secret"}, {"name": "hidden", "sensitive": true, "value": "****"}]}`)
	reconciled, found := s.Reconcile(doc, prior, planned)
	if want := `changed config 0 value; changed config 1 value; added config "new"; added config "hidden"`; said(found) != want {
		t.Errorf("got  %s\nwant %s", said(found), want)
	}
	want := `{"config":[{"name":"key","sensitive":true,"value":"mine"},{"name":"plain","value":"mine"},` +
		`{"name":"new","sensitive":true,"value":"their secret"},{"name":"hidden","sensitive":true}]}`
	if got := document.Encode(s.Patch(doc, prior, reconciled)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestRivalLaws draws updates between whose plan and apply somebody made another change, and checks that both hold.
func TestRivalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkRivalLaws(t, generator{T: t}) })
}

func checkRivalLaws(t failer, g generator) {
	u := g.update()
	if _, found := u.shape.Reconcile(u.doc, u.prior, u.prior); len(found) > 0 {
		t.Fatalf("without a change it tells %s", said(found))
	}
	quiet, found := u.shape.Reconcile(u.doc, u.prior, u.planned)
	for _, r := range found {
		if r.Kind != Added {
			t.Fatalf("nobody wrote, and it tells %s\nd %s\nprior %s\nplanned %s", said(found), document.Encode(u.doc), u.prior, u.planned)
		}
	}
	if len(found) == 0 && !quiet.Equal(u.planned) {
		t.Fatalf("it tells nothing, and gives %s\nplanned %s", quiet, u.planned)
	}
	theirs := g.keyed(u.shape, g.changed(u.shape, u.prior))
	u.doc = u.shape.Overlay(u.doc, theirs)
	if docs, ok := u.doc[steps].([]any); ok && u.shape.member(steps) != nil {
		u.doc[steps] = identified(docs)
	}
	before := document.Encode(u.doc)
	reconciled, _ := u.shape.Reconcile(u.doc, u.prior, u.planned)
	if document.Encode(u.doc) != before {
		t.Fatalf("Reconcile changed the document\n%s to\n%s", before, document.Encode(u.doc))
	}
	patch := u.shape.Patch(u.doc, u.prior, reconciled)
	result := u.answer(patch)
	mine := u
	mine.planned = mine.onlyChanged(reconciled)
	checkPlanned(t, mine, patch, result)
	for _, a := range u.shape.attrs {
		if lost := a.lostOf(u.doc[a.name], result[a.name], tfvalue.Object(u.prior)[a.name], tfvalue.Object(u.planned)[a.name]); lost != "" {
			t.Fatalf("the element %s of %s is lost\nd %s\nprior %s\nplanned %s\npatch %s", lost, a.name, before, u.prior, u.planned, document.Encode(patch))
		}
	}
}

// onlyChanged is a view that declares what an update changes. Of "extra" each key is sent by itself, so that a key of others stays.
func (u update) onlyChanged(planned tftypes.Value) tftypes.Value {
	members := maps.Clone(tfvalue.Object(planned))
	for name, null := range u.shape.undeclared() {
		if name == ExtraName || tfvalue.Member(u.prior, name).Equal(tfvalue.Member(u.planned, name)) {
			members[name] = null
		}
	}
	return tftypes.NewValue(planned.Type(), members)
}

// lostOf names an element with a key of its own that only the engine had, and that is not as it was after an update.
func (a *attribute) lostOf(before, after any, prior, planned tftypes.Value) string {
	if !tfvalue.IsDeclared(prior) || a.kind != kindList || a.elem.kind != kindObject || a.elem.key == nil || a.elem.key.same != nil {
		return ""
	}
	declared := slices.Concat(tfvalue.List(prior), tfvalue.List(planned))
	docs, _ := before.([]any)
	results, _ := after.([]any)
	befores, afters := a.elem.docsByKey(docs), a.elem.docsByKey(results)
	if a.elem.viewsByKey(tfvalue.List(prior)) == nil || a.elem.viewsByKey(tfvalue.List(planned)) == nil || befores == nil || afters == nil {
		return "" // some have no key, or share one
	}
	for key, element := range befores {
		known := slices.ContainsFunc(declared, func(view tftypes.Value) bool { return a.elem.isSameElement(element, view) })
		if !known && !reflect.DeepEqual(a.elem.withoutHiddenSecrets(element), afters[key]) {
			return key
		}
	}
	return ""
}
