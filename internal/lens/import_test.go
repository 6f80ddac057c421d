// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// whole is an engine document with many values that an import leaves out, because they are empty or the engine's default.
const whole = `{
	"id": "1", "name": "", "severity": "sev8", "interval": "", "plain": "{}", "active": true, "rate": "5", "limit": 2.50, "value": [],
	"words": [], "tags": [{"id": "t", "name": ""}], "thresholds": null, "mystery": 1,
	"items": [{"ref_id": "A", "most": 10000.0, "label": null, "words": ["w"], "filter": {}, "engine": true}, {"ref_id": "", "most": 3}]
}`

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

// The engine changes "status" by itself. An import must leave "status" out, but a data source must show it. A resource must show it if the
// configuration declares it.
func TestRuleImportLeavesOutWhatTheEngineChangesByItself(t *testing.T) {
	text := schema.StringAttribute{Optional: true}
	s := build(t, map[string]schema.Attribute{"status": text, "name": text}, Facts{
		Runtime:  []string{"status"},
		Defaults: map[string]any{"status": "ok"},
	})
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
