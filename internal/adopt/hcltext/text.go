// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package hcltext

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// Quoted is a text in quotes.
func Quoted(text string) Literal {
	return Literal(hclwrite.TokensForValue(cty.StringVal(text)).Bytes())
}

// Text is a text as the value of an attribute: a heredoc where it has several lines and a heredoc says exactly the same, else
// in quotes. The last line of a heredoc always ends, so that a text whose last line does not end is cut.
func Text(text string) Expression {
	lines, ends := strings.CutSuffix(text, "\n")
	heredoc := Heredoc(strings.Split(lines, "\n"))
	switch {
	case len(heredoc) < 2 || !suitsHeredoc(heredoc):
		return Quoted(text)
	case !ends:
		return Call{"chomp", heredoc}
	default:
		return heredoc
	}
}

// suitsHeredoc tells whether lines can stand in a heredoc as they are. A line that is indented by less than all others would lose
// nothing, so at least one has to begin at the margin; a line of spaces alone could be taken for one that does.
func suitsHeredoc(lines []string) bool {
	atMargin := false
	for _, line := range lines {
		if strings.Contains(line, "${") || strings.Contains(line, "%{") || strings.ContainsFunc(line, isOdd) {
			return false
		}
		if line != "" && strings.TrimSpace(line) == "" {
			return false
		}
		atMargin = atMargin || line != "" && !unicode.IsSpace([]rune(line)[0])
	}
	return atMargin
}

// isOdd tells whether a character can't be seen in a file. Tabs are among them: they may be spaces to the next editor.
func isOdd(r rune) bool { return !unicode.IsPrint(r) }

// marker ends the heredoc; no line of the text may say the same.
func (h Heredoc) marker() string {
	marker := "EOT"
	for slices.ContainsFunc(h, func(line string) bool { return strings.TrimSpace(line) == marker }) {
		marker += "_"
	}
	return marker
}
