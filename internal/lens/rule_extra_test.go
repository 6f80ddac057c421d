// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

func TestRuleExtraKeysGoBesideTheTypedOnes(t *testing.T) {
	overlays(t, ``, `{"name": "n", "extra": "{\"note\":{\"a\":[1]},\"n\":null}", "items": [{"ref_id": "A", "extra": "{\"deep\":true}"}]}`,
		`{"name": "n", "note": {"a": [1]}, "n": null, "items": [{"ref_id": "A", "deep": true}]}`)
}

func TestRuleExtraManagesDeclaredKeysOnly(t *testing.T) {
	doc := `{"note": "theirs", "other": 1, "items": [{"ref_id": "A", "deep": 2, "more": 3}]}`
	reads(t, doc, `{"extra": "{\"note\":\"mine\"}", "items": [{"ref_id": "A", "extra": "{ \"deep\": 2.0 }"}]}`,
		`{"extra": "{\"note\":\"theirs\"}", "items": [{"ref_id": "A", "extra": "{ \"deep\": 2.0 }"}]}`)
	overlays(t, doc, `{"extra": "{\"note\":\"mine\"}"}`, `{"note": "mine", "other": 1, "items": [{"ref_id": "A", "deep": 2, "more": 3}]}`)
}

func TestRuleExtraKeepsTheSpellingOfKeysThatHold(t *testing.T) {
	reads(t, `{"a": {"k": 1, "engine": 2}, "b": 2}`, `{"extra": "{\"a\":{\"k\":1},\"b\":1}"}`, `{"extra": "{\"a\":{\"k\":1},\"b\":2}"}`)
}

func TestRuleExtraKeyThatIsNotEchoedKeepsItsValue(t *testing.T) {
	keeps(t, `{}`, `{"extra": "{\"note\":\"mine\"}"}`)
	reads(t, `{"b": 2}`, `{"extra": "{\"a\":1,\"b\":1}"}`, `{"extra": "{\"a\":1,\"b\":2}"}`)
	patches(t, `{"name": "old"}`, `{"name": "old", "extra": "{\"a\":1}"}`, `{"name": "new", "extra": "{\"a\":1}"}`, `{"name": "new"}`)
	patches(t, `{}`, `{"extra": "{\"a\":1,\"b\":1}"}`, `{"extra": "{\"a\":1,\"b\":2}"}`, `{"b": 2}`)
}

func TestRuleExtraOfAnObjectThatIsNotThereIsSent(t *testing.T) {
	overlays(t, `{"items": [null]}`, `{"items": [{"extra": "{\"deep\":true}"}]}`, `{"items": [{"deep": true}]}`)
	reads(t, `{"items": [null]}`, `{"items": [{"extra": "{\"deep\":true}"}]}`, `{"items": [null]}`)
}

func TestRuleExtraKeyTakenOutIsSentAsNull(t *testing.T) {
	patches(t, `{"a": 1, "b": 2}`, `{"extra": "{\"a\":1,\"b\":2}"}`, `{"extra": "{\"b\":2}"}`, `{"a": null}`)
	patches(t, `{"a": 1}`, `{"extra": "{\"a\":1}"}`, `{}`, `{"a": null}`)
	patches(t, `{"a": null}`, `{"extra": "{\"a\":1}"}`, `{}`, `{}`)
	patches(t, `{"items": [{"id": "1", "ref_id": "A", "a": 1, "b": 2}]}`,
		`{"items": [{"ref_id": "A", "extra": "{\"a\":1,\"b\":2}"}]}`, `{"items": [{"ref_id": "A", "extra": "{\"b\":2}"}]}`,
		`{"items": [{"id": "1", "ref_id": "A", "a": null, "b": 2}]}`)
}

func TestRuleExtraObjectThatSaysLessIsSent(t *testing.T) {
	patches(t, `{"a": {"x": 1, "y": 2}}`, `{"extra": "{\"a\":{\"x\":1,\"y\":2}}"}`, `{"extra": "{\"a\":{\"x\":1}}"}`, `{"a": {"x": 1}}`)
	patches(t, `{"items": [{"ref_id": "A", "a": {"x": 1, "y": 2}}]}`, `{"items": [{"ref_id": "A", "extra": "{\"a\":{\"x\":1,\"y\":2}}"}]}`,
		`{"items": [{"ref_id": "A", "extra": "{\"a\":{\"x\":1}}"}]}`, `{"items": [{"ref_id": "A", "a": {"x": 1}}]}`)
}

func TestRuleExtraSpelledAnewSendsNothing(t *testing.T) {
	patches(t, `{"a": {"x": 1, "engine": 2}}`, `{"extra": "{\"a\":{\"x\":1}}"}`, `{"extra": "{ \"a\": {\"x\": 1.0} }"}`, `{}`)
}

func TestRuleExtraNeverOverridesATypedAttribute(t *testing.T) {
	overlays(t, `{"name": "n"}`, `{"extra": "{\"name\":\"other\",\"a\":1}"}`, `{"name": "n", "a": 1}`)
	patches(t, `{"name": "n"}`, `{}`, `{"extra": "{\"name\":\"other\",\"a\":1}"}`, `{"a": 1}`)
}

func TestRuleExtraThatIsNoObjectDeclaresNothing(t *testing.T) {
	for _, extra := range []string{`null`, `[1]`, `1`, `{"a":`} {
		s := ruleShape(t)
		declared := view(t, s, `{"name": "n", "extra": `+document.Encode(extra)+`}`)
		if got := document.Encode(s.Overlay(nil, declared)); got != `{"name":"n"}` {
			t.Errorf("extra %s is sent as %s", extra, got)
		}
	}
}
