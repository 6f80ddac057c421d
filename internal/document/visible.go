// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"strconv"
	"strings"
	"unicode"
)

// Visible returns a text of a document, such as a name, as people may see it in a terminal. Characters that a terminal would obey,
// and those that turn the order of others around, are written as escapes, such as \x1b and \u202e.
func Visible(text string) string {
	if !strings.ContainsFunc(text, isUnseen) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isUnseen(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isUnseen(r rune) bool { return !unicode.IsPrint(r) }

// VisibleLines is Visible for a text of several lines, such as a report: the ends of lines stay.
func VisibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Visible(line)
	}
	return strings.Join(lines, "\n")
}
