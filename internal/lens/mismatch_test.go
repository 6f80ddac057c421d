// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

func TestMismatchSaysWhereAndWhat(t *testing.T) {
	for _, c := range []struct {
		doc, declared string
		path          []any
		text          string
	}{
		{`{"rate": "soon"}`, `{"rate": 1}`, []any{"rate"}, `rate: the engine answered "soon" where a number is expected`},
		{`{"limit": 1e999999999}`, `{"limit": 1}`, []any{"limit"}, `limit: the engine answered 1e999999999 where a number is expected`},
		{`{"limit": "0x10"}`, `{"limit": 16}`, []any{"limit"}, `limit: the engine answered "0x10" where a number is expected`},
		{`{"active": "yes"}`, `{"active": true}`, []any{"active"}, `active: the engine answered "yes" where a boolean is expected`},
		{`{"name": {"a": "<b>"}}`, `{"name": "n"}`, []any{"name"}, `name: the engine answered {"a":"\u003cb\u003e"} where a text is expected`},
		{`{"words": "a"}`, `{"words": ["a"]}`, []any{"words"}, `words: the engine answered "a" where an array is expected`},
		{`{"items": [{"ref_id": "A"}, {"ref_id": "B", "filter": true}]}`, `{"items": [{"ref_id": "B", "filter": {"id": "f"}}]}`, []any{"items", 1, "filter"}, `items[1].filter: the engine answered true where an object is expected`},
		{
			`{"items": [{"ref_id": "A"}, {"ref_id": "B", "filter": {"id": [1]}}]}`, `{"items": [{"ref_id": "B", "filter": {"id": "f"}}]}`,
			[]any{"items", 1, "filter", "id"},
			`items[1].filter.id: the engine answered [1] where a text is expected`,
		},
	} {
		s := ruleShape(t)
		_, err := s.Project(docOf(t, c.doc), view(t, s, c.declared))
		var mismatch *MismatchError
		if !errors.As(err, &mismatch) {
			t.Errorf("Project of %s gives %v", c.doc, err)
			continue
		}
		if !reflect.DeepEqual(mismatch.Path, c.path) || err.Error() != c.text {
			t.Errorf("path %v, want %v\ngot  %s\nwant %s", mismatch.Path, c.path, err, c.text)
		}
	}
}

func TestMismatchOfWholeDocumentsIsSaidBesideTheRest(t *testing.T) {
	s := ruleShape(t)
	doc := docOf(t, `{"name": "n", "rate": "soon", "tags": {"a": 1}, "items": [1, {"ref_id": "A", "most": {"a": 1}, "label": "a"}, {"ref_id": "B", "words": [[]]}]}`)
	wants := map[string]string{
		"All": `{"name": "n", "extra": "{\"rate\":\"soon\",\"tags\":{\"a\":1}}",
			"items": [null, {"ref_id": "A", "label": "a", "extra": "{\"most\":{\"a\":1}}"}, {"ref_id": "B", "words": [null], "extra": "{\"words\":[[]]}"}]}`,
		"Imported": `{"name": "n", "extra": "{\"rate\":\"soon\",\"tags\":{\"a\":1}}",
			"items": [{"ref_id": ""}, {"ref_id": "A", "label": "a", "extra": "{\"most\":{\"a\":1}}"}, {"ref_id": "B", "extra": "{\"words\":[[]]}"}]}`,
	}
	said := map[string][]string{
		"All": {
			`items[0]: the engine answered 1 where an object is expected`, `items[1].most: the engine answered {"a":1} where a number is expected`,
			`items[2].words[0]: the engine answered [] where a text is expected`,
			`rate: the engine answered "soon" where a number is expected`, `tags: the engine answered {"a":1} where an array is expected`,
		},
		"Imported": {`items[0]: the engine answered 1 where an object is expected`},
	}
	for name, read := range map[string]func(map[string]any) (tftypes.Value, []*MismatchError){"All": s.All, "Imported": s.Imported} {
		want := view(t, s, wants[name])
		got, odd := read(doc)
		var texts []string
		for _, mismatch := range odd {
			texts = append(texts, mismatch.Error())
		}
		if !got.Equal(want) || !slices.Equal(texts, said[name]) {
			t.Errorf("%s\ngot  %s\nwant %s\nit says %q", name, got, want, texts)
		}
	}
}

func TestMismatchOfAnElementOnlyTheEngineHasIsNoError(t *testing.T) {
	reads(t, `{"items": [{"ref_id": "A"}, {"ref_id": "X", "words": {"a": 1}, "label": "x"}, 5]}`, `{"items": [{"ref_id": "A"}]}`,
		`{"items": [{"ref_id": "A"}, {"ref_id": "X", "label": "x", "extra": "{\"words\":{\"a\":1}}"}, null]}`)
	reads(t, `{"words": ["a", []]}`, `{"words": ["a"]}`, `{"words": ["a", null]}`)
}

// TestMismatchOfAnElementIsSaidByNull checks that null, by which an element is shown that a view can't show, reads the same again
// and leaves that element to the engine.
func TestMismatchOfAnElementIsSaidByNull(t *testing.T) {
	for _, c := range []struct{ doc, declared, read string }{
		{`{"ports": ["no", "no", null]}`, `{"ports": [{}]}`, `{"ports": [{}, null, null]}`},
		{`{"ports": [{"port": 1}, "no", "no", null]}`, `{"ports": [{"port": 2}, {"port": 2}, {}, {"label": ""}]}`, `{"ports": [{}, {"label": ""}, {"port": 1}, null]}`},
		{`{"ports": [[], {"port": 1}]}`, `{"ports": [{"port": 1}, {"label": ""}, null]}`, `{"ports": [{"port": 1}, {"label": ""}]}`},
		{`{"ports": [[], {"port": 1}, {"port": 2}]}`, `{"ports": [{"port": 1}, {"port": 9}, {}]}`, `{"ports": [{"port": 1}, {}, null]}`},
		{`{"thresholds": [5, {"value": 1}]}`, `{"thresholds": [{"value": 1}]}`, `{"thresholds": [null, {"value": 1}]}`},
		{`{"tags": ["t", 5, true]}`, `{"tags": []}`, `{"tags": [{"id": "t"}, {"id": "5"}, null]}`},
		{`{"words": [[], "a", null]}`, `{"words": ["a"]}`, `{"words": ["a", null, null]}`},
	} {
		reads(t, c.doc, c.declared, c.read)
		keeps(t, c.doc, c.read)
		s := ruleShape(t)
		doc := docOf(t, c.doc)
		if again := s.Overlay(doc, view(t, s, c.read)); !reflect.DeepEqual(canonical(s, again, true), canonical(s, doc, true)) {
			t.Errorf("of %s with %s becomes %s", c.doc, c.read, document.Encode(again))
		}
	}
	overlays(t, `{"words": ["b", []]}`, `{"words": ["a", null]}`, `{"words": ["a", []]}`)
}

// TestMismatchWithinNothingIsNoValue checks objects whose members are all empty, but not in the way that is declared.
func TestMismatchWithinNothingIsNoValue(t *testing.T) {
	anything := schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}}
	s := build(t, map[string]schema.Attribute{"one": schema.SingleNestedAttribute{Optional: true, Attributes: map[string]schema.Attribute{
		"choice": anything, "label": schema.StringAttribute{Optional: true}, "extra": anything,
	}}}, Facts{})
	for _, c := range []struct{ doc, declared, read string }{
		{`{"one": {"choice": ""}}`, `{"one": {"choice": "null"}}`, `{}`},
		{`{"one": {"choice": ""}}`, `{"one": {"choice": "\"\""}}`, `{"one": {"choice": "\"\""}}`},
		{`{"one": {"label": []}}`, `{"one": {"label": ""}}`, `{}`},
		{`{"one": {"x1": ""}}`, `{"one": {"extra": "{\"x1\":null}"}}`, `{}`},
		{`{"one": {"label": null}}`, `{"one": {"label": ""}}`, `{"one": {"label": ""}}`},
		{`{"one": {}}`, `{"one": {"label": "", "choice": "null"}}`, `{"one": {"label": "", "choice": "null"}}`},
	} {
		doc := docOf(t, c.doc)
		got, err := s.Project(doc, view(t, s, c.declared))
		if err != nil || !got.Equal(view(t, s, c.read)) {
			t.Errorf("Project: %v\ndoc      %s\ndeclared %s\ngot  %s\nwant %s", err, c.doc, c.declared, got, c.read)
		}
		if again := s.Overlay(doc, got); !reflect.DeepEqual(again, doc) {
			t.Errorf("of %s with %s becomes %s", c.doc, got, document.Encode(again))
		}
	}
}

func TestMismatchOfUndeclaredAttributeIsNoError(t *testing.T) {
	keeps(t, `{"rate": "soon", "words": {}, "items": [{"ref_id": "A", "words": 1}]}`, `{"items": [{"ref_id": "A"}]}`)
}

func TestMismatchShortensLongValues(t *testing.T) {
	s := ruleShape(t)
	doc := map[string]any{"rate": strings.Repeat("é", 1000)}
	_, err := s.Project(doc, view(t, s, `{"rate": 1}`))
	want := `rate: the engine answered "` + strings.Repeat("é", 79) + `… where a number is expected`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestMismatchIsMended checks that Overlay puts the declared value over one of the wrong kind.
func TestMismatchIsMended(t *testing.T) {
	overlays(t, `{"rate": "soon", "words": "a", "tags": ["a"], "items": {"a": 1}}`,
		`{"rate": 1, "words": ["b"], "tags": [{"id": "t"}], "items": [{"ref_id": "A"}]}`,
		`{"rate": 1, "words": ["b"], "tags": [{"id": "t"}], "items": [{"ref_id": "A"}]}`)
}
