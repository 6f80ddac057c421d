// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

func TestRuleWhatIsRespelledIsNotPlanned(t *testing.T) {
	s := ruleShape(t)
	for _, c := range []struct{ prior, planned string }{
		{`{"severity": "SEV1", "rate": 5}`, `{"severity": "sev1", "rate": 5.0}`},
		{`{"value": "{\"a\":1,\"b\":[2]}"}`, `{"value": "{ \"b\": [2.0], \"a\": 1 }"}`},
		{`{"plain": "{\"a\":1}"}`, `{"plain": "{ \"a\": 1 }"}`},
		{`{"extra": "{\"a\":1,\"b\":null}"}`, `{"extra": "{ \"b\": null, \"a\": 1 }"}`},
		{`{"items": [{"ref_id": "A", "extra": "{\"k\":1,\"l\":2}"}]}`, `{"items": [{"ref_id": "A", "extra": "{\"l\":2,\"k\":1}"}]}`},
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
		{`{"words": ["a", "b"]}`, `{"words": ["b", "a"]}`},
		{`{"outputs": [{"name": "a"}, {"name": "b"}]}`, `{"outputs": [{"name": "b"}, {"name": "a"}]}`},
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
		for _, a := range u.shape.attrs {
			if got[a.name].Equal(members[a.name]) {
				continue
			}
			if !got[a.name].Equal(priors[a.name]) || members[a.name].IsNull() || priors[a.name].IsNull() {
				t.Fatalf("%s is planned as %s\nprior %s\nplanned %s", a.name, got[a.name], u.prior, u.planned)
			}
			alone := tfvalue.WithMember(u.prior, a.name, members[a.name])
			if patch := u.shape.Patch(u.shape.Overlay(nil, u.prior), u.prior, alone); len(patch) > 0 {
				t.Fatalf("%s is a change\nprior %s\nplanned %s", document.Encode(patch), u.prior, u.planned)
			}
		}
	})
}
