// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package hcltext writes configurations as a person would: short values on one line, long ones on indented lines, JSON as
// jsonencode calls, and texts of several lines as heredocs if that keeps them unchanged.
//
// Start reading at Expression. text.go writes texts, json.go JSON, and render.go decides what fits on one line.
package hcltext

// Expression is the value of an HCL attribute, or a part of it, such as an element of a list.
type Expression interface {
	// line returns the expression on one line. It returns false if the expression needs several lines, as a heredoc does.
	line() (string, bool)
	// lines returns the expression on several lines. Every line except the first begins with indent: the first line follows "name = ".
	lines(indent string) string
}

// Literal is HCL text without a line break, such as 5, "a" or engine_node.site.id.
type Literal string

// Heredoc is a text of several lines. Each element is a line without its line break.
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

// Shared is a value that is written as itself or as a reference to a local, such as local.pump_1. Name returns the reference, or "" for the
// value itself. Name is called late, when it is known how often the value is used.
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
