// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

func TestRuleArraysAlignByEachKey(t *testing.T) {
	for _, c := range []struct{ list, key, a, b string }{
		{"items", "ref_id", `"A"`, `"B"`},
		{"tags", "id", `"A"`, `"B"`},
		{"outputs", "name", `"A"`, `"B"`},
		{"ports", "port", `80`, `443`},
	} {
		t.Run(c.key, func(t *testing.T) {
			field, shown := "label", "b"
			if c.list == "tags" {
				field, shown = "name", "b2" // The name of a reference is no drift.
			}
			element := func(key, value, undeclared string) string {
				return `{"` + c.key + `": ` + key + `, "` + field + `": "` + value + `"` + undeclared + `}`
			}
			list := func(a, b string) string { return `{"` + c.list + `": [` + a + `, ` + b + `]}` }
			doc := list(element(c.a, "a", `, "mystery": "of a"`), element(c.b, "b", `, "mystery": "of b"`))
			reads(t, doc, list(element(c.b, "b2", ""), element(c.a, "a", "")), list(element(c.b, shown, ""), element(c.a, "a", "")))
			overlays(t, doc, list(element(c.b, "b2", ""), element(c.a, "a", "")),
				list(element(c.b, "b2", `, "mystery": "of b"`), element(c.a, "a", `, "mystery": "of a"`)))
		})
	}
}

func TestRuleNumericKeysAlignWhateverTheirSpelling(t *testing.T) {
	overlays(t, `{"ports": [{"port": "443", "m": 1}, {"port": 80.0, "m": 2}]}`, `{"ports": [{"port": 80, "label": "x"}, {"port": 443, "label": "y"}]}`,
		`{"ports": [{"port": 80.0, "m": 2, "label": "x"}, {"port": "443", "m": 1, "label": "y"}]}`)
}

func TestRuleTextKeysThatLookLikeNumbersStayApart(t *testing.T) {
	overlays(t, `{"outputs": [{"name": "1", "m": 1}, {"name": "01", "m": 2}]}`, `{"outputs": [{"name": "01", "label": "x"}, {"name": "1.0", "label": "y"}]}`,
		`{"outputs": [{"name": "01", "m": 2, "label": "x"}, {"name": "1.0", "label": "y"}]}`)
}

func TestRuleOrderOfKeylessArraysMeansSomething(t *testing.T) {
	doc := `{"thresholds": [{"value": 2, "color": "b", "m": 2}, {"value": 1, "m": 1}]}`
	reads(t, doc, `{"thresholds": [{"value": 1}, {"value": 2}]}`, `{"thresholds": [{"value": 2}, {"value": 1}]}`)
	reads(t, doc, `{"thresholds": [{"value": 1}]}`, `{"thresholds": [{"value": 2, "color": "b"}, {"value": 1}]}`)
	keeps(t, doc, `{"thresholds": [{"value": 2}, {"value": 1}]}`)
	overlays(t, doc, `{"thresholds": [{"value": 1}, {"value": 2}]}`, `{"thresholds": [{"value": 1, "m": 1}, {"value": 2, "color": "b", "m": 2}]}`)
	patches(t, doc, `{"thresholds": [{"value": 2}, {"value": 1}]}`, `{"thresholds": [{"value": 1}, {"value": 2}]}`,
		`{"thresholds": [{"value": 1, "m": 1}, {"value": 2, "color": "b", "m": 2}]}`)
}

func TestRuleKeylessArraysAlignByEqualValuesThenPosition(t *testing.T) {
	doc := `{"thresholds": [{"value": 1, "color": "a", "m": 1}, {"value": 2, "color": "b", "m": 2}, {"value": 3, "color": "c", "m": 3}]}`
	overlays(t, doc, `{"thresholds": [{"value": 3, "color": "c"}, {"value": 9}, {"value": 2}]}`,
		`{"thresholds": [{"value": 3, "color": "c", "m": 3}, {"value": 9, "color": "a", "m": 1}, {"value": 2, "color": "b", "m": 2}]}`)
}

func TestRuleElementThatDeclaresLittleLeavesTheOnlyCounterpartOfAnother(t *testing.T) {
	keeps(t, `{"ports": [{"port": 1, "label": "a"}, {"port": 1, "label": "b"}]}`, `{"ports": [{"port": 1}, {"port": 1, "label": "a"}]}`)
}

func TestRuleElementWithoutKeyLeavesTheCounterpartOfAKey(t *testing.T) {
	overlays(t, `{"ports": [{"port": 80, "m": 1}]}`, `{"ports": [{"label": "new"}, {"port": 80, "label": "x"}]}`,
		`{"ports": [{"label": "new"}, {"port": 80, "label": "x", "m": 1}]}`)
}

func TestRuleConfigurationsOrderIsKept(t *testing.T) {
	keeps(t, `{"words": ["c", "a", "b"], "items": [{"ref_id": "B"}, {"ref_id": "C"}, {"ref_id": "A"}]}`,
		`{"words": ["a", "b", "c"], "items": [{"ref_id": "A"}, {"ref_id": "B"}, {"ref_id": "C"}]}`)
}

func TestRuleReorderingByTheEngineSendsNothing(t *testing.T) {
	doc := `{"rate": 9, "items": [{"ref_id": "B", "id": "2"}, {"ref_id": "A", "id": "1"}]}`
	overlays(t, doc, `{"items": [{"ref_id": "B"}, {"ref_id": "A"}]}`, doc)
	patches(t, doc, `{"rate": 9, "items": [{"ref_id": "A"}, {"ref_id": "B"}]}`, `{"rate": 3, "items": [{"ref_id": "A"}, {"ref_id": "B"}]}`, `{"rate": 3}`)
}

func TestRuleElementOnlyTheEngineHasComesLast(t *testing.T) {
	reads(t, `{"items": [{"ref_id": "X", "label": "x", "most": 10000, "words": []}, {"ref_id": "B"}, {"ref_id": "A"}]}`,
		`{"items": [{"ref_id": "A"}, {"ref_id": "B"}]}`,
		`{"items": [{"ref_id": "A"}, {"ref_id": "B"}, {"ref_id": "X", "label": "x"}]}`)
	reads(t, `{"words": ["x", "b", "a"]}`, `{"words": ["a", "b"]}`, `{"words": ["a", "b", "x"]}`)
}

func TestRuleElementTheEngineLostIsDrift(t *testing.T) {
	reads(t, `{"items": [{"ref_id": "B"}]}`, `{"items": [{"ref_id": "A"}, {"ref_id": "B"}]}`, `{"items": [{"ref_id": "B"}]}`)
	reads(t, `{}`, `{"items": [{"ref_id": "A"}]}`, `{}`)
}

func TestRuleSwappedElementsAreSentWithWhatElseChanges(t *testing.T) {
	const doc = `{"items": [{"id": "1", "ref_id": "A", "label": "a"}, {"id": "2", "ref_id": "B", "label": "b"}]}`
	const prior = `{"items": [{"ref_id": "A", "label": "a"}, {"ref_id": "B", "label": "b"}]}`
	patches(t, doc, prior, `{"items": [{"ref_id": "B", "label": "b"}, {"ref_id": "A", "label": "a"}]}`, `{}`)
	patches(t, doc, prior, `{"items": [{"ref_id": "B", "label": "b"}, {"ref_id": "A", "label": "x"}]}`,
		`{"items": [{"id": "2", "ref_id": "B", "label": "b"}, {"id": "1", "ref_id": "A", "label": "x"}]}`)
	patches(t, `{"thresholds": [{"value": 1}, {"value": 2}]}`, `{"thresholds": [{"value": 1}, {"value": 2}]}`, `{"thresholds": [{"value": 2}, {"value": 1}]}`,
		`{"thresholds": [{"value": 2}, {"value": 1}]}`)
}

func TestRuleElementsThatChangeKeepIDsAndUndeclaredKeys(t *testing.T) {
	patches(t, `{"items": [{"id": "1", "ref_id": "A", "label": "a", "m": [1]}, {"id": "2", "ref_id": "B"}]}`,
		`{"items": [{"ref_id": "A", "label": "a"}, {"ref_id": "B"}]}`, `{"items": [{"ref_id": "C"}, {"ref_id": "A", "label": "a2"}]}`,
		`{"items": [{"ref_id": "C"}, {"id": "1", "ref_id": "A", "label": "a2", "m": [1]}]}`)
}

func TestRuleRemovedStepIsSentAsATombstone(t *testing.T) {
	doc := `{"steps": [{"id": "1", "ref_id": "A", "m": 1}, {"id": "2", "ref_id": "B"}, {"id": "3", "ref_id": "E"}]}`
	patches(t, doc, `{"steps": [{"ref_id": "A"}, {"ref_id": "B"}]}`, `{"steps": [{"ref_id": "N"}, {"ref_id": "A", "label": "a"}]}`,
		`{"steps": [{"ref_id": "N"}, {"id": "1", "ref_id": "A", "label": "a", "m": 1}, {"id": "2", "deleted": true}, {"id": "3", "deleted": true}]}`)
	patches(t, doc, `{"steps": [{"ref_id": "A"}, {"ref_id": "B"}]}`, `{}`,
		`{"steps": [{"id": "1", "deleted": true}, {"id": "2", "deleted": true}, {"id": "3", "deleted": true}]}`)
	patches(t, `{"steps": null}`, `{"steps": [{"ref_id": "A"}]}`, `{"steps": []}`, `{}`)
	patches(t, `{"steps": []}`, `{"steps": [{"ref_id": "A"}]}`, `{}`, `{}`)
	patches(t, `{"steps": [{"ref_id": "no id"}, null]}`, `{"steps": [{"ref_id": "A"}]}`, `{}`, `{"steps": []}`)
}

func TestRuleReferenceToAnotherObjectInheritsNothing(t *testing.T) {
	doc := `{"items": [{"ref_id": "A", "m": 1, "filter": {"id": "old", "name": "Old", "color": "red"}}]}`
	prior := `{"items": [{"ref_id": "A", "filter": {"id": "old", "name": "Old"}}]}`
	patches(t, doc, prior, `{"items": [{"ref_id": "A", "filter": {"id": "new"}}]}`, `{"items": [{"ref_id": "A", "m": 1, "filter": {"id": "new"}}]}`)
	overlays(t, doc, `{"items": [{"ref_id": "A", "filter": {"id": "new"}}]}`, `{"items": [{"ref_id": "A", "m": 1, "filter": {"id": "new"}}]}`)
	overlays(t, doc, `{"items": [{"ref_id": "A", "filter": {"id": "old"}}]}`, doc)
	overlays(t, `{"items": [{"ref_id": "A", "filter": {"id": "", "color": "red"}}]}`, `{"items": [{"ref_id": "A", "filter": {"id": "new"}}]}`,
		`{"items": [{"ref_id": "A", "filter": {"id": "new", "color": "red"}}]}`)
}

func TestRuleDuplicateKeysPairInOrder(t *testing.T) {
	doc := `{"items": [{"ref_id": "A", "label": "1", "m": 1}, {"ref_id": "A", "label": "2", "m": 2}]}`
	keeps(t, doc, `{"items": [{"ref_id": "A", "label": "2"}, {"ref_id": "A", "label": "1"}]}`)
	overlays(t, doc, `{"items": [{"ref_id": "A", "label": "3"}, {"ref_id": "A", "label": "1"}, {"ref_id": "A", "label": "4"}]}`,
		`{"items": [{"ref_id": "A", "label": "3", "m": 2}, {"ref_id": "A", "label": "1", "m": 1}, {"ref_id": "A", "label": "4"}]}`)
}

func TestRuleNullElementsAreValues(t *testing.T) {
	keeps(t, `{"words": [null, "a"], "items": [null, {"ref_id": "A"}]}`, `{"words": [null, "a"], "items": [null, {"ref_id": "A"}]}`)
	overlays(t, `{"words": ["b"]}`, `{"words": [null, "a"]}`, `{"words": [null, "a"]}`)
	reads(t, `{"words": ["b"]}`, `{"words": [null]}`, `{"words": ["b"]}`)
}

// What only the engine has in a declared array is known by what a view can show of it, and can be left out.
func TestRuleSurplusOfArrays(t *testing.T) {
	s := ruleShape(t)
	declared := view(t, s, `{"tags": [{"id": "t"}], "items": [{"ref_id": "A", "label": "a"}], "words": ["x"], "thresholds": [], "ports": null}`)
	const doc = `{
		"tags": [{"id": "own", "name": "Own"}, {"id": "t", "name": "T"}, {"id": "", "name": ""}],
		"items": [{"ref_id": "A", "label": "changed"}, {"ref_id": "E", "id": "1", "label": "e", "moving": 1}],
		"words": ["x", "own"], "thresholds": [{"value": 1}], "ports": [{"port": 80}]
	}`
	found := s.UndeclaredElements(docOf(t, doc), declared)
	names, known := map[string][]string{}, map[string][]string{}
	for name, marks := range found {
		for _, element := range marks {
			names[name] = append(names[name], fmt.Sprintf("%s %v", element.Label, element.ID))
		}
		known[name] = slices.Sorted(maps.Keys(marks))
	}
	if want := map[string][]string{"tags": {`"own" own`}, "items": {`"E" 1`}, "words": {`"own" <nil>`}, "thresholds": {"number 1 <nil>"}}; !reflect.DeepEqual(names, want) {
		t.Errorf("Surplus finds %v, want %v", names, want)
	}
	dropSecrets := func(doc, declared, want string) {
		t.Helper()
		before := docOf(t, doc)
		if got := document.Encode(s.WithoutElements(before, view(t, s, declared), known)); got != document.Encode(docOf(t, want)) {
			t.Errorf("of %s\nis left %s\nwant    %s", doc, got, want)
		}
		if document.Encode(before) != document.Encode(docOf(t, doc)) {
			t.Errorf("the document was changed to %s", document.Encode(before))
		}
	}
	dropSecrets(`{"items": [{"ref_id": "E", "id": "2", "label": "e", "moving": 2}, {"ref_id": "A"}], "words": ["own", "x", "y"]}`,
		`{"items": [{"ref_id": "A"}], "words": ["x"]}`, `{"items": [{"ref_id": "A"}], "words": ["x", "y"]}`)
	for _, somebodys := range []string{
		`{"items": [{"ref_id": "A"}, {"ref_id": "E", "label": "changed"}]}`, `{"items": [{"ref_id": "A"}, {"ref_id": "F", "label": "e"}]}`,
		`{"tags": [{"id": "t"}, {"id": "own", "name": "Renamed"}]}`, `{"thresholds": [{"value": 2}]}`, `{"ports": [{"port": 80}]}`,
	} {
		dropSecrets(somebodys, `{"items": [{"ref_id": "A"}], "tags": [{"id": "t"}], "thresholds": [], "ports": []}`, somebodys)
	}
	declares := `{"items": [{"ref_id": "E", "label": "e"}], "tags": [{"id": "own"}], "thresholds": [{"value": 1}]}`
	dropSecrets(declares, declares, declares)
	dropSecrets(`{"items": [{"ref_id": "E", "label": "e"}]}`, `{}`, `{"items": [{"ref_id": "E", "label": "e"}]}`)
}

// What was sent to be cleared is uncleared where the document says what was declared; an engine's own value in its place is not.
func TestRuleUncleared(t *testing.T) {
	s := ruleShape(t)
	prior := view(t, s, `{"interval": "30s", "active": false, "rate": 5, "words": ["a"], "severity": "SEV1", "limit": 2}`)
	planned := view(t, s, `{"limit": 2}`)
	sent := s.Patch(s.Overlay(nil, prior), prior, planned)
	for doc, want := range map[string][]string{
		`{"interval": "30s", "active": false, "rate": 5, "words": ["a"], "severity": "sev1", "limit": 2}`: {"active", "interval", "severity", "words"},
		`{"interval": "1s", "active": true, "rate": 5, "words": ["own"], "severity": "SEV8", "limit": 2}`: nil,
		`{"interval": null, "words": []}`: nil,
		`{"interval": ""}`:                nil,
	} {
		if got := s.Uncleared(docOf(t, doc), sent, prior, planned); !slices.Equal(got, want) {
			t.Errorf("of %s is uncleared %v, want %v (sent %s)", doc, got, want, document.Encode(sent))
		}
	}
	if got := s.Uncleared(docOf(t, `{"interval": "30s"}`), map[string]any{}, prior, planned); got != nil {
		t.Errorf("nothing was sent, and uncleared is %v", got)
	}
}
