// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxLength is the maximum length in bytes of an expression, and of each string that Calculate reads or creates.
const MaxLength = 4096

// Expression is a parsed JavaScript expression of an alert item, such as "$A / Math.abs($B)".
type Expression struct {
	// Names lists the ref_ids in the expression in order of first use: A and B for "$A - $B". It is never nil.
	Names []string

	// Globals lists the other names in the expression, such as sqroot and Math.sqroot, and unsupported members of values, such as .size and
	// .trim(). If Calculate does not support the expression, Globals may be incomplete.
	Globals []string

	// Outside is the reason why Calculate can't evaluate the expression, or nil if it can. Engines may be able to evaluate it nevertheless.
	Outside error

	text  string // without surrounding whitespace
	root  node
	frame frame
}

// SyntaxError reports that a string is not JavaScript. Its message has no subject, because callers prepend one: "the expression is empty".
type SyntaxError struct{ message string }

func (e *SyntaxError) Error() string { return e.message }

// Parse parses the JavaScript expression of an alert item. It returns a *SyntaxError if no JavaScript engine could run the expression. If
// the expression may be valid but this package can't evaluate it, Parse returns it with Outside set.
func Parse(text string) (*Expression, error) {
	// Keep white space at the beginning, so that the positions in errors are correct.
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	e := &Expression{Names: []string{}, text: strings.TrimSpace(text)}
	if text == "" {
		return nil, &SyntaxError{"is empty"}
	}
	p := &parser{scanner: scanner{source: text}, Expression: e, token: token{end: len(text) - len(e.text)}}
	// The method plain writes "return" before the expression. In JavaScript, a line break after "return" ends the statement, even if it is
	// in a comment.
	if p.next(); p.token.newline {
		p.unsupported("a comment with a line break at its beginning, after which return has no value", p.token.pos)
	}
	e.root = p.expression()
	return p.result()
}

// ParseFunction parses a JavaScript function such as "function ($A) { return $A * 2 }". To call the function, pass its arguments to
// Expression.Calculate.
func ParseFunction(text string) (*Expression, error) {
	p := &parser{scanner: scanner{source: text}, Expression: &Expression{text: text}, parameters: []string{}}
	p.next()
	if !p.accept("function") {
		p.unsupported("something other than a function", p.token.pos)
	}
	if p.token.kind == word {
		p.next()
	}
	p.require("(")
	for p.token.kind == word {
		p.parameters = append(p.parameters, p.token.text)
		if p.next(); !p.accept(",") {
			break
		}
	}
	p.require(")")
	p.require("{")
	p.require("return")
	if p.is(";", "}") || p.token.newline {
		p.stop("return without a value")
	}
	p.root = p.expression()
	p.accept(";")
	p.require("}")
	return p.result()
}

func (p *parser) result() (*Expression, error) {
	if p.token.kind != endOfText {
		p.syntaxError()
	}
	isFunction := p.parameters != nil
	if p.stopped && !isFunction {
		p.readNames()
	}
	switch {
	case p.wrong != nil:
		return nil, p.wrong
	case p.inComment && !isFunction:
		return nil, &SyntaxError{"ends in a // comment, which would hide the end of the function around it; /* such a comment */ does not"}
	case len(p.source) > MaxLength:
		p.unsupported(fmt.Sprintf("more than %d bytes", MaxLength), MaxLength)
	}
	p.frame.arguments = make([]value, len(p.Names)+len(p.parameters))
	return p.Expression, nil
}

// Calculate returns the result of the expression. The arguments are the values of the items in Names. For an expression that was parsed
// from a JavaScript function, they are the arguments of that function. Arguments and the result are float64, bool, string or nil. NaN and
// infinities become nil, because JSON can't express them. An error message begins with a verb, as in "uses Date, which ...", because the
// caller writes the name of the expression before it. Calculate is not safe for concurrent use.
func (e *Expression) Calculate(arguments []any) (any, error) {
	if e.Outside != nil {
		return nil, e.Outside
	}
	f := &e.frame
	f.err = nil
	for i := range f.arguments {
		f.arguments[i] = value{}
		if i < len(arguments) {
			f.arguments[i] = f.toValue(arguments[i])
		}
	}
	result := e.root(f).result()
	return result, f.err
}

// position converts a byte offset to a line and column, which start at 1. The column counts characters.
func position(source string, at int) (line, column int) {
	before := source[:min(at, len(source))]
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}
