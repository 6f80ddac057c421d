// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"testing"
)

func TestAdopt(t *testing.T) {
	p := newPlant(t, pumps())
	out := p.adopt("15 to import, 0 to change")
	t.Log(out)
	for name, text := range p.files() {
		t.Logf("=== %s\n%s", name, text)
	}
}
