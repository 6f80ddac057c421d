// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import "testing"

func TestRuleNumbersAndNumericTextAreOneValue(t *testing.T) {
	for _, doc := range []string{`5`, `5.0`, `"5"`, `" 5.00 "`, `0.5e1`, `50E-1`} {
		keeps(t, `{"rate": `+doc+`, "limit": `+doc+`}`, `{"rate": 5, "limit": 5}`)
		overlays(t, `{"rate": `+doc+`}`, `{"rate": 5}`, `{"rate": `+doc+`}`)
	}
	keeps(t, `{"interval": 30}`, `{"interval": "30"}`)
	keeps(t, `{"interval": 30.0}`, `{"interval": "30"}`)
	keeps(t, `{"limit": 0.30000000000000004}`, `{"limit": 0.3000000000000000444}`)
	reads(t, `{"rate": "6"}`, `{"rate": 5}`, `{"rate": 6}`)
	reads(t, `{"limit": 9007199254740993}`, `{"limit": 9007199254740992}`, `{"limit": 9007199254740993}`)
	reads(t, `{"interval": "5.0"}`, `{"interval": "5"}`, `{"interval": "5.0"}`)
	reads(t, `{"interval": 31}`, `{"interval": "30"}`, `{"interval": "31"}`)
}

func TestRuleOneOfValuesDifferInCaseOnly(t *testing.T) {
	keeps(t, `{"severity": "sev1"}`, `{"severity": "SEV1"}`)
	overlays(t, `{"severity": "sev1"}`, `{"severity": "SEV1"}`, `{"severity": "sev1"}`)
	reads(t, `{"severity": "sev2"}`, `{"severity": "SEV1"}`, `{"severity": "sev2"}`)
	reads(t, `{"name": "N"}`, `{"name": "n"}`, `{"name": "N"}`)
}

func TestRuleJSONTextsAreComparedByMeaning(t *testing.T) {
	doc := `{"value": {"b": [1, 2.0], "a": {"x": null}, "none": null}, "plain": "{\"b\": 1, \"c\": 2}"}`
	same := `{"value": "{ \"a\": {\"x\": null}, \"b\": [1.0, 2] }", "plain": "{\"c\":2,\"b\":1}"}`
	keeps(t, doc, same)
	overlays(t, doc, same, doc)
	keeps(t, doc, `{"value": "{\"a\": {}, \"b\": [1, 2]}"}`)
	reads(t, `{"value": [2, 1]}`, `{"value": "[1,2]"}`, `{"value": "[2,1]"}`)
	reads(t, `{"value": "1"}`, `{"value": "1"}`, `{"value": "\"1\""}`)
	reads(t, `{"value": {"a": "<&>"}}`, `{"value": "1"}`, `{"value": "{\"a\":\"\\u003c\\u0026\\u003e\"}"}`)
	keeps(t, `{"value": null}`, `{"value": "null"}`)
	keeps(t, `{"value": 1e999999999}`, `{"value": "1e999999999"}`)
}

func TestRuleJSONWithKeysThatSomebodyAddedIsAnotherValue(t *testing.T) {
	reads(t, `{"value": {"a": {"x": 1, "added": true}}}`, `{"value": "{\"a\":{\"x\":1}}"}`, `{"value": "{\"a\":{\"added\":true,\"x\":1}}"}`)
	reads(t, `{"plain": "{\"b\":1,\"added\":2}"}`, `{"plain": "{\"b\":1}"}`, `{"plain": "{\"b\":1,\"added\":2}"}`)
	overlays(t, `{"value": {"a": 1, "added": 2}, "plain": "{\"b\":1,\"added\":2}"}`, `{"value": "{\"a\":1}", "plain": "{\"b\":1}"}`,
		`{"value": {"a": 1}, "plain": "{\"b\":1}"}`)
}

func TestRuleJSONThatSaysLessIsSent(t *testing.T) {
	patches(t, `{"value": {"a": 1, "b": 2}}`, `{"value": "{\"a\":1,\"b\":2}"}`, `{"value": "{\"a\":1}"}`, `{"value": {"a": 1}}`)
	patches(t, `{"plain": "{\"a\":1,\"b\":2}"}`, `{"plain": "{\"a\":1,\"b\":2}"}`, `{"plain": "{\"a\":1}"}`, `{"plain": "{\"a\":1}"}`)
	patches(t, `{"value": {"a": 1}}`, `{"value": "{\"a\":1}"}`, `{"value": "{ \"a\": 1 }"}`, `{}`)
}

func TestRuleNothingHasManySpellings(t *testing.T) {
	for _, doc := range []string{`{}`, `{"interval": null, "words": null, "items": null}`} {
		keeps(t, doc, `{"interval": "", "words": [], "items": []}`)
		overlays(t, doc, `{"interval": "", "words": [], "items": []}`, doc)
	}
	keeps(t, `{"interval": "", "words": []}`, `{"interval": "", "words": []}`)
	keeps(t, `{"items": [{"ref_id": "A", "filter": null}]}`, `{"items": [{"ref_id": "A", "filter": {}, "label": ""}]}`)
	reads(t, `{"rate": null, "active": null}`, `{"rate": 0, "active": false}`, `{}`)
	reads(t, `{}`, `{"interval": "30s", "words": ["a"]}`, `{}`)
}

func TestRuleTextsFromReferencesAndBooleans(t *testing.T) {
	doc := `{"words": [{"id": "t1", "name": "one", "color": "red"}, "two", 3, true]}`
	keeps(t, doc, `{"words": ["two", "one", "true", "3"]}`)
	overlays(t, doc, `{"words": ["two", "new", "one"]}`, `{"words": ["two", "new", {"id": "t1", "name": "one", "color": "red"}]}`)
	reads(t, doc, `{"words": []}`, `{"words": ["one", "two", "3", "true"]}`)
}
