// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package javascript parses JavaScript expressions and functions from any source. It reads the text once, from left to right. Time and
// memory are proportional to the length of the text, and nesting is limited to MostNesting.
//
// The beginning of (a, b) => c looks like an expression in parentheses. The parser reads it as one and converts it to parameters when it
// reaches the arrow, so it never reads a text twice. A long chain (a + b + c, a.b.c, a ? b : c ? d : e) becomes a single node, so only
// nested texts make a deep tree.
//
// The parser accepts some texts that JavaScript forbids: for example, a break outside of a loop. Every JavaScript engine refuses a text
// that the parser refuses, unless the error has Unsure set.
//
// The package imports only the standard library. Start reading in node.go; the functions that other packages call are at the top of
// parser.go.
package javascript

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// MostNesting limits how deeply brackets, functions and prefix operators may be nested.
const MostNesting = 200

// MostBytes limits the length of a JavaScript text.
const MostBytes = 4 << 20

// Error says why a text is not valid JavaScript, and at which line and column.
type Error struct {
	Message string

	// Unsure is true if a JavaScript engine with newer syntax than this parser might accept the text.
	Unsure bool
}

func (e *Error) Error() string { return e.Message }

// ParseExpression returns the syntax tree of an expression. openComment is true if the text ends in a // comment, which would hide any text
// put after it. Errors are of type *Error.
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

// Position converts a byte offset to a line and a column. Both start at 1, and the column counts characters.
func Position(source string, at int) (line, column int) {
	before := source[:at]
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}

type parser struct {
	source    string
	token     token
	lastEnd   int  // the end of the previous token
	inComment bool // the text ends in a // comment
	depth     int
	scopes    []scope

	noIn             bool // in the head of a for loop, where "in" is not an operator
	async, generator bool // whether the enclosing function is async or a generator
}

// scope has the names that a function or a block declares, while it is parsed.
type scope struct {
	names      []string
	isFunction bool
}

func (p *parser) next() {
	p.lastEnd = p.token.end
	p.token = p.scan(p.token.end)
}

func (p *parser) peek() token { return p.scan(p.token.end) }

// is reports whether the current token is one of the given operators, brackets or keywords. A keyword that is written with an escape, such
// as \u0069f for if, does not count.
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

// nested calls parse, and panics if such calls are nested too deeply.
func (p *parser) nested(parse func() *Node) *Node {
	if p.depth++; p.depth > MostNesting {
		panic(p.wrong(p.token.pos, fmt.Sprintf("it is nested more than %d deep", MostNesting)))
	}
	n := parse()
	p.depth--
	return n
}

// inBrackets calls parse inside of brackets. There, the word "in" is an operator even in the head of a for loop.
func (p *parser) inBrackets(parse func() *Node) *Node {
	noIn := p.noIn
	p.noIn = false
	n := p.nested(parse)
	p.noIn = noIn
	return n
}

// node returns a node from pos to the end of the last token that was read. If the caller reads more of the node after that, it must set
// End.
func (p *parser) node(op Op, pos int, kids ...*Node) *Node {
	return &Node{Op: op, Pos: pos, End: p.lastEnd, Kids: kids}
}

// declare adds the names in target, which is a name or a pattern such as [a, b]. A var declaration (isVar) adds them to the innermost
// function. All other declarations add them to the innermost block.
func (p *parser) declare(target *Node, isVar bool) {
	s := len(p.scopes) - 1
	for isVar && !p.scopes[s].isFunction {
		s--
	}
	p.bindings(target, func(name string) { p.scopes[s].names = append(p.scopes[s].names, name) })
}

// scoped calls parse in a new scope and stores the names of that scope in the node that parse returns.
func (p *parser) scoped(isFunction bool, parse func() *Node) *Node {
	p.scopes = append(p.scopes, scope{isFunction: isFunction})
	n := parse()
	last := len(p.scopes) - 1
	n.Declared = append(n.Declared, p.scopes[last].names...)
	p.scopes = p.scopes[:last]
	return n
}

// bindings calls found for each name that a declaration adds: a and c for the pattern {a, b: c}.
func (p *parser) bindings(target *Node, found func(name string)) {
	switch target.Op {
	case Name:
		found(target.Text)
	case Property: // a computed key precedes the value
		p.bindings(target.Kids[len(target.Kids)-1], found)
	case Assign: // a default value
		p.bindings(target.Kids[0], found)
	case Array, Object, Spread:
		for _, kid := range target.Kids {
			p.bindings(kid, found)
		}
	case Hole:
	default:
		panic(p.wrong(target.Pos, "expected a name to assign to"))
	}
}

func (p *parser) wrong(at int, message string) *Error {
	line, column := Position(p.source, min(at, len(p.source)))
	return &Error{Message: fmt.Sprintf("does not parse: %s (line %d, column %d)", message, line, column)}
}

func (p *parser) incomplete() *Error { return &Error{Message: "does not parse: it is not complete"} }

// unexpected returns the error that the current token is not allowed here. It sets Unsure for tokens that newer JavaScript may allow, such
// as @ and #.
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

// isReserved reports whether a word is never allowed as a name in JavaScript. let and async are not reserved, because JavaScript allows
// them as names in some places.
func isReserved(word string) bool {
	switch word {
	case "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum", "export",
		"extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null", "return", "super", "switch",
		"this", "throw", "true", "try", "typeof", "var", "void", "while", "with":
		return true
	default:
		return false
	}
}

// isName reports whether the current token may be a name. In an async function, await can't be a name. In a generator, yield can't be a
// name.
func (p *parser) isName() bool {
	name := p.token.text
	return p.token.kind == word && !isReserved(name) && (!p.async || name != "await") && (!p.generator || name != "yield")
}

// name parses a name.
func (p *parser) name() *Node {
	if !p.isName() {
		panic(p.unexpected())
	}
	return p.leaf(Name)
}

// leaf reads the current token and returns it as a node without child nodes.
func (p *parser) leaf(op Op) *Node {
	n := &Node{Op: op, Pos: p.token.pos, End: p.token.end, Text: p.token.text}
	p.next()
	return n
}

// hole is the node of every missing element of an array, as in [a, , b].
var hole = &Node{Op: Hole}
