// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// whole is a document with something in every attribute of ruleShape, much of it empty or the engine's default.
const whole = `{
	"id": "1", "name": "", "severity": "sev8", "interval": "", "plain": "{}", "active": true, "rate": "5", "limit": 2.50, "value": [],
	"words": [], "tags": [{"id": "t", "name": ""}], "thresholds": null, "mystery": 1,
	"items": [{"ref_id": "A", "most": 10000.0, "label": null, "words": ["w"], "filter": {}, "engine": true}, {"ref_id": "", "most": 3}]
}`

func TestRuleImportDropsEmptiesAndDefaultsAndKeepsRequired(t *testing.T) {
	s := ruleShape(t)
	got, odd := s.Imported(docOf(t, whole))
	want := view(t, s, `{"id": "1", "name": "", "plain": "{}", "limit": 2.5, "tags": [{"id": "t"}],
		"items": [{"ref_id": "A", "words": ["w"]}, {"ref_id": "", "most": 3}]}`)
	if odd != nil || !got.Equal(want) {
		t.Errorf("Imported: %v\ngot  %s\nwant %s", odd, got, want)
	}
}

func TestRuleDataSourcesShowEverything(t *testing.T) {
	s := ruleShape(t)
	got, odd := s.All(docOf(t, whole))
	want := view(t, s, `{"id": "1", "name": "", "severity": "sev8", "interval": "", "plain": "{}", "active": true, "rate": 5, "limit": 2.5,
		"value": "[]", "words": [], "tags": [{"id": "t", "name": ""}], "extra": "{\"mystery\":1}",
		"items": [{"ref_id": "A", "most": 10000, "words": ["w"], "extra": "{\"engine\":true}"}, {"ref_id": "", "most": 3}]}`)
	if odd != nil || !got.Equal(want) {
		t.Errorf("All: %v\ngot  %s\nwant %s", odd, got, want)
	}
}

func TestRuleNullViewReadsAsNull(t *testing.T) {
	s := ruleShape(t)
	if got, err := s.Project(docOf(t, whole), s.Null()); err != nil || !got.IsNull() {
		t.Errorf("Project of a null view gives %s, %v", got, err)
	}
	doc := docOf(t, whole)
	if got := s.Overlay(doc, s.Null()); document.Encode(got) != document.Encode(doc) {
		t.Errorf("Overlay of a null view gives %s", document.Encode(got))
	}
}

func TestRuleEmptyTextForANumberIsNone(t *testing.T) {
	s := ruleShape(t)
	doc := docOf(t, `{"rate": ""}`)
	all, odd := s.All(doc)
	if odd != nil || !tfvalue.Object(all)["rate"].IsNull() {
		t.Errorf("All gives %s, %v", all, odd)
	}
	drifted, err := s.Project(doc, view(t, s, `{"rate": 5}`))
	if err != nil || !tfvalue.Object(drifted)["rate"].IsNull() {
		t.Errorf("Project gives %s, %v", drifted, err)
	}
}

func TestRuleImportLeavesOutWhatTheEngineChangesByItself(t *testing.T) {
	text := schema.StringAttribute{Optional: true}
	s := build(t, map[string]schema.Attribute{"status": text, "name": text}, Facts{Runtime: []string{"status"}, Defaults: map[string]any{"status": "ok"}})
	doc := docOf(t, `{"name": "n", "status": "alert"}`)
	imported, odd := s.Imported(doc)
	if want := view(t, s, `{"name": "n"}`); odd != nil || !imported.Equal(want) {
		t.Errorf("Imported: %s, %v", imported, odd)
	}
	all, odd := s.All(doc)
	if want := view(t, s, `{"name": "n", "status": "alert"}`); odd != nil || !all.Equal(want) {
		t.Errorf("All: %s, %v", all, odd)
	}
	declared := view(t, s, `{"name": "n", "status": "disabled"}`)
	read, err := s.Project(doc, declared)
	if err != nil || !read.Equal(all) {
		t.Errorf("Project: %s, %v", read, err)
	}
}

// What a configuration can't leave out, an import has all the same: an empty text says nothing of what the engine has there.
func TestRuleRequiredTextThatIsEmptyIsNotDeclared(t *testing.T) {
	keeps(t, `{"name": "x"}`, `{"name": ""}`)
	keeps(t, `{"name": ["x"]}`, `{"name": ""}`)
	overlays(t, `{"name": "x", "rate": 1}`, `{"name": "", "rate": 2}`, `{"name": "x", "rate": 2}`)
	patches(t, `{"name": "x"}`, `{"name": "", "rate": 1}`, `{"name": "", "rate": 2}`, `{"rate": 2}`)
	patches(t, `{"name": "x"}`, `{"name": ""}`, `{"name": "y"}`, `{"name": "y"}`)
	patches(t, `{"name": "x"}`, `{"name": "x"}`, `{"name": ""}`, `{"name": ""}`)
}

func TestRuleElementWithoutValuesStandsForOneThatCannotBeShown(t *testing.T) {
	keeps(t, `{"items": [{"ref_id": "A"}, 5, null]}`, `{"items": [{"ref_id": "A"}, {"ref_id": ""}, {"ref_id": ""}]}`)
	keeps(t, `{"words": ["a", {}, []]}`, `{"words": ["a", "", ""]}`)
	patches(t, `{"items": [{"id": "1", "ref_id": "A"}, 5]}`, `{"items": [{"ref_id": "A"}, {"ref_id": ""}]}`, `{"items": [{"ref_id": "A", "label": "a"}, {"ref_id": ""}]}`,
		`{"items": [{"id": "1", "ref_id": "A", "label": "a"}, 5]}`)
}

func TestRuleTextsAreComparedAsTerraformWritesThem(t *testing.T) {
	keeps(t, `{"items": [{"ref_id": "A", "label": "{ \"a\" : [1.0, null] }"}]}`, `{"items": [{"ref_id": "A", "label": "{\"a\":[1,null]}"}]}`)
	keeps(t, `{"words": ["b", "[ 1 ]", "e\u0301"]}`, `{"words": ["\u00e9", "[1]", "b"]}`)
	reads(t, `{"items": [{"ref_id": "A", "label": "[1]"}]}`, `{"items": [{"ref_id": "A", "label": "[2]"}]}`, `{"items": [{"ref_id": "A", "label": "[1]"}]}`)
}
