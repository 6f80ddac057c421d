// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package hcltext formats configurations the way a person would. Short values go on one line, and long values on several indented lines.
// JSON becomes jsonencode calls. Multi-line strings become heredocs, unless a heredoc would change them.
//
// The package imports base/document and takeover/configuration. Start reading at Expression. json.go converts JSON, and render.go breaks
// expressions into lines.
package hcltext

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// Expression is an HCL expression to format, or a part of an expression, such as a list element.
type Expression interface {
	// line returns the expression on one line, or false if that is impossible, as with a heredoc.
	line() (string, bool)
	// lines formats the expression over several lines. The first line follows "name = ", and all others begin with indent.
	lines(indent string) string
}

// Literal is an HCL expression on one line, such as 5, "a" or engine_node.site.id.
type Literal string

// Heredoc is a multi-line string. Each element is a line without its line break.
type Heredoc []string

// Object is an object expression, such as { id = "a" }. Its members are written in slice order.
type Object []Member

// Member is an attribute in a block or an object, with its value and the comments above it.
type Member struct {
	Name     string
	Value    Expression
	Comments []string
}

// List is a list expression, such as [1, 2].
type List []Expression

// Call is a function call with one argument, such as jsonencode({}).
type Call struct {
	Function string
	Argument Expression
}

// Shared is a value that is written either inline or as a reference to a local, depending on how often it is used. Name returns the
// reference, or "" to write the value inline. Name is called only after all uses are known.
type Shared struct {
	Value Expression
	Name  func() string
}

func (s Shared) expression() Expression {
	if name := s.Name(); name != "" {
		return Literal(name)
	}
	return s.Value
}

// Quoted returns a quoted string with the escapes that HCL requires, such as \n and $${.
func Quoted(text string) Literal { return Scalar(cty.StringVal(text)) }

// Scalar returns the literal for a number, a boolean or a string. Strings are quoted.
func Scalar(value cty.Value) Literal { return Literal(hclwrite.TokensForValue(value).Bytes()) }

// Text returns the HCL expression for a string. This is a heredoc if the string spans several lines and a heredoc can preserve it, and
// otherwise a string in quotes. A heredoc always ends with a line break. If the string does not, Text wraps the heredoc in chomp().
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

// suitsHeredoc reports whether an indented heredoc would preserve the lines. HCL removes the indentation that all lines share, so at least
// one line must not be indented. A line that contains only spaces would also change.
func suitsHeredoc(lines []string) bool {
	atMargin := false
	for _, line := range lines {
		if strings.Contains(line, "${") || strings.Contains(line, "%{") || strings.ContainsFunc(line, isInvisible) {
			return false
		}
		if line != "" && strings.TrimSpace(line) == "" {
			return false
		}
		atMargin = atMargin || line != "" && !unicode.IsSpace([]rune(line)[0])
	}
	return atMargin
}

// isInvisible reports whether a character is unprintable. That includes tabs, which editors may replace with spaces.
func isInvisible(r rune) bool { return !unicode.IsPrint(r) }

// marker returns an end marker, such as EOT, that differs from every line of the heredoc.
func (h Heredoc) marker() string {
	marker := "EOT"
	for slices.ContainsFunc(h, func(line string) bool { return strings.TrimSpace(line) == marker }) {
		marker += "_"
	}
	return marker
}
