// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import "regexp"

var refreshIntervalForm = regexp.MustCompile(`^(\d+(\.\d+)?|(\d+(\.\d+)?\s*(ms|[smhdwMy])\s*)+)$`)

// refreshInterval accepts a number or a text such as "30s" (wire shapes section 4).
func refreshInterval() textForm {
	return textForm{
		form: `a number, or numbers with units of ms, s, m, h, d, w, M or y, for example "30s"`,
		has:  refreshIntervalForm.MatchString,
	}
}
