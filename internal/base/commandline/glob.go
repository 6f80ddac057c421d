// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"regexp"
	"strings"
)

// Glob returns a regular expression for a pattern of names, such as "Pump *": * matches any string, and ? matches one character. All other
// characters match themselves, including the brackets of an address.
func Glob(pattern string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(pattern)
	return regexp.MustCompile("(?s)^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(quoted) + "$")
}
