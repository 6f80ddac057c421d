// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"math"
	"strings"
	"unicode/utf16"
)

// callOf returns the node that evaluates a call such as Math.max($A, 1), or nil for an unsupported function.
func callOf(name string, arguments []node) node {
	one, call := mathFunctions[name], functions[name]
	switch {
	case one != nil && len(arguments) == 1:
		of := arguments[0]
		return func(f *frame) value { return numberOf(one(of(f).number())) }
	case one != nil:
		call = func(v values) value { return numberOf(one(v.at(0).number())) }
	case call == nil:
		return nil
	}
	return func(f *frame) value { return call(evaluate(f, arguments)) }
}

// values holds the arguments of a call.
type values []value

func evaluate(f *frame, arguments []node) values {
	all := make(values, len(arguments))
	for i, argument := range arguments {
		all[i] = argument(f)
	}
	return all
}

// at returns an argument, or undefined if the call has fewer arguments.
func (v values) at(i int) value {
	if i < len(v) {
		return v[i]
	}
	return value{}
}

var functions = map[string]func(values) value{
	"Number":            func(v values) value { return numberOf(append(v, numberOf(0))[0].number()) },
	"String":            func(v values) value { return textOf(append(v, textOf(""))[0].text()) },
	"Boolean":           func(v values) value { return booleanOf(v.at(0).truth()) },
	"isNaN":             func(v values) value { return booleanOf(math.IsNaN(v.at(0).number())) },
	"isFinite":          func(v values) value { return booleanOf(isFinite(v.at(0).number())) },
	"Number.isNaN":      func(v values) value { return booleanOf(v.at(0).kind == numeric && math.IsNaN(v[0].n)) },
	"Number.isFinite":   func(v values) value { return booleanOf(v.at(0).kind == numeric && isFinite(v[0].n)) },
	"parseFloat":        parseFloat,
	"parseInt":          parseInt,
	"Number.parseFloat": parseFloat,
	"Number.parseInt":   parseInt,
	"Math.max":          func(v values) value { return extreme(v, math.Inf(-1), math.Max) },
	"Math.min":          func(v values) value { return extreme(v, math.Inf(1), math.Min) },
	"Math.hypot":        hypot,
	"Math.pow":          func(v values) value { return numberOf(power(v.at(0).number(), v.at(1).number())) },
	"Math.atan2":        func(v values) value { return numberOf(atan2(v.at(0).number(), v.at(1).number())) },
	"Math.imul":         func(v values) value { return numberOf(float64(toInt32(v.at(0).number()) * toInt32(v.at(1).number()))) },
}

func parseFloat(v values) value {
	n, _ := parsePrefix(strings.TrimLeftFunc(v.at(0).text(), isSpace))
	return numberOf(n)
}

func parseInt(v values) value {
	s, base := strings.TrimLeftFunc(v.at(0).text(), isSpace), int(toInt32(v.at(1).number()))
	sign := 1.0
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	if (base == 0 || base == 16) && baseOf(s) == 16 {
		base, s = 16, s[2:]
	}
	if base == 0 {
		base = 10
	}
	if base < 2 || base > 36 || digitsOf(s, base) == 0 {
		return numberOf(math.NaN())
	}
	return numberOf(sign * parseDigits(s[:digitsOf(s, base)], base))
}

// round implements Math.round, which rounds halves up: 2.5 becomes 3, and -2.5 becomes -2.
func round(n float64) float64 {
	whole := math.Floor(n)
	if n-whole >= 0.5 {
		whole++
	}
	return math.Copysign(whole, n)
}

func sign(n float64) float64 {
	if n == 0 || math.IsNaN(n) {
		return n
	}
	return math.Copysign(1, n)
}

// extreme implements Math.max and Math.min. Without arguments, the result is the initial value. pick returns the greater or smaller number.
func extreme(all values, initial float64, pick func(x, y float64) float64) value {
	result, isNaN := initial, false
	for _, v := range all {
		n := v.number()
		isNaN = isNaN || math.IsNaN(n) // needed because math.Max(NaN, +Inf) returns +Inf
		result = pick(result, n)
	}
	if isNaN {
		result = math.NaN()
	}
	return numberOf(result)
}

// hypot implements Math.hypot with the same rounding as the JavaScript engine V8: it divides all arguments by the greatest one and adds the
// squares with Kahan summation.
func hypot(all values) value {
	greatest := extreme(all, 0, func(x, y float64) float64 { return math.Max(x, math.Abs(y)) }).n
	for _, v := range all {
		if math.IsInf(v.number(), 0) {
			return numberOf(math.Inf(1))
		}
	}
	if greatest == 0 || math.IsNaN(greatest) {
		return numberOf(greatest)
	}
	var sum, lost float64
	for _, v := range all {
		n := v.number() / greatest
		square := float64(n*n) - lost // the conversion prevents a fused multiply-add, which not every processor supports
		next := sum + square
		lost = (next - sum) - square
		sum = next
	}
	return numberOf(math.Sqrt(sum) * greatest)
}

// length returns the node that evaluates a length property, such as $A.length.
func length(of node) node {
	return func(f *frame) value {
		switch v := of(f); {
		case v.isNullish():
			return f.fail("throws TypeError: Cannot read property 'length' of %s", v.text())
		case v.kind == str:
			return numberOf(float64(len(utf16.Encode([]rune(v.s)))))
		default:
			return value{}
		}
	}
}

// toFixed returns the node that evaluates a call such as $A.toFixed(2).
func toFixed(of node, arguments []node) node {
	return func(f *frame) value {
		v := of(f)
		decimals := math.Trunc(evaluate(f, arguments).at(0).number())
		switch {
		case v.isNullish():
			return f.fail("throws TypeError: Cannot read property 'toFixed' of %s", v.text())
		case v.kind != numeric:
			return f.fail("throws TypeError: toFixed is not a function")
		case decimals < 0 || decimals > 100:
			return f.fail("throws RangeError: toFixed() digits must be between 0 and 100")
		case !isFinite(v.n) || math.Abs(v.n) >= 1e21:
			return textOf(v.text())
		case math.IsNaN(decimals):
			decimals = 0
		}
		return textOf(formatRounded(v.n, int(decimals)))
	}
}
