// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	js "github.com/engine-platform/terraform-provider-engine/internal/alerting/javascript"
)

// compiler turns the syntax tree into Go closures. Its methods panic with an *OutsideError for JavaScript that is not supported.
type compiler struct {
	source string
	scope  *scope
}

// outside returns the error for a node that this package does not support. word names the node in the message, such as "a pattern".
func (c *compiler) outside(n *js.Node, word string) *OutsideError {
	return &OutsideError{word, c.source, n.Pos}
}

func (c *compiler) expr(n *js.Node) expr {
	c.scope.function.code.steps++
	switch n.Op {
	case js.Number:
		return constant(numberOf(c.number(n)))
	case js.String:
		return constant(textValue(c.unquoted(n, n.Text[1:len(n.Text)-1])))
	case js.Constant:
		return constant(map[string]value{"null": nullValue, "true": booleanOf(true), "false": booleanOf(false)}[n.Text])
	case js.Name:
		return c.name(n)
	case js.Template:
		return c.template(n)
	case js.Group:
		return c.expr(n.Kids[0])
	case js.Array:
		return c.array(n)
	case js.Function, js.Arrow:
		return c.closure(n)
	case js.Unary:
		return c.unary(n)
	case js.Binary:
		return c.binary(n)
	case js.Logic:
		return c.logic(n)
	case js.Conditional:
		return c.conditional(n)
	case js.Sequence:
		return c.sequence(n)
	case js.Assign:
		return c.assign(n)
	case js.Chain:
		return c.chain(n)
	default:
		panic(c.outside(n, wordOf(n)))
	}
}

func wordOf(n *js.Node) string {
	switch n.Op {
	case js.BigInt:
		return "the BigInt " + n.Text
	case js.RegExp:
		return "a regular expression"
	case js.Object:
		return "an object"
	case js.Spread:
		return "..."
	case js.Hole:
		return "a list with a missing element"
	case js.Class:
		return "class"
	case js.New:
		return "new"
	default:
		return strings.Trim(n.Text, "; ")
	}
}

func constant(v value) expr { return func(*machine, *frame) value { return v } }

func (c *compiler) number(n *js.Node) float64 {
	s := strings.ReplaceAll(n.Text, "_", "")
	if len(s) > 1 && s[0] == '0' {
		switch base := map[byte]int{'x': 16, 'o': 8, 'b': 2}[s[1]|0x20]; {
		case base != 0 && digitsOf(s[2:], base) == len(s)-2:
			return parseDigits(s[2:], base)
		case base != 0 || digit(s[1]) < 10: // 017 is 15 in sloppy mode and an error in strict mode
			panic(c.outside(n, "the number "+n.Text))
		}
	}
	value, _ := strconv.ParseFloat(s, 64)
	return value
}

// unquoted returns the text of a string literal or a template, without quotes. It decodes escapes such as \n.
func (c *compiler) unquoted(n *js.Node, s string) text {
	var t []byte
	for len(s) > 0 {
		at := strings.IndexAny(s, "\\\r")
		if at < 0 {
			at = len(s)
		}
		t = append(t, textOf(s[:at])...)
		if s = s[at:]; s == "" {
			break
		}
		decoded, size := escape(s)
		if size == 0 {
			panic(c.outside(n, "an escape such as \\0"))
		}
		t = append(t, decoded...)
		s = s[size:]
	}
	return text(t)
}

// escape decodes the escape at the beginning of s, such as \n, and returns how many bytes of s it takes. size is 0 if JavaScript engines
// disagree on the meaning, as for \0.
func escape(s string) (decoded text, size int) {
	if s[0] == '\r' {
		if strings.HasPrefix(s, "\r\n") {
			return textOf("\n"), 2
		}
		return textOf("\n"), 1
	}
	if len(s) < 2 {
		return "", 0
	}
	switch s[1] {
	case 'b', 'f', 'n', 'r', 't', 'v':
		return textOf(string("\b\f\n\r\t\v"[strings.IndexByte("bfnrtv", s[1])])), 2
	case 'x':
		if len(s) < 4 || digitsOf(s[2:4], 16) < 2 {
			return "", 0
		}
		return text(appendRune(nil, rune(parseDigits(s[2:4], 16)))), 4
	case 'u':
		return unicodeEscape(s)
	case '\r':
		if strings.HasPrefix(s, "\\\r\n") {
			return "", 3
		}
		return "", 2
	case '\n':
		return "", 2
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return "", 0
	}
	r, size := utf8.DecodeRuneInString(s[1:])
	if r == '\u2028' || r == '\u2029' {
		return "", 1 + size
	}
	return textOf(s[1 : 1+size]), 1 + size
}

func unicodeEscape(s string) (decoded text, size int) {
	if strings.HasPrefix(s, `\u{`) {
		end := strings.IndexByte(s, '}')
		code, err := strconv.ParseUint(s[3:max(3, end)], 16, 21)
		if err != nil || code > 0x10ffff {
			return "", 0
		}
		return text(appendRune(nil, rune(code))), end + 1
	}
	if len(s) < 6 || digitsOf(s[2:6], 16) < 4 {
		return "", 0
	}
	return text(appendUnit(nil, uint16(parseDigits(s[2:6], 16)))), 6
}

func (c *compiler) name(n *js.Node) expr {
	if v, depth := c.scope.find(n.Text); v != nil {
		return v.read(n.Text, depth)
	}
	switch n.Text {
	case "undefined":
		return constant(undefinedValue)
	case "NaN":
		return constant(numberOf(math.NaN()))
	case "Infinity":
		return constant(numberOf(math.Inf(1)))
	}
	if f := globalFunction(n.Text); f != nil {
		return constant(value{kind: function, ref: f})
	}
	if isStandardGlobal(n.Text) {
		panic(c.outside(n, n.Text))
	}
	return func(*machine, *frame) value { panic(thrown("ReferenceError", n.Text+" is not defined")) }
}

func (c *compiler) template(n *js.Node) expr {
	parts := make([]text, len(n.Words))
	for i, word := range n.Words {
		parts[i] = c.unquoted(n, word)
	}
	kids := c.exprs(n.Kids)
	return func(m *machine, f *frame) value {
		joined := m.appendText(nil, parts[0])
		for i, kid := range kids {
			joined = m.appendText(joined, m.toText(kid(m, f)))
			joined = m.appendText(joined, parts[i+1])
		}
		return textValue(text(joined))
	}
}

func (c *compiler) exprs(nodes []*js.Node) []expr {
	all := make([]expr, len(nodes))
	for i, n := range nodes {
		all[i] = c.expr(n)
	}
	return all
}

// elements compiles the elements of a list or the arguments of a call, such as 1, ...x. The closure pushes their values on the machine's
// stack.
func (c *compiler) elements(nodes []*js.Node) func(m *machine, f *frame) {
	spread := make([]bool, len(nodes))
	kids := make([]expr, len(nodes))
	for i, n := range nodes {
		if n.Op == js.Spread {
			spread[i], n = true, n.Kids[0]
		}
		kids[i] = c.expr(n)
	}
	return func(m *machine, f *frame) {
		for i, kid := range kids {
			v := kid(m, f)
			if !spread[i] {
				m.stack = append(m.stack, v)
				continue
			}
			elements := m.iterated(v)
			m.allocate(valueBytes * len(elements))
			m.stack = append(m.stack, elements...)
		}
	}
}

func (c *compiler) array(n *js.Node) expr {
	push := c.elements(n.Kids)
	return func(m *machine, f *frame) value {
		base := len(m.stack)
		push(m, f)
		elements := m.copied(m.stack[base:])
		m.stack = m.stack[:base]
		return listOf(elements)
	}
}

func (c *compiler) unary(n *js.Node) expr {
	if strings.HasSuffix(n.Text, "++") || strings.HasSuffix(n.Text, "--") {
		return c.step(n)
	}
	if n.Text == "typeof" && n.Kids[0].Op == js.Name && c.isUnknown(n.Kids[0].Text) {
		return constant(textValue(textOf("undefined")))
	}
	if n.Text == "delete" || n.Text == "await" {
		panic(c.outside(n, n.Text))
	}
	kid := c.expr(n.Kids[0])
	switch n.Text {
	case "+":
		return func(m *machine, f *frame) value { return numberOf(m.toNumber(kid(m, f))) }
	case "-":
		return func(m *machine, f *frame) value { return numberOf(-m.toNumber(kid(m, f))) }
	case "!":
		return func(m *machine, f *frame) value { return booleanOf(!kid(m, f).truth()) }
	case "~":
		return func(m *machine, f *frame) value { return numberOf(float64(^toInt32(m.toNumber(kid(m, f))))) }
	case "typeof":
		return func(m *machine, f *frame) value { return textValue(m.made(typeOf(kid(m, f)))) }
	default:
		return func(m *machine, f *frame) value {
			kid(m, f)
			return undefinedValue
		}
	}
}

func (c *compiler) binary(n *js.Node) expr {
	operators := make([]operator, len(n.Words))
	for i, word := range n.Words {
		if operators[i] = operatorOf(word); operators[i] == noOperator {
			panic(c.outside(n, word))
		}
	}
	kids := c.exprs(n.Kids)
	first, second, only := kids[0], kids[1], operators[0]
	if len(kids) == 2 {
		return func(m *machine, f *frame) value { return m.apply(only, first(m, f), second(m, f)) }
	}
	return func(m *machine, f *frame) value {
		v := first(m, f)
		for i, kid := range kids[1:] {
			v = m.apply(operators[i], v, kid(m, f))
		}
		return v
	}
}

// decides reports whether v is already the result of "v operator b" with the operator &&, || or ??, so that JavaScript does not evaluate b.
func decides(operator string, v value) bool {
	switch operator {
	case "&&":
		return !v.truth()
	case "||":
		return v.truth()
	default:
		return !v.isNullish()
	}
}

func (c *compiler) logic(n *js.Node) expr {
	kids := c.exprs(n.Kids)
	last := len(kids) - 1
	return func(m *machine, f *frame) value {
		for _, kid := range kids[:last] {
			if v := kid(m, f); decides(n.Text, v) {
				return v
			}
		}
		return kids[last](m, f)
	}
}

func (c *compiler) conditional(n *js.Node) expr {
	kids := c.exprs(n.Kids)
	last := len(kids) - 1
	return func(m *machine, f *frame) value {
		for i := 0; i < last; i += 2 {
			if kids[i](m, f).truth() {
				return kids[i+1](m, f)
			}
		}
		return kids[last](m, f)
	}
}

func (c *compiler) sequence(n *js.Node) expr {
	kids := c.exprs(n.Kids)
	last := len(kids) - 1
	return func(m *machine, f *frame) value {
		for _, kid := range kids[:last] {
			kid(m, f)
		}
		return kids[last](m, f)
	}
}
