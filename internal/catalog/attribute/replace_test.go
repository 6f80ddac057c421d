// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import "testing"

// TestReadOnlyDescription checks the descriptions for data sources. They must not contain sentences about what happens if the attribute is
// declared or changed.
func TestReadOnlyDescription(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]string{
		"Its name.": "Its name.",
		"Its type. If it is not declared, the provider sends `A`. Known values: `A` or `B`.": "Its type. Known values: `A` or `B`.",
		"Its parent." + moves:                "Its parent.",
		"Its type." + replacesType:           "Its type.",
		"Its status." + changes + " A word.": "Its status. A word.",
		"Its fields, declared like parameters. If the engine hides it, it is null.": "Its fields, declared like parameters. If the engine " +
			"hides it, it is null.",
	} {
		if got := ReadOnlyDescription(String(description)); got != want {
			t.Errorf("%q becomes %q, want %q", description, got, want)
		}
	}
}
