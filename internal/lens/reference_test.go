// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// TestReferenceLaws checks that a write (Overlay) doesn't change the meaning of a document with references. It may only expand the id "t"
// to {"id": "t"} and drop empty references.
func TestReferenceLaws(t *testing.T) {
	reference := map[string]schema.Attribute{"id": schema.StringAttribute{Required: true}, "name": schema.StringAttribute{}}
	s := build(t, map[string]schema.Attribute{"one": schema.SingleNestedAttribute{Attributes: reference}, "many": objects(reference)}, Facts{})
	rapid.Check(t, func(t *rapid.T) {
		g := generator{T: t}
		returned := func(id string) any {
			name := pick(g, "A", "B")
			return pick[any](g, id, map[string]any{"id": id}, map[string]any{"id": id, "name": name},
				map[string]any{"id": id, "name": nil, "own": true},
				map[string]any{"id": "", "name": ""}, map[string]any{})
		}
		several := []any{}
		for _, id := range []string{"a", "b", "c"} {
			if g.odds(8) {
				several = append(several, returned(id))
			}
		}
		doc := map[string]any{"one": returned(pick(g, "a", "b")), "many": several}
		declared := func() tftypes.Value {
			members := map[string]tftypes.Value{
				"id":   tftypes.NewValue(tftypes.String, pick(g, "a", "b", "c")),
				"name": tftypes.NewValue(tftypes.String, nil),
			}
			if g.odds(8) {
				members["name"] = tftypes.NewValue(tftypes.String, pick(g, "A", "B"))
			}
			return tftypes.NewValue(s.member("one").typ, members)
		}
		many := []tftypes.Value{}
		for range pick(g, 2, 1, 0, 3) {
			many = append(many, declared())
		}
		v := tftypes.NewValue(s.typ, map[string]tftypes.Value{
			"one":  pick(g, declared(), s.member("one").Null()),
			"many": tftypes.NewValue(s.member("many").typ, many),
		})
		checkOverlayLaws(t, sample{shape: s, view: v, doc: doc})
		checkReferences(t, s, doc, v)
	})
}

func checkReferences(t failer, s *Shape, doc map[string]any, v tftypes.Value) {
	t.Helper()
	projected, err := s.Project(doc, v)
	if err != nil {
		t.Fatalf("Project: %v", err)
	}
	if again, err := s.Project(doc, projected); err != nil || !again.Equal(projected) {
		t.Fatalf("Project(d, Project(d, v)) != Project(d, v): %v\nd %s\nv %s\nonce  %s\ntwice %s", err, document.Encode(doc), v, projected, again)
	}
	imported, odd := s.Imported(doc)
	all, oddInAll := s.All(doc)
	if odd != nil || oddInAll != nil || !s.Equals(doc, imported) || !s.Equals(doc, all) || !subset(imported, all) {
		t.Fatalf("of %s\nAll is %s (%v)\nImported %s (%v)", document.Encode(doc), all, oddInAll, imported, odd)
	}
	back := s.Overlay(doc, imported)
	if after, _ := s.Imported(back); !after.Equal(imported) || !reflect.DeepEqual(s.Overlay(back, imported), back) {
		t.Fatalf("%s\nimported as %s\nis written as %s", document.Encode(doc), imported, document.Encode(back))
	}
}
