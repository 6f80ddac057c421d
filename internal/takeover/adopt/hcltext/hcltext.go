// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package hcltext writes configurations as a person would: short values on one line, long ones on indented lines, JSON as
// jsonencode calls, and strings of several lines as heredocs if that keeps them unchanged.
//
// Start reading at Expression. json.go writes JSON, and render.go decides what fits on one line.
package hcltext

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// Expression is the value of an HCL attribute, or a part of it, such as an element of a list.
type Expression interface {
	// line returns the expression on one line. It returns false if the expression needs several lines, as a heredoc does.
	line() (string, bool)
	// lines returns the expression on several lines. Every line except the first begins with indent: the first line follows "name = ".
	lines(indent string) string
}

// Literal is HCL text without a line break, such as 5, "a" or engine_node.site.id.
type Literal string

// Heredoc is a string of several lines. Each element is a line without its line break.
type Heredoc []string

// Object is an object expression, such as { id = "a" }. Its members are written in the order of the slice.
type Object []Member

// Member is an attribute of a block or of an HCL object, with its value and the comments above it.
type Member struct {
	Name     string
	Value    Expression
	Comments []string
}

// List is a list expression, such as [1, 2]. Its elements are written in the order of the slice.
type List []Expression

// Call is a call of a function with one argument, such as jsonencode({}).
type Call struct {
	Function string
	Argument Expression
}

// Shared is a value that is written as itself or as a reference to a local. Name returns the reference or "", and is called after all uses
// are counted.
type Shared struct {
	Value Expression
	Name  func() string
}

func (s Shared) chosen() Expression {
	if name := s.Name(); name != "" {
		return Literal(name)
	}
	return s.Value
}

// Quoted writes a string in quotes, with the escapes that HCL needs, such as \n and $${.
func Quoted(text string) Literal { return Scalar(cty.StringVal(text)) }

// Scalar writes a number or a boolean as it is, and a string in quotes.
func Scalar(value cty.Value) Literal { return Literal(hclwrite.TokensForValue(value).Bytes()) }

// Text writes a string in quotes, or as a heredoc if it has several lines that a heredoc keeps. chomp() removes a heredoc's last line
// break.
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

// suitsHeredoc reports whether an indented heredoc keeps the lines. One line needs no indent, because HCL removes the smallest. A line of
// spaces could count as that.
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

// marker returns an end marker, such as EOT, that differs from every line of the heredoc.
func (h Heredoc) marker() string {
	marker := "EOT"
	for slices.ContainsFunc(h, func(line string) bool { return strings.TrimSpace(line) == marker }) {
		marker += "_"
	}
	return marker
}
