// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import "testing"

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"Date", "Set", "tan", "sqrt", "max", "connector", "E"}
	for word, want := range map[string]string{
		"sqroot": "sqrt", "sqrt": "sqrt", "Max": "max", "dat": "Date", "connectr": "connector", "conn": "connector", "sets": "Set", "co": "",
		"foo": "", "x": "", "": "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
