// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// large is a test case with a long declared list. The engine's document has the same elements in reverse order, and one element is changed.
// Comparing each declared element with every element of the document would make a plan slow.
type large struct {
	name     string
	elements int
	list     string
	element  func(i int) string
	differ   int // number of elements that differ in the projected view
}

func larges() []large {
	return []large{
		{"keyed", 1000, "items", func(i int) string {
			return fmt.Sprintf(`{"ref_id": "item %d", "label": "a", "most": %d, "words": ["x", "y"]}`, i, i)
		}, 1},
		{"keyed by number", 1000, "ports", func(i int) string { return fmt.Sprintf(`{"port": %d, "label": "a"}`, i) }, 1},
		{"one key for all", 300, "items", func(i int) string { return fmt.Sprintf(`{"ref_id": "A", "label": "a", "most": %d}`, i) }, 1},
		{"keyless", 300, "thresholds", func(i int) string { return fmt.Sprintf(`{"value": %d, "color": "red"}`, i) }, 300},
		{"all alike", 300, "thresholds", func(int) string { return `{"color": "red"}` }, 1},
		{"texts", 300, "words", func(i int) string { return fmt.Sprintf(`"word %d"`, i) }, 1},
	}
}

func (l large) sample(t failer) sample {
	shape := ruleShape(t)
	docs := make([]any, l.elements)
	for i := range docs {
		docs[i], _ = document.Decode([]byte(l.element(i)))
	}
	declared := viewFrom(t, shape, clone(map[string]any{l.list: docs}))
	slices.Reverse(docs)
	if changed, ok := docs[l.elements/2].(map[string]any); ok {
		changed["label"], changed["color"] = "changed", "changed"
	} else {
		docs[l.elements/2] = "changed"
	}
	return sample{shape: shape, view: declared, doc: map[string]any{l.list: docs, "rate": json.Number("1")}}
}

// The engine's list has the declared elements in reverse order, and one element is changed. If the order has no meaning, reading (Project)
// must return the elements in the declared order, and only the changed element may differ.
func TestLargeListsKeepTheLaws(t *testing.T) {
	for _, l := range larges() {
		t.Run(l.name, func(t *testing.T) {
			s := l.sample(t)
			projected, err := s.shape.Project(s.doc, s.view)
			if err != nil {
				t.Fatal(err)
			}
			got, want := tfvalue.List(tfvalue.Object(projected)[l.list]), tfvalue.List(tfvalue.Object(s.view)[l.list])
			differ := 0
			for i := range want {
				if !got[i].Equal(want[i]) {
					differ++
				}
			}
			if len(got) != len(want) || differ != l.differ {
				t.Errorf("%d of %d elements differ", differ, len(got))
			}
			if back, err := s.shape.Project(s.shape.Overlay(s.doc, s.view), s.view); err != nil || !back.Equal(s.view) {
				t.Errorf("Project after Overlay: %v", err)
			}
		})
	}
}

func BenchmarkLargeLists(b *testing.B) {
	for _, l := range larges() {
		l.elements = 1000
		s := l.sample(b)
		for name, f := range map[string]func() (tftypes.Value, error){
			"Project": func() (tftypes.Value, error) { return s.shape.Project(s.doc, s.view) },
			"Overlay": func() (tftypes.Value, error) { s.shape.Overlay(s.doc, s.view); return s.view, nil },
			"Patch":   func() (tftypes.Value, error) { s.shape.Patch(s.doc, s.shape.Null(), s.view); return s.view, nil },
		} {
			b.Run(l.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if _, err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

type counting struct {
	validator.String
	asked *int
}

func (c counting) SetTextRules(rules *TextRules) {
	rules.Equal = func(engine, declared string) bool {
		*c.asked++
		return strings.EqualFold(engine, declared)
	}
}

// 1,000 elements need at most 50,000 comparisons of an attribute, not a million. The test counts comparisons because a measured time would
// depend on the machine.
func TestLargeKeyedListsAreNotComparedAllWithAll(t *testing.T) {
	const elements = 1000
	asked := 0
	s := build(t, map[string]schema.Attribute{"list": objects(map[string]schema.Attribute{
		"name": schema.StringAttribute{}, "mode": schema.StringAttribute{Validators: []validator.String{counting{asked: &asked}}},
	})}, Facts{})
	var views, docs []any
	for i := range elements {
		name := fmt.Sprint("element ", i)
		views = append(views, map[string]any{"name": name, "mode": "on"})
		docs = append(docs, map[string]any{"name": name, "mode": "ON"})
	}
	slices.Reverse(docs)
	docs[elements/2] = map[string]any{"name": "changed", "mode": "OFF"}
	declared := viewFrom(t, s, map[string]any{"list": views})
	doc := map[string]any{"list": docs}
	if _, err := s.Project(doc, declared); err != nil {
		t.Fatal(err)
	}
	s.Overlay(doc, declared)
	s.Patch(doc, s.Null(), declared)
	if asked > 50*elements {
		t.Errorf("%d comparisons for %d elements", asked, elements)
	}
	t.Logf("%d comparisons for %d elements", asked, elements)
}
