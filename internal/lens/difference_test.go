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
		{`{"rate": 5}`, `{"rate": 10}`, []Difference{{Path: []any{"rate"}, Engine: `5`, Declared: `10`}}},
		{`{}`, `{"name": "n", "active": true}`, []Difference{{Path: []any{"active"}, Engine: `null`, Declared: `true`}, {Path: []any{"name"}, Engine: `null`, Declared: `"n"`}}},
		{`{"id": "2"}`, `{"id": "1"}`, []Difference{{Path: []any{"id"}, Engine: `"2"`, Declared: `"1"`}}},
		{`{}`, `{"id": "1"}`, nil},
		{`{"rate": 5}`, `{"id": "1", "rate": 10}`, []Difference{{Path: []any{"rate"}, Engine: `5`, Declared: `10`}}},
		{`{"words": ["b", "a"]}`, `{"words": ["a", "b"]}`, nil},
		{`{"words": ["b"]}`, `{"words": ["a", "b"]}`, []Difference{{Path: []any{"words"}, Engine: `["b"]`, Declared: `["a","b"]`}}},
		{`{"words": ["b", "x"]}`, `{"words": ["a", "b"]}`, []Difference{{Path: []any{"words", 0}, Engine: `"x"`, Declared: `"a"`}}},
		{`{"words": ["a"]}`, `{"words": [null]}`, []Difference{{Path: []any{"words", 0}, Engine: `"a"`, Declared: `null`}}},
		{
			`{"items": [{"ref_id": "B", "most": 1}, {"ref_id": "A", "filter": {"id": "f", "name": "x"}}]}`,
			`{"items": [{"ref_id": "A", "filter": {"id": "g", "name": "x"}}, {"ref_id": "B", "most": 2}]}`,
			[]Difference{{Path: []any{"items", 0, "filter", "id"}, Engine: `"f"`, Declared: `"g"`}, {Path: []any{"items", 1, "most"}, Engine: `1`, Declared: `2`}},
		},
		{
			`{"items": [{"ref_id": "A"}, {"ref_id": "X"}]}`, `{"items": [{"ref_id": "A"}]}`,
			[]Difference{{Path: []any{"items"}, Engine: `[{"ref_id":"A"},{"ref_id":"X"}]`, Declared: `[{"ref_id":"A"}]`}},
		},
		{
			`{"thresholds": [{"value": 2}, {"value": 1}]}`, `{"thresholds": [{"value": 1}, {"value": 2}]}`,
			[]Difference{{Path: []any{"thresholds", 0, "value"}, Engine: `2`, Declared: `1`}, {Path: []any{"thresholds", 1, "value"}, Engine: `1`, Declared: `2`}},
		},
		{`{"items": {}}`, `{"items": []}`, []Difference{{Path: []any{"items"}, Engine: `{}`, Declared: `[]`}}},
		{
			`{"b": 2, "a": {"k": 1}}`, `{"extra": "{\"b\":1,\"a\":{\"k\":2},\"silent\":1}"}`,
			[]Difference{{Path: []any{"extra"}, Key: "a"}, {Path: []any{"extra"}, Key: "b"}},
		},
	} {
		s := ruleShape(t)
		if got := s.Differences(docOf(t, c.doc), view(t, s, c.declared)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Differences\ndoc      %s\ndeclared %s\ngot  %v\nwant %v", c.doc, c.declared, got, c.want)
		}
	}
}
