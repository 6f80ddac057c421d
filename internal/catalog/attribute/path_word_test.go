// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute_test

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

func TestPathWord(t *testing.T) {
	t.Parallel()
	words := attribute.PathWord{"algorithm", "connector"}
	for _, c := range []struct{ word, resolved, identity string }{
		{"algorithm", "algorithm", "algorithm"},
		{"algorithms", "algorithm", "algorithm"},
		{"Algorithms", "algorithm", "algorithm"},
		{"CONNECTOR", "connector", "connector"},
		{"gas", "gas", "ga"},
		{"sinks", "sinks", "sink"},
		{"s", "s", "s"},
		{"", "", ""},
	} {
		if got := words.Resolve(c.word); got != c.resolved {
			t.Errorf("%q resolves to %q, want %q", c.word, got, c.resolved)
		}
		if got := words.Identity(c.word); got != c.identity {
			t.Errorf("the identity of %q is %q, want %q", c.word, got, c.identity)
		}
	}
	if !words.EqualStrings("sink", "sinks") || !words.EqualStrings("gas", "gas") || words.EqualStrings("algorithm", "connectors") {
		t.Error("the plural is another word, or another word is the same")
	}
}
