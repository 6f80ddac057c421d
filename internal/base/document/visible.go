// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Visible makes a string from the engine, such as a name, safe to print. It escapes control characters such as \x1b, and characters that
// change the text direction, such as \u202e.
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

// VisibleLines is like Visible, but keeps line breaks.
func VisibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Visible(line)
	}
	return strings.Join(lines, "\n")
}

// First joins the first strings, at most the given number. If there are more, the result ends with their number, as in "and 3 more".
func First(texts []string, most int, separator string) string {
	if more := len(texts) - most; more > 0 {
		texts = append(slices.Clone(texts[:most]), fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, separator)
}

// Count returns a number with a noun, such as "1 field" or "2 fields".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
