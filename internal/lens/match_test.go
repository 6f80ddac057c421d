// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// TestMatchPairsAsManyAsPossible checks that the method match finds as many pairs as an exhaustive search. In the random cases, many
// declared elements equal several engine elements, so there are many ways to pair them.
func TestMatchPairsAsManyAsPossible(t *testing.T) {
	flag := schema.BoolAttribute{}
	s := build(t, map[string]schema.Attribute{"list": objects(map[string]schema.Attribute{"a": flag, "b": flag, "c": flag})},
		Facts{}).member("list").elem
	rapid.Check(t, func(t *rapid.T) {
		g := generator{T: t}
		var docs []any
		for range g.below(8) {
			docs = append(docs, map[string]any{"a": g.odds(8), "b": g.odds(8), "c": g.odds(8)})
		}
		var views []tftypes.Value
		for range g.below(8) {
			views = append(views, g.view(s))
		}
		pairs, taken := 0, map[int]bool{}
		for i, j := range s.match(docs, views).pairs {
			if j == none {
				continue
			}
			if taken[j] || !s.elementEquals(docs[j], views[i]) {
				t.Fatalf("view %d has the counterpart %d, which it does not equal or which is already paired", i, j)
			}
			taken[j] = true
			pairs++
		}
		if most := s.maxPairs(docs, views, map[int]bool{}); pairs != most {
			t.Fatalf("%d pairs, want %d\ndocs %s\nviews %s", pairs, most, document.Encode(docs), views)
		}
	})
}

func (s *Shape) maxPairs(docs []any, views []tftypes.Value, taken map[int]bool) int {
	if len(views) == 0 {
		return 0
	}
	most := s.maxPairs(docs, views[1:], taken)
	for j, doc := range docs {
		if !taken[j] && s.elementEquals(doc, views[0]) {
			taken[j] = true
			most = max(most, 1+s.maxPairs(docs, views[1:], taken))
			taken[j] = false
		}
	}
	return most
}
