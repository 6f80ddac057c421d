// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"math"
	"strings"
)

// operation returns the node that evaluates a binary operator.
func (p *parser) operation(operator string, at int, left, right node) node {
	switch operator {
	case "&&":
		return func(f *frame) value { return choose(f, left(f), right, value.truth) }
	case "||":
		return func(f *frame) value { return choose(f, left(f), right, func(v value) bool { return !v.truth() }) }
	case "??":
		return func(f *frame) value { return choose(f, left(f), right, value.isNullish) }
	case "+":
		return func(f *frame) value { return f.sum(left(f), right(f)) }
	}
	if of := arithmetic[operator]; of != nil {
		return func(f *frame) value {
			x := left(f).number()
			return numberOf(of(x, right(f).number()))
		}
	}
	if of := comparisons[operator]; of != nil {
		return func(f *frame) value {
			v := left(f)
			return booleanOf(of(v, right(f)))
		}
	}
	return p.unsupported(operator, at)
}

// choose implements &&, || and ??. It evaluates and returns the right operand if needsRight(left) is true, and otherwise returns left.
func choose(f *frame, left value, right node, needsRight func(value) bool) value {
	if needsRight(left) {
		return right(f)
	}
	return left
}

var arithmetic = map[string]func(x, y float64) float64{
	"-":  func(x, y float64) float64 { return x - y },
	"*":  func(x, y float64) float64 { return x * y },
	"/":  func(x, y float64) float64 { return x / y },
	"%":  math.Mod,
	"**": power,
}

var comparisons = map[string]func(a, b value) bool{
	"==":  equal,
	"!=":  func(a, b value) bool { return !equal(a, b) },
	"===": func(a, b value) bool { return a == b },
	"!==": func(a, b value) bool { return a != b },
	"<":   less,
	">":   func(a, b value) bool { return less(b, a) },
	"<=":  atMost,
	">=":  func(a, b value) bool { return atMost(b, a) },
}

// sum implements the + operator. The result is a string if either operand is one.
func (f *frame) sum(a, b value) value {
	if a.kind != str && b.kind != str {
		return numberOf(a.number() + b.number())
	}
	return f.concatenate(a.text(), b.text())
}

// concatenate joins strings. It fails if the result would be too long.
func (f *frame) concatenate(parts ...string) value {
	length := 0
	for _, part := range parts {
		length += len(part)
	}
	if length > MaxLength {
		return f.fail("makes a string of more than %d bytes", MaxLength)
	}
	return textOf(strings.Join(parts, ""))
}

// joinTemplate returns the node that evaluates a template such as `${$A} bar`. parts contains the constant sections, and operands contains
// the nodes between them.
func joinTemplate(parts []string, operands []node) node {
	return func(f *frame) value {
		all := []string{parts[0]}
		for i, value := range operands {
			all = append(all, value(f).text(), parts[i+1])
		}
		return f.concatenate(all...)
	}
}
