// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// WithoutUndeclared removes attributes that the plan does not declare from the state. An update from the result must not send any of them.
func TestUndeclaredLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := generator{T: t}.update()
		kept, left := u.shape.WithoutUndeclared(u.prior, u.planned)
		if again, more := u.shape.WithoutUndeclared(kept, u.planned); !again.Equal(kept) || len(more) > 0 {
			t.Fatalf("a second time it leaves out %q\nonce  %s\ntwice %s", more, kept, again)
		}
		for name, sent := range u.shape.Patch(u.doc, kept, u.planned) {
			if slices.Contains(left, name) {
				t.Fatalf("%s is sent as %s\nprior %s\nplanned %s", name, document.Encode(sent), u.prior, u.planned)
			}
		}
	})
}

// WithoutElements must omit elements that exist only in the engine from a later document. It recognizes them by their fingerprints, so it
// must keep an element that another client has changed in the meantime.
func TestUndeclaredElements(t *testing.T) {
	s := ruleShape(t)
	declared := view(t, s, `{"tags": [{"id": "t"}], "items": [{"ref_id": "A", "label": "a"}], "words": ["x"], "thresholds": [], "ports": `+
		`null, "value": "[1]"}`)
	const doc = `{
		"tags": [{"id": "own", "name": "Own"}, {"id": "t", "name": "T"}, {"id": "", "name": ""}],
		"items": [{"ref_id": "A", "label": "changed"}, {"ref_id": "E", "id": "1", "label": "e", "moving": 1}],
		"words": ["x", "own"], "thresholds": [{"value": 1}], "ports": [{"port": 80}],
		"value": [1, 2]
	}`
	found := s.UndeclaredElements(docOf(t, doc), declared)
	names, known := map[string][]string{}, map[string][]string{}
	for name, marks := range found {
		for _, element := range marks {
			names[name] = append(names[name], fmt.Sprintf("%s %v", element.Label, element.ID))
		}
		known[name] = slices.Sorted(maps.Keys(marks))
	}
	if want := map[string][]string{
		"tags": {`"own" own`}, "items": {`"E" 1`}, "words": {`"own" <nil>`},
		"thresholds": {"number 1 <nil>"},
	}; !reflect.DeepEqual(names, want) {
		t.Errorf("UndeclaredElements returns %v, want %v", names, want)
	}
	dropSecrets := func(doc, declared, want string) {
		t.Helper()
		before := docOf(t, doc)
		if got := document.Encode(s.WithoutElements(before, view(t, s, declared), known)); got != document.Encode(docOf(t, want)) {
			t.Errorf("of %s\nis left %s\nwant    %s", doc, got, want)
		}
		if document.Encode(before) != document.Encode(docOf(t, doc)) {
			t.Errorf("the document was changed to %s", document.Encode(before))
		}
	}
	dropSecrets(`{"items": [{"ref_id": "E", "id": "2", "label": "e", "moving": 2}, {"ref_id": "A"}], "words": ["own", "x", "y"]}`,
		`{"items": [{"ref_id": "A"}], "words": ["x"]}`, `{"items": [{"ref_id": "A"}], "words": ["x", "y"]}`)
	for _, somebodys := range []string{
		`{"items": [{"ref_id": "A"}, {"ref_id": "E", "label": "changed"}]}`, `{"items": [{"ref_id": "A"}, {"ref_id": "F", "label": "e"}]}`,
		`{"tags": [{"id": "t"}, {"id": "own", "name": "Renamed"}]}`, `{"thresholds": [{"value": 2}]}`, `{"ports": [{"port": 80}]}`,
	} {
		dropSecrets(somebodys, `{"items": [{"ref_id": "A"}], "tags": [{"id": "t"}], "thresholds": [], "ports": []}`, somebodys)
	}
	declares := `{"items": [{"ref_id": "E", "label": "e"}], "tags": [{"id": "own"}], "thresholds": [{"value": 1}]}`
	dropSecrets(declares, declares, declares)
	dropSecrets(`{"items": [{"ref_id": "E", "label": "e"}]}`, `{}`, `{"items": [{"ref_id": "E", "label": "e"}]}`)
}
