// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package hcltext writes configurations as a person would: short values on one line, long ones on indented lines, JSON as
// jsonencode calls, and texts of several lines as heredocs if that keeps them unchanged.
//
// Start reading at Expression. text.go writes texts, json.go JSON, and render.go decides what fits on one line.
package hcltext

// Expression is the right side of an attribute, or a part of that.
type Expression interface {
	// line returns the expression on one line; false if it needs several lines.
	line() (string, bool)
	// lines returns the expression over several lines. The first line continues the line that the expression begins in.
	lines(indent string) string
}

// Literal is source text without a line break, such as a number, a quoted text or a reference.
type Literal string

// Heredoc is a text of several lines, each without its line break.
type Heredoc []string

// Object is an object expression. Its members are written in this order.
type Object []Member

// Member is an attribute of a block or of an object, with comments above it.
type Member struct {
	Name     string
	Value    Expression
	Comments []string
}

// List is a list expression. Its elements are written in this order.
type List []Expression

// Call is a call of a function with one argument.
type Call struct {
	Function string
	Argument Expression
}

// Shared is a value that may be replaced by a reference. Name returns the reference, or "" for the value itself. It is called only
// when the text is written, because the decision depends on how often the value is used.
type Shared struct {
	Value Expression
	Name  func() string
}

// chosen returns the reference, or the value if there is no reference.
func (s Shared) chosen() Expression {
	if name := s.Name(); name != "" {
		return Literal(name)
	}
	return s.Value
}
