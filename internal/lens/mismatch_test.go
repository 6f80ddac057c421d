// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestMismatchSaysWhereAndWhat(t *testing.T) {
	for _, c := range []struct {
		doc, declared string
		path          []any
		text          string
	}{
		{`{"rate": "soon"}`, `{"rate": 1}`, []any{"rate"}, `rate: the engine answered "soon" where a number is expected`},
		{`{"rate": 1.5}`, `{"rate": 1}`, []any{"rate"}, `rate: the engine answered 1.5 where an integer is expected`},
		{`{"rate": 9223372036854775808}`, `{"rate": 1}`, []any{"rate"}, `rate: the engine answered 9223372036854775808 where an integer is expected`},
		{`{"limit": 1e999999999}`, `{"limit": 1}`, []any{"limit"}, `limit: the engine answered 1e999999999 where a number is expected`},
		{`{"limit": "0x10"}`, `{"limit": 16}`, []any{"limit"}, `limit: the engine answered "0x10" where a number is expected`},
		{`{"active": "true"}`, `{"active": true}`, []any{"active"}, `active: the engine answered "true" where a boolean is expected`},
		{`{"name": {"a": "<b>"}}`, `{"name": "n"}`, []any{"name"}, `name: the engine answered {"a":"\u003cb\u003e"} where a text is expected`},
		{`{"words": "a"}`, `{"words": ["a"]}`, []any{"words"}, `words: the engine answered "a" where an array is expected`},
		{`{"words": ["a", []]}`, `{"words": ["a"]}`, []any{"words", 1}, `words[1]: the engine answered [] where a text is expected`},
		{`{"tags": ["a"]}`, `{"tags": [{"id": "t"}]}`, []any{"tags", 0}, `tags[0]: the engine answered "a" where an object is expected`},
		{
			`{"items": [{"ref_id": "A"}, {"ref_id": "B", "filter": {"id": [1]}}]}`, `{"items": [{"ref_id": "B", "filter": {"id": "f"}}]}`,
			[]any{"items", 1, "filter", "id"},
			`items[1].filter.id: the engine answered [1] where a text is expected`,
		},
		{
			`{"items": [{"ref_id": "A"}, {"ref_id": "X", "words": {"a": 1}}]}`, `{"items": [{"ref_id": "A"}]}`,
			[]any{"items", 1, "words"},
			`items[1].words: the engine answered {"a":1} where an array is expected`,
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

func TestMismatchOfWholeDocuments(t *testing.T) {
	s := ruleShape(t)
	for _, doc := range []string{`{"items": [{"ref_id": true, "most": {"a": 1}}]}`, `{"tags": {"a": 1}}`, `{"items": [1]}`} {
		var mismatch *MismatchError
		if _, err := s.All(docOf(t, doc)); !errors.As(err, &mismatch) {
			t.Errorf("All of %s gives %v", doc, err)
		}
		if _, err := s.Imported(docOf(t, doc)); !errors.As(err, &mismatch) {
			t.Errorf("Imported of %s gives %v", doc, err)
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
