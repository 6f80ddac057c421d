// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import "regexp"

var colorForm = regexp.MustCompile(`^([A-Za-z]+|#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}))$`)

// color accepts what CSS takes as a color by name or by digits (wire shapes section 4). Which names there are is left to the
// engine.
func color() textForm {
	return textForm{
		form: `the name of a color, or "#" and 3, 4, 6 or 8 hexadecimal digits, for example "red" or "#1f77b4"`,
		has:  colorForm.MatchString,
	}
}
