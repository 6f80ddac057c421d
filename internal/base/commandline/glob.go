// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"regexp"
	"strings"
)

// Glob converts a name pattern, such as "Pump *", to a regular expression. * matches any string, and ? matches one character. All other
// characters match literally, including the brackets in a resource address.
func Glob(pattern string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(pattern)
	return regexp.MustCompile("(?s)^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(quoted) + "$")
}
