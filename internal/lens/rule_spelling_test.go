// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"math/big"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

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

func TestRuleWhatIsRespelledIsNotPlanned(t *testing.T) {
	s := ruleShape(t)
	for _, c := range []struct{ prior, planned string }{
		{`{"severity": "SEV1", "rate": 5}`, `{"severity": "sev1", "rate": 5.0}`},
		{`{"value": "{\"a\":1,\"b\":[2]}"}`, `{"value": "{ \"b\": [2.0], \"a\": 1 }"}`},
		{`{"plain": "{\"a\":1}"}`, `{"plain": "{ \"a\": 1 }"}`},
		{`{"extra": "{\"a\":1,\"b\":null}"}`, `{"extra": "{ \"b\": null, \"a\": 1 }"}`},
		{`{"items": [{"ref_id": "A", "extra": "{\"k\":1,\"l\":2}"}]}`, `{"items": [{"ref_id": "A", "extra": "{\"l\":2,\"k\":1}"}]}`},
		{`{"words": ["a", "b", "a"]}`, `{"words": ["b", "a", "a"]}`}, // The order of keyed elements and of texts means nothing.
		{`{"outputs": [{"name": "a", "label": "x"}, {"name": "b"}]}`, `{"outputs": [{"name": "b"}, {"name": "a", "label": "x"}]}`},
		{`{"items": [{"ref_id": "A", "most": 5}, {"ref_id": "B"}]}`, `{"items": [{"ref_id": "B"}, {"ref_id": "A", "most": 5.0}]}`},
	} {
		prior := view(t, s, c.prior)
		if got, differs := s.Respelled(prior, view(t, s, c.planned)); !got.Equal(prior) || !differs {
			t.Errorf("%s after %s is planned as %s", c.planned, c.prior, got)
		}
	}
	for _, c := range []struct{ prior, planned string }{
		{`{"name": "N"}`, `{"name": "n"}`},
		{`{"interval": "5.0"}`, `{"interval": "5"}`},
		{`{"rate": 5}`, `{"rate": 6}`},
		{`{}`, `{"interval": "", "words": [], "items": []}`}, // Null is not declared: the engine may have anything there.
		{`{"interval": "", "words": [], "items": []}`, `{}`},
		{`{"words": ["a", "b"]}`, `{"words": ["b", "c"]}`},
		{`{"words": ["a", "b"]}`, `{"words": ["b", "a", "c"]}`},
		{`{"outputs": [{"name": "a"}, {"name": "b", "label": "x"}]}`, `{"outputs": [{"name": "b"}, {"name": "a", "label": "x"}]}`},
		{`{"thresholds": [{"value": 1}, {"value": 2}]}`, `{"thresholds": [{"value": 2}, {"value": 1}]}`}, // The order means something.
		{`{"tags": [{"id": "t"}]}`, `{"tags": [{"id": "t", "name": "T"}]}`},
		{`{"tags": [{"id": "t", "name": "T"}]}`, `{"tags": [{"id": "t", "name": "U"}]}`},
		{`{"items": [{"ref_id": "A", "label": "a"}]}`, `{"items": [{"ref_id": "A"}]}`},
		{`{"extra": "{\"a\":1,\"b\":2}"}`, `{"extra": "{\"a\":1}"}`},
		{`{"extra": "{\"a\":1}"}`, `{"extra": "{\"a\":1,\"b\":null}"}`},
		{`{"extra": "{\"a\":{\"b\":null}}"}`, `{"extra": "{\"a\":{}}"}`},
		{`{"value": "{\"a\":1}"}`, `{"value": "{\"a\":1,\"b\":2}"}`},
	} {
		planned := view(t, s, c.planned)
		if got, differs := s.Respelled(view(t, s, c.prior), planned); !got.Equal(planned) || differs {
			t.Errorf("%s after %s is planned as %s", c.planned, c.prior, got)
		}
	}
}

// TestRespelledLaws draws updates: an attribute that is planned as it was would not have been sent, and all others stay as the
// configuration has them.
func TestRespelledLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := generator{T: t}.update()
		respelled, differs := u.shape.Respelled(u.prior, u.planned)
		if differs == respelled.Equal(u.planned) {
			t.Fatalf("Respelled says %t\nprior %s\nplanned %s", differs, u.prior, u.planned)
		}
		priors, members, got := tfvalue.Object(u.prior), tfvalue.Object(u.planned), tfvalue.Object(respelled)
		for attr := range got {
			if got[attr].Equal(members[attr]) {
				continue
			}
			if !got[attr].Equal(priors[attr]) || members[attr].IsNull() || priors[attr].IsNull() {
				t.Fatalf("%s is planned as %s\nprior %s\nplanned %s", attr, got[attr], u.prior, u.planned)
			}
			alone := tfvalue.WithMember(u.prior, attr, members[attr])
			doc := u.shape.Overlay(nil, u.prior)
			for name, sent := range u.shape.Patch(doc, u.prior, alone) {
				shape := u.shape.member(name).Shape
				if !reflect.DeepEqual(canonical(shape, sent, true), canonical(shape, doc[name], true)) {
					t.Fatalf("%s is a change\nprior %s\nplanned %s", document.Encode(sent), u.prior, u.planned)
				}
			}
		}
	})
}

// TestNumbersOfEveryPrecisionSurvive checks that a number is read again as the one that was written, whatever precision the
// caller made it with.
func TestNumbersOfEveryPrecisionSurvive(t *testing.T) {
	for _, f := range append(viewNumbers(),
		big.NewFloat(1e308), big.NewFloat(-1.7976931348623157e308), new(big.Float).SetMantExp(big.NewFloat(1), 1023),
		new(big.Float).SetPrec(64).Quo(big.NewFloat(1), big.NewFloat(3)),
		new(big.Float).SetPrec(document.Precision).Quo(big.NewFloat(1), big.NewFloat(3)),
		new(big.Float).SetPrec(document.Precision).SetMantExp(big.NewFloat(1), 2000),
	) {
		written := document.FromNumber(f)
		got, ok := document.Number(written)
		if !ok || !document.SameNumber(got, f) {
			t.Errorf("%s (%d bits) is written as %s and read as %v", f.Text('g', 20), f.Prec(), written, got)
		}
		if !json.Valid([]byte(written)) {
			t.Errorf("%s is not JSON", written)
		}
	}
}
