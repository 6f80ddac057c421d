// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// If values in the engine's document have the wrong type, All must report each of them, and Imported must report those that neither an
// attribute nor "extra" can hold. Both must still return all other values.
func TestMismatchesDoNotHideOtherValues(t *testing.T) {
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
			`items[0]: the engine returned 1 where an object is expected`, `items[1].most: the engine returned {"a":1} where a number is expected`,
			`items[2].words[0]: the engine returned [] where a string is expected`,
			`rate: the engine returned "soon" where a number is expected`, `tags: the engine returned {"a":1} where an array is expected`,
		},
		"Imported": {`items[0]: the engine returned 1 where an object is expected`},
	}
	for name, read := range map[string]func(map[string]any) (tftypes.Value, []*MismatchError){"All": s.All, "Imported": s.Imported} {
		want := view(t, s, wants[name])
		got, odd := read(doc)
		var messages []string
		for _, mismatch := range odd {
			messages = append(messages, mismatch.Error())
		}
		if !got.Equal(want) || !slices.Equal(messages, said[name]) {
			t.Errorf("%s\ngot  %s\nwant %s\nmessages %q", name, got, want, messages)
		}
	}
}

// An import writes [] for a required list if the engine's value has a different type. Overlay must therefore keep the engine's value if the
// view has [], but replace it if the view has an element.
func TestRequiredListOfADifferentType(t *testing.T) {
	s := build(t, map[string]schema.Attribute{"words": schema.ListAttribute{Required: true, ElementType: types.StringType}}, Facts{})
	for declared, want := range map[string]string{`{"words": []}`: `{"words":"no"}`, `{"words": ["a"]}`: `{"words":["a"]}`} {
		if got := document.Encode(s.Overlay(docOf(t, `{"words": "no"}`), view(t, s, declared))); got != want {
			t.Errorf("%s is sent as %s, want %s", declared, got, want)
		}
	}
}

// A configuration can't contain a number that Terraform can't represent, not even within arrays and objects.
func TestIsDeclarable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`null`: true, `"x"`: true, `true`: true, `1.5`: true, `{}`: true, `[]`: true, `{"a":[{"b":1e9}]}`: true,
		`1e999999999`: false, `[1,1e999999999]`: false, `{"a":1,"b":{"c":1e999999999}}`: false, `[{"a":[1e999999999]}]`: false,
	} {
		value, err := document.Decode([]byte(text))
		if err != nil || isDeclarable(value) != want {
			t.Errorf("%s: declarable %t, error %v", text, !want, err)
		}
	}
}
