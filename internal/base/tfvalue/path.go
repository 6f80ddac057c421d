// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// PathString formats a path as Terraform configurations do, such as alert_items[0].label. It returns "" for the empty path.
func PathString(path *tftypes.AttributePath) string {
	var text strings.Builder
	for i, step := range path.Steps() {
		switch step := step.(type) {
		case tftypes.AttributeName:
			if i > 0 {
				text.WriteByte('.')
			}
			text.WriteString(string(step))
		case tftypes.ElementKeyInt:
			_, _ = fmt.Fprintf(&text, "[%d]", int64(step))
		case tftypes.ElementKeyString:
			_, _ = fmt.Fprintf(&text, "[%q]", string(step))
		}
	}
	return text.String()
}
