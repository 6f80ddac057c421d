// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// No configuration can contain a number that Terraform cannot hold, at whatever depth.
func TestIsDeclarable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`null`: true, `"x"`: true, `true`: true, `1.5`: true, `{}`: true, `[]`: true, `{"a":[{"b":1e9}]}`: true,
		`1e999999999`: false, `[1,1e999999999]`: false, `{"a":1,"b":{"c":1e999999999}}`: false, `[{"a":[1e999999999]}]`: false,
	} {
		value, err := document.Decode([]byte(text))
		if err != nil || isDeclarable(value) != want {
			t.Errorf("%s: declarable %t, error %v", text, !want, err)
		}
	}
}
