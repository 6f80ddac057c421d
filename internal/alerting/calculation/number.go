// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// formatNumber formats a number as JavaScript does: with the fewest digits that identify the number. Numbers from 1e21 on, and numbers
// below 1e-6, get an exponent.
func formatNumber(n float64) string {
	switch {
	case math.IsNaN(n):
		return "NaN"
	case math.IsInf(n, 0):
		return infinity(n)
	case n == 0:
		return "0"
	case math.Abs(n) >= 1e21 || math.Abs(n) < 1e-6:
		return exponential(strconv.FormatFloat(n, 'e', -1, 64))
	default:
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
}

func infinity(n float64) string {
	if n < 0 {
		return "-Infinity"
	}
	return "Infinity"
}

// exponential converts Go's exponent to JavaScript's: 1e+05 becomes 1e+5.
func exponential(s string) string {
	at := strings.IndexByte(s, 'e') + 2
	return s[:at] + strings.TrimLeft(s[at:len(s)-1], "0") + s[len(s)-1:]
}

// rounded formats n with the given number of digits. It rounds halves away from zero, as JavaScript does; strconv.FormatFloat rounds halves
// to the even digit.
func rounded(n float64, format byte, digits int) string {
	one := strconv.FormatFloat(n, format, digits, 64)
	more := strconv.FormatFloat(n, format, digits+1, 64)
	mantissa, _, _ := strings.Cut(more, "e")
	if !strings.HasSuffix(mantissa, "5") {
		return one
	}
	tie, ok := new(big.Rat).SetString(more)
	if !ok || tie.Cmp(new(big.Rat).SetFloat64(n)) != 0 {
		return one
	}
	kept := strings.TrimSuffix(strings.TrimSuffix(mantissa, "5"), ".")
	if !strings.HasPrefix(one, kept) {
		return one // FormatFloat rounded up already
	}
	last := len(kept) - 1 // an even digit, so there is no carry
	return kept[:last] + string(kept[last]+1) + one[len(kept):]
}

var numberMethods = map[string]method{
	"valueOf": itself,
	"toFixed": func(m *machine, this value, args []value) value {
		digits := m.digits(args, 0, 100, "toFixed() digits")
		if math.Abs(this.n) >= 1e21 || math.IsNaN(this.n) {
			return textValue(m.made(formatNumber(this.n)))
		}
		return textValue(m.made(rounded(this.n+0, 'f', digits)))
	},
	"toExponential": func(m *machine, this value, args []value) value {
		if argument(args, 0).kind == undefined && isFinite(this.n) {
			return textValue(m.made(exponential(strconv.FormatFloat(this.n+0, 'e', -1, 64))))
		}
		if m.integer(argument(args, 0)); !isFinite(this.n) {
			return textValue(m.made(formatNumber(this.n)))
		}
		return textValue(m.made(exponential(rounded(this.n+0, 'e', m.digits(args, 0, 100, "toExponential() argument")))))
	},
	"toPrecision": func(m *machine, this value, args []value) value {
		if argument(args, 0).kind == undefined || !isFinite(this.n) {
			return textValue(m.toText(this))
		}
		return textValue(m.made(precise(this.n+0, m.digits(args, 1, 100, "toPrecision() argument"))))
	},
	"toString": func(m *machine, this value, args []value) value {
		radix := 10.0
		if argument(args, 0).kind != undefined {
			radix = m.integer(argument(args, 0))
		}
		switch {
		case radix < 2 || radix > 36:
			panic(thrown("RangeError", "toString() radix argument must be between 2 and 36"))
		case radix == 10 || !isFinite(this.n):
			return textValue(m.toText(this))
		case this.n != math.Trunc(this.n) || math.Abs(this.n) > 1<<53:
			panic(outside("toString of a fraction to another base"))
		}
		return textValue(m.made(strconv.FormatInt(int64(this.n), int(radix))))
	},
}

func precise(n float64, digits int) string {
	s := rounded(n, 'e', digits-1)
	exponent, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exponent < -6 || exponent >= digits {
		return exponential(s)
	}
	return rounded(n, 'f', digits-1-exponent)
}

// digits returns the first argument of toFixed and similar methods. If the argument is less than least or greater than most, digits throws
// a RangeError. The parameter what is the name of the argument in the error text.
func (m *machine) digits(args []value, least, most float64, what string) int {
	n := m.integer(argument(args, 0))
	if n < least || n > most {
		panic(thrown("RangeError", what+" must be between "+formatNumber(least)+" and "+formatNumber(most)))
	}
	return int(n)
}

func isFinite(n float64) bool { return !math.IsNaN(n) && !math.IsInf(n, 0) }

var booleanMethods = map[string]method{
	"toString": func(m *machine, this value, _ []value) value { return textValue(m.toText(this)) },
	"valueOf":  itself,
}

func itself(_ *machine, this value, _ []value) value { return this }
