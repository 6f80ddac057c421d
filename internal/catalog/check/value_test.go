// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestTextIsNormalized checks that the checks get strings in Terraform's form, in which an e followed by a combining accent is a single
// character.
func TestTextIsNormalized(t *testing.T) {
	t.Parallel()
	value := Value{Raw: tftypes.NewValue(tftypes.String, "e\u0301")}
	if got := value.Text(); got != "\u00e9" {
		t.Errorf("the text is %+q", got)
	}
}
