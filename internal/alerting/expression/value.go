// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

type kind uint8

const (
	undefined kind = iota
	null
	boolean
	numeric
	str
)

// value is a JavaScript value. The zero value is undefined.
type value struct {
	kind kind
	n    float64 // the number, or 1 or 0 for a boolean
	s    string
}

func numberOf(n float64) value { return value{kind: numeric, n: n} }

func booleanOf(b bool) value {
	if b {
		return value{kind: boolean, n: 1}
	}
	return value{kind: boolean}
}

func textOf(s string) value { return value{kind: str, s: s} }

// toValue converts an argument passed to Calculate.
func (f *frame) toValue(v any) value {
	switch v := v.(type) {
	case float64:
		return numberOf(v)
	case bool:
		return booleanOf(v)
	case string:
		if len(v) > MaxLength {
			return f.fail("uses a string of more than %d bytes", MaxLength)
		}
		return textOf(v)
	default:
		return value{kind: null}
	}
}

// result converts a value to a result that Calculate can return.
func (v value) result() any {
	switch {
	case v.kind == boolean:
		return v.n != 0
	case v.kind == numeric && isFinite(v.n):
		return v.n
	case v.kind == str:
		return v.s
	default:
		return nil
	}
}

func (v value) isNullish() bool { return v.kind <= null }

func (v value) truth() bool { return v.s != "" || v.kind != str && v.n != 0 && !math.IsNaN(v.n) }

func (v value) typeName() string {
	return [...]string{"undefined", "object", "boolean", "number", "string"}[v.kind]
}

func (v value) number() float64 {
	switch v.kind {
	case undefined:
		return math.NaN()
	case str:
		return parseNumber(v.s)
	default:
		return v.n // 0 for null
	}
}

func (v value) text() string {
	switch v.kind {
	case undefined:
		return "undefined"
	case null:
		return "null"
	case boolean:
		return strconv.FormatBool(v.n != 0)
	case numeric:
		return formatNumber(v.n)
	default:
		return v.s
	}
}

// equal implements the == operator.
func equal(a, b value) bool {
	if a.kind == b.kind || a.isNullish() || b.isNullish() {
		return a == b || a.isNullish() && b.isNullish()
	}
	return a.number() == b.number()
}

func less(a, b value) bool {
	if a.kind == str && b.kind == str {
		return slices.Compare(utf16.Encode([]rune(a.s)), utf16.Encode([]rune(b.s))) < 0
	}
	return a.number() < b.number()
}

func atMost(a, b value) bool {
	if a.kind == str && b.kind == str {
		return !less(b, a)
	}
	return a.number() <= b.number()
}

// toInt32 converts the operand of a bitwise operator as JavaScript does: it drops the fraction and interprets the low 32 bits as signed.
func toInt32(n float64) int32 {
	if !isFinite(n) {
		return 0
	}
	return int32(uint32(int64(math.Mod(n, 1<<32))))
}

func isFinite(n float64) bool { return !math.IsNaN(n) && !math.IsInf(n, 0) }

// formatNumber formats a number as JavaScript does, with the fewest digits that identify it. Very large or small numbers get an exponent.
func formatNumber(n float64) string {
	switch {
	case math.IsNaN(n):
		return "NaN"
	case math.IsInf(n, 0):
		return strings.TrimPrefix(strconv.FormatFloat(n, 'f', -1, 64), "+") + "inity"
	case n == 0:
		return "0"
	case math.Abs(n) >= 1e21 || math.Abs(n) < 1e-6:
		return strings.NewReplacer("e+0", "e+", "e-0", "e-").Replace(strconv.FormatFloat(n, 'e', -1, 64))
	default:
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
}

// formatRounded formats n with a fixed number of decimal places. Like JavaScript, but unlike strconv, it rounds halves away from zero.
func formatRounded(n float64, decimals int) string {
	return new(big.Rat).SetFloat64(n).FloatString(decimals)
}
