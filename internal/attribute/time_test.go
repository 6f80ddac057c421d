// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"testing"
)

func TestMomentsOfOneMeaning(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		engine, declared string
		same             bool
	}{
		{"2026-01-05T08:00:00.000000Z", "2026-01-05T08:00:00Z", true},
		{"2026-01-05T08:00:00.000000Z", "2026-01-05T09:00:00+01:00", true},
		{"2026-01-05T08:00:00.000000Z", "2026-01-05T08:00", true},
		{"2026-01-05T00:00:00.000000Z", "2026-01-05", true},
		{"2026-01-05T08:00:00.000001Z", "2026-01-05T08:00:00Z", false},
		{"2026-01-05T08:00:00.000000Z", "2026-01-05T08:00:00+01:00", false},
		{"2026-01-05T08:00:00.000000Z", "now", false},
		{"now - 7d", "now - 1d", false},
	} {
		if got := Moment().EqualTexts(c.engine, c.declared); got != c.same {
			t.Errorf("%q for %q: got %t", c.engine, c.declared, got)
		}
	}
}
