// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestDifferencesLeadFromOneTextToTheOther takes the marks of drawn texts away: what is left are the two texts.
func TestDifferencesLeadFromOneTextToTheOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n"}), 0, 12)
		a, b := texts.Draw(t, "a"), texts.Draw(t, "b")
		var before, after strings.Builder
		for _, l := range compared(a, b) {
			if l.mark != '+' {
				before.WriteString(l.text)
			}
			if l.mark != '-' {
				after.WriteString(l.text)
			}
		}
		if before.String() != strings.Join(a, "") || after.String() != strings.Join(b, "") {
			t.Errorf("%q and %q became %q and %q", a, b, before.String(), after.String())
		}
	})
}
