// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
)

// Expression is an expression in JavaScript that a function can return.
type Expression struct {
	// Names are the ref_ids of the items that the expression names as $A, in order of first appearance, each once; never nil.
	Names []string

	// Bare are the other names that are not the expression's own, such as Math.
	Bare []string

	text string
}

// SyntaxError says why a text is no expression. Its text goes on after "the expression".
type SyntaxError struct {
	Message string

	// Unsure errors are those of this package's parser alone, as far as can be told: engines may know newer syntax.
	Unsure bool
}

func (e *SyntaxError) Error() string { return e.Message }

// An expression is parsed inside of the function in which engines run it, the end on a line of its own.
const (
	opening = "(function () { return "
	closing = "\n})"
)

// longest bounds the texts that are parsed: the parser calls itself at every level that they nest.
const longest = 32 << 10

// Parse reads an expression. The error is a *SyntaxError.
func Parse(text string) (*Expression, error) {
	// A line break behind "return" would end the statement there.
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "":
		return nil, &SyntaxError{Message: "is empty"}
	case len(trimmed) > longest:
		return nil, &SyntaxError{Message: fmt.Sprintf("has more than %d bytes, too many to be read here", longest), Unsure: true}
	}
	function, err := parseFunction(trimmed, closing)
	if err != nil {
		return nil, inText(text, trimmed, err)
	}
	if function == nil {
		return nil, &SyntaxError{Message: "ends the function around it before its own end"}
	}
	if lastLine := trimmed[strings.LastIndexByte(trimmed, '\n')+1:]; strings.Contains(lastLine, "//") {
		if _, err := parseFunction(trimmed, closing[1:]); err != nil {
			return nil, &SyntaxError{Message: "ends in a // comment, which would hide the end of the function around it; /* such a comment */ does not"}
		}
	}
	e := &Expression{Names: []string{}, text: trimmed}
	for _, name := range freeNames(function) {
		if item, ok := strings.CutPrefix(name, "$"); !ok {
			e.Bare = append(e.Bare, name)
		} else if item != "" {
			e.Names = append(e.Names, item)
		}
	}
	return e, nil
}

// parseFunction gives the function around an expression; nil where the text is something else than one function. On some
// texts that are wrong the parser panics, "let [" among them: that is an error like others.
func parseFunction(expression, end string) (function *ast.FunctionLiteral, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = errors.New("the parser gave up")
		}
	}()
	program, err := parser.ParseFile(nil, "", opening+expression+end, parser.IgnoreRegExpErrors, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, err
	}
	if len(program.Body) != 1 {
		return nil, nil
	}
	statement, _ := program.Body[0].(*ast.ExpressionStatement)
	if statement == nil {
		return nil, nil
	}
	function, _ = statement.Expression.(*ast.FunctionLiteral)
	return function, nil
}

// inText is the parser's first error in terms of the text.
func inText(text, trimmed string, err error) *SyntaxError {
	var all parser.ErrorList
	if !errors.As(err, &all) || len(all) == 0 {
		return &SyntaxError{Message: "does not parse: " + err.Error(), Unsure: true}
	}
	first := all[0]
	at, ok := offset(trimmed, first.Position)
	if !ok {
		return &SyntaxError{Message: "does not parse: it is not complete"}
	}
	before := text[:strings.Index(text, trimmed)] + trimmed[:at]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return &SyntaxError{
		Message: fmt.Sprintf("does not parse: %s (line %d, column %d)",
			lowerFirst(first.Message), strings.Count(before, "\n")+1, utf8.RuneCountInString(line)+1),
		Unsure: isUnsure(first.Message, trimmed[:at], trimmed[at:]),
	}
}

// offset is where a position of the parsed text lies in the expression; false when it lies behind it.
func offset(expression string, at file.Position) (int, bool) {
	start := 0
	for range at.Line - 1 {
		next := strings.IndexByte(expression[start:], '\n')
		if next < 0 {
			return 0, false
		}
		start += next + 1
	}
	column := at.Column - 1
	if at.Line == 1 {
		column -= len(opening)
	}
	return start + column, column >= 0 && start+column < len(expression)
}

func lowerFirst(message string) string { return strings.ToLower(message[:1]) + message[1:] }

// isUnsure tells whether engines may take what the parser does not: decorators and whatever else may begin with # or @,
// numbers such as 08, imports, loops that await, and using.
func isUnsure(message, before, rest string) bool {
	switch message {
	case "Unexpected token ILLEGAL":
		return strings.ContainsAny(rest[:1], "#@0123456789")
	case "Unexpected reserved word", "Unexpected token await", "Unexpected token import":
		return true
	case "Unexpected identifier":
		words := strings.Fields(before)
		return slices.Equal(words[max(len(words)-1, 0):], []string{"using"})
	default:
		return false
	}
}
