// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// TestUndeclaredLaws checks that an update doesn't send attributes that WithoutUndeclared has removed from the prior state.
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
