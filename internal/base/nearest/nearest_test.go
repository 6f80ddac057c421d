// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package nearest

import "testing"

func TestName(t *testing.T) {
	t.Parallel()
	known := []string{"Date", "Set", "tan", "sqrt", "max", "connector", "E", "dir", "pow"}
	for word, want := range map[string]string{
		"sqroot": "sqrt", "sqrt": "sqrt", "Max": "max", "dat": "Date", "connectr": "connector", "conn": "connector", "sets": "Set", "co": "",
		"foo": "", "dri": "dir", "power": "pow", "x": "", "": "",
	} {
		if got := Name(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
