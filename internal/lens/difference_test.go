// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"reflect"
	"testing"
)

func TestDifferencesNameTheDeepestPath(t *testing.T) {
	for _, c := range []struct {
		doc, declared string
		want          []Difference
	}{
		{`{"rate": 5, "name": "n", "mystery": 1}`, `{"rate": 5, "name": "n"}`, nil},
		{`{"rate": 5}`, `{"rate": 10}`, []Difference{{[]any{"rate"}, `5`, `10`}}},
		{`{}`, `{"name": "n", "active": true}`, []Difference{{[]any{"active"}, `null`, `true`}, {[]any{"name"}, `null`, `"n"`}}},
		{`{"id": "2"}`, `{"id": "1"}`, []Difference{{[]any{"id"}, `"2"`, `"1"`}}},
		{`{}`, `{"id": "1"}`, nil},
		{`{"rate": 5}`, `{"id": "1", "rate": 10}`, []Difference{{[]any{"rate"}, `5`, `10`}}},
		{`{"words": ["b", "a"]}`, `{"words": ["a", "b"]}`, nil},
		{`{"words": ["b"]}`, `{"words": ["a", "b"]}`, []Difference{{[]any{"words"}, `["b"]`, `["a","b"]`}}},
		{`{"words": ["b", "x"]}`, `{"words": ["a", "b"]}`, []Difference{{[]any{"words", 0}, `"x"`, `"a"`}}},
		{`{"words": ["a"]}`, `{"words": [null]}`, []Difference{{[]any{"words", 0}, `"a"`, `null`}}},
		{
			`{"items": [{"ref_id": "B", "most": 1}, {"ref_id": "A", "filter": {"id": "f", "name": "x"}}]}`,
			`{"items": [{"ref_id": "A", "filter": {"id": "f", "name": "y"}}, {"ref_id": "B", "most": 2}]}`,
			[]Difference{{[]any{"items", 0, "filter", "name"}, `"x"`, `"y"`}, {[]any{"items", 1, "most"}, `1`, `2`}},
		},
		{
			`{"items": [{"ref_id": "A"}, {"ref_id": "X"}]}`, `{"items": [{"ref_id": "A"}]}`,
			[]Difference{{[]any{"items"}, `[{"ref_id":"A"},{"ref_id":"X"}]`, `[{"ref_id":"A"}]`}},
		},
		{
			`{"thresholds": [{"value": 2}, {"value": 1}]}`, `{"thresholds": [{"value": 1}, {"value": 2}]}`,
			[]Difference{{[]any{"thresholds", 0, "value"}, `2`, `1`}, {[]any{"thresholds", 1, "value"}, `1`, `2`}},
		},
		{`{"items": {}}`, `{"items": []}`, []Difference{{[]any{"items"}, `{}`, `[]`}}},
		{
			`{"b": 2, "a": {"k": 1}}`, `{"extra": "{\"b\":1,\"a\":{\"k\":2},\"silent\":1}"}`,
			[]Difference{{[]any{"extra"}, `{"k":1}`, `{"k":2}`}, {[]any{"extra"}, `2`, `1`}},
		},
	} {
		s := ruleShape(t)
		if got := s.Differences(docOf(t, c.doc), view(t, s, c.declared)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Differences\ndoc      %s\ndeclared %s\ngot  %v\nwant %v", c.doc, c.declared, got, c.want)
		}
	}
}
