// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

// Some values in the engine's document have the wrong type. All and Imported must report each of them, and still show all other values.
func TestMismatchOfWholeDocumentsIsSaidBesideTheRest(t *testing.T) {
	s := ruleShape(t)
	doc := docOf(t, `{"name": "n", "rate": "soon", "tags": {"a": 1}, "items": [1, {"ref_id": "A", "most": {"a": 1}, "label": "a"}, `+
		`{"ref_id": "B", "words": [[]]}]}`)
	wants := map[string]string{
		"All": `{"name": "n", "extra": "{\"rate\":\"soon\",\"tags\":{\"a\":1}}",
			"items": [null, {"ref_id": "A", "label": "a", "extra": "{\"most\":{\"a\":1}}"},
				{"ref_id": "B", "words": [null], "extra": "{\"words\":[[]]}"}]}`,
		"Imported": `{"name": "n", "extra": "{\"rate\":\"soon\",\"tags\":{\"a\":1}}",
			"items": [{"ref_id": ""}, {"ref_id": "A", "label": "a", "extra": "{\"most\":{\"a\":1}}"},
				{"ref_id": "B", "extra": "{\"words\":[[]]}"}]}`,
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

// An engine object whose members are all empty, such as {"choice": ""}, must be read as no value. The exception is a configuration that
// declares exactly this empty member.
func TestMismatchWithinNothingIsNoValue(t *testing.T) {
	anything := schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}}
	s := build(t, map[string]schema.Attribute{"one": schema.SingleNestedAttribute{Optional: true, Attributes: map[string]schema.Attribute{
		"choice": anything, "label": schema.StringAttribute{Optional: true}, "extra": anything,
	}}}, Facts{})
	for _, c := range []struct{ doc, declared, read string }{
		{doc: `{"one": {"choice": ""}}`, declared: `{"one": {"choice": "null"}}`, read: `{}`},
		{doc: `{"one": {"choice": ""}}`, declared: `{"one": {"choice": "\"\""}}`, read: `{"one": {"choice": "\"\""}}`},
		{doc: `{"one": {"label": []}}`, declared: `{"one": {"label": ""}}`, read: `{}`},
		{doc: `{"one": {"x1": ""}}`, declared: `{"one": {"extra": "{\"x1\":null}"}}`, read: `{}`},
		{doc: `{"one": {"label": null}}`, declared: `{"one": {"label": ""}}`, read: `{"one": {"label": ""}}`},
		{doc: `{"one": {}}`, declared: `{"one": {"label": "", "choice": "null"}}`, read: `{"one": {"label": "", "choice": "null"}}`},
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

func TestMismatchShortensLongValues(t *testing.T) {
	s := ruleShape(t)
	doc := map[string]any{"rate": strings.Repeat("é", 1000)}
	_, err := s.Project(doc, view(t, s, `{"rate": 1}`))
	want := `rate: the engine answered "` + strings.Repeat("é", 79) + `… where a number is expected`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// An import must write something for a required list, so [] does not replace a value of another type. A list with an element does.
func TestRequiredListOfAnotherType(t *testing.T) {
	s := build(t, map[string]schema.Attribute{"words": schema.ListAttribute{Required: true, ElementType: types.StringType}}, Facts{})
	for declared, want := range map[string]string{`{"words": []}`: `{"words":"no"}`, `{"words": ["a"]}`: `{"words":["a"]}`} {
		if got := document.Encode(s.Overlay(docOf(t, `{"words": "no"}`), view(t, s, declared))); got != want {
			t.Errorf("%s is sent as %s, want %s", declared, got, want)
		}
	}
}
