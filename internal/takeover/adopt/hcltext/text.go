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

// Quoted writes a text in quotes, with the escapes that HCL needs, such as \n and $${.
func Quoted(text string) Literal { return Scalar(cty.StringVal(text)) }

// Scalar writes a number or a boolean as it is, and a text in quotes.
func Scalar(value cty.Value) Literal { return Literal(hclwrite.TokensForValue(value).Bytes()) }

// Text writes a text in quotes, or as a heredoc if it has several lines and a heredoc keeps it unchanged. A heredoc always ends with a line
// break. If the text does not, chomp() around the heredoc removes the line break.
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

// suitsHeredoc reports whether an indented heredoc (<<-) keeps the lines unchanged. HCL removes the smallest indent from all lines, so one
// line must have no indent. The result is false if a line has only spaces, because HCL might measure the indent of that line.
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

// isOdd reports whether a character is invisible. A tab counts too, because editors may turn it into spaces.
func isOdd(r rune) bool { return !unicode.IsPrint(r) }

// marker returns an end marker, such as EOT, that differs from every line of the text.
func (h Heredoc) marker() string {
	marker := "EOT"
	for slices.ContainsFunc(h, func(line string) bool { return strings.TrimSpace(line) == marker }) {
		marker += "_"
	}
	return marker
}
