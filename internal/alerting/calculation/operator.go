// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"math"
	"slices"
	"strings"
)

// operator is a JavaScript operator of two operands, such as +. The assignment += uses + too.
type operator uint8

const (
	noOperator operator = iota
	add
	subtract
	multiply
	divide
	modulo
	power
	shiftLeft
	shiftRight
	shiftUnsigned
	bitAnd
	bitOr
	bitXor
	equals
	differs
	isSame
	isNotSame
	isLess
	isGreater
	isAtMost
	isAtLeast
)

// operatorOf returns the operator for a text such as "+", and noOperator for any other text. The list words must have the same order as the
// operator constants.
func operatorOf(word string) operator {
	words := strings.Fields("+ - * / % ** << >> >>> & | ^ == != === !== < > <= >=")
	return operator(slices.Index(words, word) + 1)
}

// apply evaluates "a operator b" for values of any type.
func (m *machine) apply(o operator, a, b value) value {
	if a.kind == number && b.kind == number {
		return applied(o, a.n, b.n)
	}
	switch o {
	case equals:
		return booleanOf(m.equal(a, b))
	case differs:
		return booleanOf(!m.equal(a, b))
	case isSame:
		return booleanOf(m.same(a, b))
	case isNotSame:
		return booleanOf(!m.same(a, b))
	case isLess, isAtMost:
		return booleanOf(m.less(a, b, o == isAtMost))
	case isGreater, isAtLeast:
		return booleanOf(m.less(b, a, o == isAtLeast))
	case add:
		return m.sum(a, b)
	default:
		return applied(o, m.toNumber(a), m.toNumber(b))
	}
}

func applied(o operator, x, y float64) value {
	switch o {
	case add:
		return numberOf(x + y)
	case equals, isSame:
		return booleanOf(x == y)
	case differs, isNotSame:
		return booleanOf(x != y)
	case isLess:
		return booleanOf(x < y)
	case isGreater:
		return booleanOf(x > y)
	case isAtMost:
		return booleanOf(x <= y)
	case isAtLeast:
		return booleanOf(x >= y)
	default:
		return numberOf(arithmetic(o, x, y))
	}
}

// sum evaluates a + b if they are not both numbers. With a text or a list, the result is a text.
func (m *machine) sum(a, b value) value {
	a, b = m.primitive(a), m.primitive(b)
	if a.kind != str && b.kind != str {
		return numberOf(m.toNumber(a) + m.toNumber(b))
	}
	s, t := m.toText(a), m.toText(b)
	m.allocate(len(s) + len(t))
	return textValue(s + t)
}

func arithmetic(o operator, x, y float64) float64 {
	switch o {
	case subtract:
		return x - y
	case multiply:
		return x * y
	case divide:
		return x / y
	case modulo:
		return math.Mod(x, y)
	case power:
		return raised(x, y)
	case shiftLeft:
		return float64(toInt32(x) << (uint32(toInt32(y)) & 31))
	case shiftRight:
		return float64(toInt32(x) >> (uint32(toInt32(y)) & 31))
	case shiftUnsigned:
		return float64(uint32(toInt32(x)) >> (uint32(toInt32(y)) & 31))
	case bitAnd:
		return float64(toInt32(x) & toInt32(y))
	case bitOr:
		return float64(toInt32(x) | toInt32(y))
	default:
		return float64(toInt32(x) ^ toInt32(y))
	}
}

// raised evaluates x ** y. For small integers it multiplies, because the last bit of math.Pow may be wrong.
func raised(x, y float64) float64 {
	switch {
	case math.IsNaN(y), math.Abs(x) == 1 && math.IsInf(y, 0):
		return math.NaN()
	case x == math.Trunc(x) && math.Abs(x) <= 1<<53 && y == math.Trunc(y) && y >= 0 && y <= 64:
		const exact = 1 << 53
		product := 1.0
		for range int(y) {
			if product *= x; math.Abs(product) > exact {
				return math.Pow(x, y)
			}
		}
		return product
	default:
		return math.Pow(x, y)
	}
}

func typeOf(v value) string {
	return map[kind]string{
		undefined: "undefined", null: "object", boolean: "boolean", number: "number", str: "string", list: "object", function: "function",
	}[v.kind]
}
