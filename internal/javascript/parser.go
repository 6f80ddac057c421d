// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// MostNesting bounds how deep brackets, functions and operators before an operand may nest.
const MostNesting = 200

// MostBytes bounds a text.
const MostBytes = 4 << 20

// Error says why a text does not parse.
type Error struct {
	Message string

	// Unsure tells that engines may know syntax that this parser does not.
	Unsure bool
}

func (e *Error) Error() string { return e.Message }

// ParseExpression parses an expression, which may have commas. openComment tells that the text ends in a // comment. The error is an *Error.
func ParseExpression(source string) (root *Node, openComment bool, err error) {
	p := &parser{source: source, scopes: []scope{{isFunction: true}}}
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case *Error:
			root, err = nil, problem
		default:
			root, err = nil, &Error{fmt.Sprintf("can't be read: the parser failed with %v", problem), true}
		}
	}()
	if len(source) > MostBytes {
		return nil, false, &Error{fmt.Sprintf("has more than %d bytes, too many to be read here", MostBytes), true}
	}
	p.next()
	root = p.expression()
	if p.token.kind != endOfText {
		panic(p.unexpected())
	}
	return root, p.inComment, nil
}

// Position returns the line and the column of a byte of a text, both counted from 1, the column in characters.
func Position(source string, at int) (line, column int) {
	before := source[:at]
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}

type parser struct {
	source    string
	token     token
	lastEnd   int  // of the token before
	inComment bool // the text ends in a // comment
	depth     int
	scopes    []scope

	noIn             bool // in is no operator here: the head of a loop
	async, generator bool // the function around is one
}

// scope collects the names that a function or a block declares.
type scope struct {
	names      []string
	isFunction bool
}

func (p *parser) next() {
	p.lastEnd = p.token.end
	p.token = p.scan(p.token.end)
}

// peek returns the token behind the current one.
func (p *parser) peek() token { return p.scan(p.token.end) }

// is reports whether the current token is a punctuator, or a keyword without escapes.
func (p *parser) is(texts ...string) bool {
	t := p.token
	return (t.kind == punctuator || t.kind == word && !t.escaped) && slices.Contains(texts, t.text)
}

func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		panic(p.unexpected())
	}
}

// nested parses one level deeper.
func (p *parser) nested(parse func() *Node) *Node {
	if p.depth++; p.depth > MostNesting {
		panic(p.wrong(p.token.pos, fmt.Sprintf("it is nested more than %d deep", MostNesting)))
	}
	n := parse()
	p.depth--
	return n
}

// inBrackets parses one level deeper, where in is an operator.
func (p *parser) inBrackets(parse func() *Node) *Node {
	noIn := p.noIn
	p.noIn = false
	n := p.nested(parse)
	p.noIn = noIn
	return n
}

// node begins a node at a place; finished ends it behind the last token.
func (p *parser) node(op Op, pos int, kids ...*Node) *Node {
	return &Node{Op: op, Pos: pos, End: p.lastEnd, Kids: kids}
}

// declare adds the names of a target to the innermost scope, or of a var to the function's.
func (p *parser) declare(target *Node, isVar bool) {
	s := len(p.scopes) - 1
	for isVar && !p.scopes[s].isFunction {
		s--
	}
	p.bindings(target, func(name string) { p.scopes[s].names = append(p.scopes[s].names, name) })
}

// scoped parses what has names of its own.
func (p *parser) scoped(isFunction bool, parse func() *Node) *Node {
	p.scopes = append(p.scopes, scope{isFunction: isFunction})
	n := parse()
	last := len(p.scopes) - 1
	n.Declared = append(n.Declared, p.scopes[last].names...)
	p.scopes = p.scopes[:last]
	return n
}

// bindings finds the names that a target of a declaration declares.
func (p *parser) bindings(target *Node, found func(name string)) {
	switch target.Op {
	case Name:
		found(target.Text)
	case Property: // the key, if it is computed, comes first
		p.bindings(target.Kids[len(target.Kids)-1], found)
	case Assign: // a default value
		p.bindings(target.Kids[0], found)
	case Array, Object, Spread:
		for _, kid := range target.Kids {
			p.bindings(kid, found)
		}
	case Hole:
	default:
		panic(p.wrong(target.Pos, "a name has to stand here, which gets a value"))
	}
}

// wrong is an error at a place.
func (p *parser) wrong(at int, message string) *Error {
	line, column := Position(p.source, min(at, len(p.source)))
	return &Error{Message: fmt.Sprintf("does not parse: %s (line %d, column %d)", message, line, column)}
}

func (p *parser) incomplete() *Error { return &Error{Message: "does not parse: it is not complete"} }

// unexpected is the error of the current token. Engines may know decorators and whatever else begins with # or @, imports, numbers of
// other forms, and using.
func (p *parser) unexpected() *Error {
	var what string
	switch t := p.token; {
	case t.kind == endOfText:
		return p.incomplete()
	case t.kind == word && !isReserved(t.text):
		what = "identifier"
	case t.kind == private:
		what = "private name"
	case t.kind == word, t.kind == punctuator:
		what = "token " + t.text
	case t.kind == text:
		what = "text"
	case t.kind == number:
		what = "number"
	default:
		what = fmt.Sprintf("character %q", t.text)
	}
	err := p.wrong(p.token.pos, "unexpected "+what)
	before := strings.TrimRight(p.source[:p.token.pos], " \t")
	before = before[strings.LastIndexFunc(before, func(r rune) bool { return !isPartOfName(r) })+1:]
	err.Unsure = slices.Contains([]string{"using", "await", "import", "module"}, before) || p.is("import", "export", "await", "using") ||
		p.token.kind == private || p.token.kind == illegal && strings.Contains("#@0123456789", p.token.text)
	return err
}

// isReserved reports whether a word can't be a name anywhere.
func isReserved(word string) bool {
	switch word {
	case "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum", "export", "extends", "false",
		"finally", "for", "function", "if", "import", "in", "instanceof", "new", "null", "return", "super", "switch", "this", "throw", "true", "try",
		"typeof", "var", "void", "while", "with":
		return true
	default:
		return false
	}
}

// isName reports whether the current token can be a name.
func (p *parser) isName() bool {
	return p.token.kind == word && !isReserved(p.token.text) && (!p.async || p.token.text != "await") && (!p.generator || p.token.text != "yield")
}

// name parses a name.
func (p *parser) name() *Node {
	if !p.isName() {
		panic(p.unexpected())
	}
	return p.leaf(Name)
}

// leaf makes a node of the current token.
func (p *parser) leaf(op Op) *Node {
	n := &Node{Op: op, Pos: p.token.pos, End: p.token.end, Text: p.token.text}
	p.next()
	return n
}

// hole is a missing element of any array.
var hole = &Node{Op: Hole}
