// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package hcltext writes configurations as a person would: what is short on one line, what is long in indented lines, JSON as
// jsonencode of values, texts of several lines as heredocs where that changes nothing.
//
// It imports package document and HCL alone. Start reading at Expression; text.go writes texts, json.go JSON, and render.go
// decides what is on one line.
package hcltext

// Expression is the right side of an attribute, or a part of it.
type Expression interface {
	// line is the expression on one line, false where it needs several.
	line() (string, bool)
	// lines writes the expression over several lines, the first of which follows what stands before it.
	lines(indent string) string
}

// Literal is source text without a line break: a number, a quoted text, a reference.
type Literal string

// Heredoc is a text of several lines, each without its end.
type Heredoc []string

// Object is an object, its members in the order in which they are written.
type Object []Member

// Member is an attribute of a block or of an object, with comments above it.
type Member struct {
	Name     string
	Value    Expression
	Comments []string
}

// List is a list.
type List []Expression

// Call calls a function.
type Call struct {
	Function string
	Argument Expression
}

// Shared is a value that may have a name: Name gives the reference that is written in its place, "" for none. It is asked when
// the text is written, so that names can depend on how often a value is used.
type Shared struct {
	Value Expression
	Name  func() string
}

// chosen is what is written.
func (s Shared) chosen() Expression {
	if name := s.Name(); name != "" {
		return Literal(name)
	}
	return s.Value
}
