// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

func TestRuleUndeclaredIsNullWhateverTheEngineHolds(t *testing.T) {
	reads(t, `{"id": "1", "name": "n", "rate": 7, "active": false, "words": ["a"], "tags": [{"id": "t"}], "value": {"a": 1}}`,
		`{"name": "n"}`, `{"name": "n"}`)
	reads(t, `{"name": "n", "items": [{"ref_id": "A", "label": "engine", "most": 3}]}`,
		`{"name": "n", "items": [{"ref_id": "A"}]}`, `{"name": "n", "items": [{"ref_id": "A"}]}`)
	reads(t, `{"name": "n"}`, `{}`, `{}`)
}

func TestRuleUndeclaredIsNeverSent(t *testing.T) {
	overlays(t, ``, `{"name": "n"}`, `{"name": "n"}`)
	overlays(t, ``, `{"id": "1", "items": [{"ref_id": "A", "filter": {"id": "f"}}]}`, `{"items": [{"ref_id": "A", "filter": {"id": "f"}}]}`)
	patches(t, `{"id": "1", "name": "old", "rate": 7, "mystery": 1}`, `{"name": "old"}`, `{"name": "new"}`, `{"name": "new"}`)
}

func TestRuleIDIsReadAndNeverSent(t *testing.T) {
	reads(t, `{"id": "2"}`, `{"id": "1"}`, `{"id": "2"}`)
	keeps(t, `{}`, `{"id": "1"}`)
	reads(t, `{"rate": 6}`, `{"id": "1", "rate": 5}`, `{"id": "1", "rate": 6}`)
	overlays(t, `{"id": "2"}`, `{"id": "1"}`, `{"id": "2"}`)
	patches(t, `{"id": "1"}`, `{"id": "1"}`, `{"id": "2"}`, `{}`)
	if s := ruleShape(t); !s.equals(map[string]any{}, view(t, s, `{"id": "1"}`)) {
		t.Error("an id that the engine does not repeat is drift")
	}
}

func TestRuleUndeclaredKeysStay(t *testing.T) {
	overlays(t, `{"name": "old", "mystery": {"deep": [1]}, "tags": [{"id": "t", "color": "red"}]}`,
		`{"name": "new", "tags": [{"id": "t", "name": "T"}]}`,
		`{"name": "new", "mystery": {"deep": [1]}, "tags": [{"id": "t", "name": "T", "color": "red"}]}`)
}

func TestRuleClearedArrayIsSentEmpty(t *testing.T) {
	patches(t, `{"words": ["a"], "tags": [{"id": "t"}]}`, `{"words": ["a"], "tags": [{"id": "t"}]}`, `{}`, `{"words": [], "tags": []}`)
}

func TestRuleClearedAttributeTakesTheEnginesDefault(t *testing.T) {
	patches(t, `{"active": false, "rate": 9, "severity": "SEV1"}`,
		`{"active": false, "rate": 9, "severity": "SEV1"}`, `{}`, `{"active": true, "rate": 5, "severity": "SEV8"}`)
}

func TestRuleClearedAttributeWithoutDefaultIsNull(t *testing.T) {
	patches(t, `{"interval": "30s", "limit": 1, "value": [1]}`,
		`{"interval": "30s", "limit": 1, "value": "[1]"}`, `{}`, `{"interval": null, "limit": null, "value": null}`)
}

func TestRuleClearedInsideElements(t *testing.T) {
	patches(t,
		`{"items": [{"id": "i1", "ref_id": "A", "label": "L", "most": 3, "words": ["w"], "filter": {"id": "f", "name": "F"}, "mystery": 1}]}`,
		`{"items": [{"ref_id": "A", "label": "L", "most": 3, "words": ["w"], "filter": {"id": "f", "name": "F"}}]}`,
		`{"items": [{"ref_id": "A", "filter": {"id": "f"}}]}`,
		`{"items": [{"id": "i1", "ref_id": "A", "label": null, "most": 10000, "words": [], "filter": {"id": "f", "name": null}, "mystery": 1}]}`)
	patches(t, `{"items": [{"ref_id": "A", "filter": {"id": "f"}}]}`, `{"items": [{"ref_id": "A", "filter": {"id": "f"}}]}`,
		`{"items": [{"ref_id": "A"}]}`, `{"items": [{"ref_id": "A", "filter": null}]}`)
}

func TestRuleClearedIsNotSentWhereTheEngineHoldsItAlready(t *testing.T) {
	patches(t, `{"words": [], "rate": 5, "interval": null}`, `{"words": ["a"], "rate": 9, "interval": "30s"}`, `{}`, `{}`)
}

func TestRulePatchSendsOnlyWhatChanged(t *testing.T) {
	patches(t, `{"name": "n", "rate": 9, "severity": "SEV1", "interval": "drifted"}`,
		`{"name": "n", "rate": 9, "severity": "SEV1", "interval": "30s"}`,
		`{"name": "n", "rate": 10, "severity": "SEV1", "interval": "30s"}`, `{"rate": 10}`)
	patches(t, `{"name": "n", "interval": "drifted"}`, `{"name": "n", "interval": "30s"}`, `{"name": "n", "interval": "30s"}`, `{}`)
	patches(t, `{"severity": "SEV1", "plain": "{\"a\":1}"}`, `{"severity": "SEV1", "plain": "{\"a\":1}"}`,
		`{"severity": "sev1", "plain": "{ \"a\": 1 }"}`, `{}`)
	patches(t, `{}`, `{}`, `{"words": [], "interval": ""}`, `{"words": [], "interval": ""}`)
}

func TestRuleUpdateOfScalarsNeedsNoDocument(t *testing.T) {
	s := ruleShape(t)
	prior := view(t, s, `{"name": "n", "rate": 9, "words": ["a", "b"], "tags": [{"id": "t"}], "extra": "{\"x\":1}"}`)
	for _, c := range []struct {
		planned, want string
		needs         bool
	}{
		{`{"name": "m", "words": ["a", "c"], "tags": [{"id": "t"}], "extra": "{\"y\":1}"}`, `{"name": "m", "rate": 5, "words": ["a", "c"], "x": null, "y": 1}`, false},
		{`{"name": "n", "rate": 9, "words": ["a", "b"], "tags": [{"id": "u"}], "extra": "{\"x\":1}"}`, `{"tags": [{"id": "u"}]}`, true},
	} {
		planned := view(t, s, c.planned)
		if needs := s.NeedsDocument(prior, planned); needs != c.needs {
			t.Errorf("NeedsDocument of %s is %v", c.planned, needs)
		}
		if got := document.Encode(s.Patch(nil, prior, planned)); got != document.Encode(docOf(t, c.want)) {
			t.Errorf("Patch without a document is %s, want %s", got, c.want)
		}
	}
}
