// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// node evaluates one part of an expression.
type node func(f *frame) value

// frame holds the arguments and the first error of an evaluation.
type frame struct {
	arguments []value
	err       error
}

// fail records the first error of an evaluation and returns undefined. It does not end the evaluation, which needs little time in any case.
func (f *frame) fail(format string, details ...any) value {
	if f.err == nil {
		f.err = fmt.Errorf(format, details...)
	}
	return value{}
}

// maxNesting is the maximum nesting depth of brackets, prefix operators, ?: and **.
const maxNesting = 200

// parser is an operator-precedence parser that builds nodes (functions) directly, without a syntax tree. After an error or unsupported
// syntax, it behaves as if the source ended there.
type parser struct {
	scanner
	*Expression
	token      token
	parameters []string // parameter names; nil if the arguments are the items in Expression.Names
	depth      int
	wrong      *SyntaxError
	stopped    bool
}

func (p *parser) next() {
	if !p.stopped {
		p.token = p.scan(p.token.end)
	}
}

func (p *parser) is(texts ...string) bool {
	return (p.token.kind == punctuator || p.token.kind == word) && slices.Contains(texts, p.token.text)
}

func (p *parser) accept(text string) bool {
	found := p.is(text)
	if found {
		p.next()
	}
	return found
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.syntaxError()
	}
}

// require consumes the given token. If the source has ended, it records a syntax error. It records any other token as unsupported, because
// that token may be valid JavaScript.
func (p *parser) require(text string) {
	switch {
	case p.accept(text), p.stopped:
	case p.token.kind == endOfText:
		p.syntaxError()
	default:
		p.stop(p.token.text)
	}
}

func constant(v value) node { return func(*frame) value { return v } }

// unsupported records that the source uses a feature that this package can't evaluate. Parsing continues, because the rest of the source
// may contain a syntax error.
func (p *parser) unsupported(what string, at int) node {
	if p.Outside == nil {
		line, column := position(p.source, at)
		p.Outside = fmt.Errorf("uses %s (line %d, column %d), which can't be rehearsed", what, line, column)
	}
	return constant(value{})
}

// stop records that the current token is unsupported and ends parsing, because the parser can't interpret the rest of the source.
func (p *parser) stop(what string) node {
	if !p.stopped {
		p.unsupported(what, p.token.pos)
	}
	return p.halt()
}

func (p *parser) halt() node {
	p.stopped, p.token = true, token{pos: p.token.pos, end: p.token.end}
	return constant(value{})
}

// fail records a syntax error and ends parsing. It is only for source that no JavaScript implementation could run.
func (p *parser) fail(at int, message string) node {
	if !p.stopped {
		line, column := position(p.source, at)
		p.wrong = &SyntaxError{fmt.Sprintf("does not parse: %s (line %d, column %d)", message, line, column)}
	}
	return p.halt()
}

// syntaxError records a syntax error at the current token. A token that may be valid JavaScript is recorded as unsupported instead.
func (p *parser) syntaxError() node {
	switch t := p.token; {
	case p.stopped:
		return constant(value{})
	case t.kind == endOfText || t.text == "/*":
		p.wrong = &SyntaxError{"does not parse: it is not complete"}
		return p.halt()
	case t.kind == illegal && strings.Contains(`#@\`, t.text):
		return p.stop(t.text)
	case t.kind == illegal && strings.Contains(`'"`, t.text):
		return p.fail(t.pos, "the string that begins here is not closed on its line")
	case t.kind == illegal:
		return p.fail(t.pos, fmt.Sprintf("unexpected character %q", t.text))
	case t.kind == word && !slices.Contains(reserved, t.text):
		return p.fail(t.pos, "unexpected identifier")
	default:
		return p.fail(t.pos, "unexpected token "+t.text)
	}
}

// parseNested parses a nested part of the expression. If the nesting is too deep, it makes the parser stop with an error.
func (p *parser) parseNested(parse func() node) node {
	if p.depth++; p.depth > maxNesting {
		return p.stop(fmt.Sprintf("more than %d levels of nesting", maxNesting))
	}
	n := parse()
	p.depth--
	return n
}

// expression parses an expression, including its ?: operator.
func (p *parser) expression() node {
	condition := p.binary(1)
	if !p.accept("?") {
		if p.is("=>", "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=") {
			return p.stop(p.token.text)
		}
		return condition
	}
	yes := p.parseNested(p.expression)
	p.expect(":")
	no := p.parseNested(p.expression)
	return func(f *frame) value {
		if condition(f).truth() {
			return yes(f)
		}
		return no(f)
	}
}

var precedences = map[string]int{
	"||": 1, "??": 1, "&&": 2, "|": 3, "^": 3, "&": 3, "==": 4, "!=": 4, "===": 4, "!==": 4, "<": 5, ">": 5, "<=": 5, ">=": 5, "in": 5,
	"instanceof": 5, "<<": 6, ">>": 6, ">>>": 6, "+": 7, "-": 7, "*": 8, "/": 8, "%": 8, "**": 9,
}

// binary parses operands and the binary operators between them. It stops at an operator whose precedence is lower than the given one.
func (p *parser) binary(least int) node {
	isPrefixed := p.is("+", "-", "!", "~", "typeof", "void")
	left := p.unary()
	logic := ""
	for precedences[p.token.text] >= least {
		operator, at := p.token.text, p.token.pos
		p.next()
		above := precedences[operator] + 1 // minimum precedence in the right operand
		switch operator {
		case "**":
			if isPrefixed {
				return p.fail(at, "the left operand of ** begins with an operator; put it in parentheses")
			}
			right := p.parseNested(func() node { return p.binary(precedences[operator]) })
			left = p.operation(operator, at, left, right)
			continue
		case "&&", "||", "??":
			if logic != "" && (logic == "??") != (operator == "??") {
				return p.fail(at, "?? with && or || needs parentheses")
			}
			if logic = operator; operator == "??" {
				above++
			}
		}
		left = p.operation(operator, at, left, p.binary(above))
		isPrefixed = false
	}
	return left
}

// unary parses an operand with its prefix operators, such as -$A.
func (p *parser) unary() node {
	if !p.is("+", "-", "!", "~", "typeof", "void") {
		return p.operand()
	}
	operator := p.token.text
	p.next()
	of := p.parseNested(p.unary)
	switch operator {
	case "+":
		return func(f *frame) value { return numberOf(of(f).number()) }
	case "-":
		return func(f *frame) value { return numberOf(-of(f).number()) }
	case "!":
		return func(f *frame) value { return booleanOf(!of(f).truth()) }
	case "~":
		return func(f *frame) value { return numberOf(float64(^toInt32(of(f).number()))) }
	case "typeof":
		return func(f *frame) value { return textOf(of(f).typeName()) }
	default: // void
		return constant(value{})
	}
}

// operand parses a literal, a name or parentheses, followed by member accesses and calls, as in ($A + $B).toFixed(2).
func (p *parser) operand() node {
	of := p.primary()
	for {
		switch {
		case p.accept("."):
			of = p.member(of)
		case p.is("("):
			p.unsupported("a call of something other than a supported function", p.token.pos)
			p.arguments()
		case p.is("[", "?.", "`", "++", "--"):
			return p.stop(p.token.text)
		default:
			return of
		}
	}
}

func (p *parser) member(of node) node {
	name := p.token
	switch {
	case name.kind != word:
		return p.syntaxError()
	case name.text == "length":
		if p.next(); !p.is("(") {
			return length(of)
		}
	case name.text == "toFixed":
		if p.next(); p.is("(") {
			return toFixed(of, p.arguments())
		}
	default:
		p.next()
	}
	p.unsupported(name.text, name.pos)
	call := ""
	if p.is("(") {
		p.arguments()
		call = "()"
	}
	p.addGlobal("." + name.text + call)
	return constant(value{})
}

// arguments parses the arguments of a call, including the parentheses.
func (p *parser) arguments() []node {
	list := []node{}
	for p.expect("("); !p.is(")"); {
		if p.is("...") {
			p.stop("...")
		}
		list = append(list, p.parseNested(p.expression))
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return list
}

func (p *parser) primary() node {
	switch t := p.token; {
	case t.kind == number:
		p.next()
		return p.numberLiteral(t)
	case t.kind == quoted:
		p.next()
		return constant(textOf(p.unescape(t.text[1:len(t.text)-1], t.pos)))
	case p.is("`"):
		return p.template()
	case p.is("("):
		return p.group()
	case p.is("[", "{", "/", "/=", "++", "--", "function", "class", "new", "this", "super", "import", "delete", "async", "await", "yield"):
		words := map[string]string{"[": "a list", "{": "an object", "/": "a regular expression", "/=": "a regular expression"}
		return p.stop(cmp.Or(words[t.text], t.text))
	case t.kind == word && (!slices.Contains(reserved, t.text) || p.is("null", "true", "false")):
		p.next()
		return p.name(t)
	default:
		return p.syntaxError()
	}
}

func (p *parser) group() node {
	p.next()
	if p.is(")") {
		if p.next(); p.is("=>") {
			return p.stop("=>")
		}
		return p.syntaxError()
	}
	of := p.parseNested(p.expression)
	if p.is(",") {
		return p.stop(",")
	}
	p.expect(")")
	return of
}

// name returns the node that evaluates a name: an item's value, a constant, or a call such as Math.max($A, 1).
func (p *parser) name(t token) node {
	if i := p.argument(t.text); i >= 0 {
		return func(f *frame) value { return f.arguments[i] }
	}
	name := t.text
	if (name == "Math" || name == "Number") && p.accept(".") {
		if p.token.kind != word {
			return p.syntaxError()
		}
		name += "." + p.token.text
		p.next()
	}
	if v, ok := constants[name]; ok {
		return constant(v)
	}
	p.addGlobal(name)
	if p.is("(") {
		if call := callOf(name, p.arguments()); call != nil {
			return call
		}
	}
	if p.is("=>") {
		return p.stop("=>")
	}
	return p.unsupported(name, t.pos)
}

func (p *parser) addGlobal(name string) {
	if !slices.Contains(p.Globals, name) {
		p.Globals = append(p.Globals, name)
	}
}

// argument returns the index of the argument with the given name, or -1 if there is none. For alert items, it adds new names to Names.
func (p *parser) argument(name string) int {
	if p.parameters != nil {
		for i := len(p.parameters) - 1; i >= 0; i-- { // if two parameters have the same name, JavaScript uses the last
			if p.parameters[i] == name {
				return i
			}
		}
		return -1
	}
	item, isItem := strings.CutPrefix(name, "$")
	if !isItem || item == "" {
		return -1
	}
	if i := slices.Index(p.Names, item); i >= 0 {
		return i
	}
	p.Names = append(p.Names, item)
	return len(p.Names) - 1
}

var constants = map[string]value{
	"undefined": {}, "null": {kind: null}, "true": booleanOf(true), "false": booleanOf(false), "NaN": numberOf(math.NaN()),
	"Infinity": numberOf(math.Inf(1)), "Math.E": numberOf(math.E), "Math.LN10": numberOf(math.Ln10), "Math.LN2": numberOf(math.Ln2),
	"Math.LOG10E": numberOf(math.Log10E), "Math.LOG2E": numberOf(math.Log2E), "Math.PI": numberOf(math.Pi),
	"Math.SQRT1_2": numberOf(1 / math.Sqrt2), "Math.SQRT2": numberOf(math.Sqrt2),
}

// reserved lists the words that JavaScript forbids as names.
var reserved = strings.Fields(`break case catch class const continue debugger default delete do else enum export extends false finally for
	function if import in instanceof new null return super switch this throw true try typeof var void while with`)
