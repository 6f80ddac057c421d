// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// This file has the type conversions of JavaScript. For example, the list [1, 2] converts to the text "1,2".

// primitive converts a list to a text, as operators do: [1, 2] becomes "1,2". It panics for a function. Other values stay as they are.
func (m *machine) primitive(v value) value {
	switch v.kind {
	case list:
		return textValue(m.toText(v))
	case function:
		panic(outside("the text of a function"))
	default:
		return v
	}
}

func (m *machine) toNumber(v value) float64 {
	switch v.kind {
	case number, boolean:
		return v.n
	case null:
		return 0
	case str:
		return m.parsed(v.text())
	case list, function:
		return m.toNumber(m.primitive(v))
	default:
		return math.NaN()
	}
}

func (m *machine) toText(v value) text {
	switch v.kind {
	case str:
		return v.text()
	case number:
		return m.made(formatNumber(v.n))
	case boolean:
		return m.made(strconv.FormatBool(v.n != 0))
	case null:
		return m.made("null")
	case list:
		return m.join(v.elements(), textOf(","))
	case function:
		m.primitive(v)
	}
	return m.made("undefined")
}

// made converts a Go string to a JavaScript text and counts its bytes against the memory limit of the call.
func (m *machine) made(s string) text {
	m.allocate(2 * len(s))
	return textOf(s)
}

// join joins the texts of the elements with the separator. null and undefined become "".
func (m *machine) join(elements []value, separator text) text {
	m.enter()
	var joined []byte
	for i, e := range elements {
		m.charge(1)
		if i > 0 {
			joined = m.appendText(joined, separator)
		}
		if !e.isNullish() {
			joined = m.appendText(joined, m.toText(e))
		}
	}
	m.depth--
	return text(joined)
}

// appendText appends t. It counts twice the bytes of t against the memory limit of the call, because append allocates spare room when a
// slice grows.
func (m *machine) appendText(to []byte, t text) []byte {
	m.allocate(2*len(t) + 1)
	return append(to, t...)
}

// integer converts a value to a whole number, as ToIntegerOrInfinity of ECMAScript does: 2.7 becomes 2, and NaN becomes 0.
func (m *machine) integer(v value) float64 {
	n := math.Trunc(m.toNumber(v))
	if math.IsNaN(n) {
		return 0
	}
	return n + 0 // turns -0 into 0
}

// index converts an argument of a method such as slice to a position from 0 to length. A negative argument counts from the end: -1 becomes
// length - 1. If the argument is undefined, the result is the value of otherwise.
func (m *machine) index(v value, length, otherwise int) int {
	if v.kind == undefined {
		return otherwise
	}
	n := m.integer(v)
	if n < 0 {
		return int(max(0, n+float64(length)))
	}
	return int(min(n, float64(length)))
}

// toInt32 converts a number as JavaScript's bit operators do: it drops the decimals and keeps the lower 32 bits with their sign.
func toInt32(n float64) int32 {
	if i := int32(n); float64(i) == n {
		return i
	}
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return 0
	}
	return int32(uint32(int64(math.Mod(math.Trunc(n), 1<<32))))
}

func trimmed(t text, left, right bool) text {
	from, to := 0, t.length()
	for left && from < to && isSpace(t.unit(from)) {
		from++
	}
	for right && from < to && isSpace(t.unit(to-1)) {
		to--
	}
	return t.slice(from, to)
}

func isSpace(unit uint16) bool {
	r := rune(unit)
	return r >= '\t' && r <= '\r' || r == ' ' || r >= 0xa0 && (r == 0xfeff || r == 0x2028 || r == 0x2029 || unicode.Is(unicode.Zs, r))
}

// parsed converts a text to a number, as Number of JavaScript does: " 12 " becomes 12, "" becomes 0, and "x" becomes NaN.
func (m *machine) parsed(t text) float64 {
	m.charge(len(t) / 16)
	t = trimmed(t, true, true)
	s, ok := ascii(t)
	switch {
	case !ok:
		return math.NaN()
	case s == "":
		return 0
	case len(s) > 2 && s[0] == '0' && strings.IndexByte("xXoObB", s[1]) >= 0:
		base := map[byte]int{'x': 16, 'o': 8, 'b': 2}[s[1]|0x20]
		if length := digitsOf(s[2:], base); length+2 != len(s) {
			return math.NaN()
		}
		return parseDigits(s[2:], base)
	}
	n, length := parsePrefix(s)
	if length != len(s) {
		return math.NaN()
	}
	return n
}

// ascii converts a text to a Go string. ok is false if a character is not ASCII.
func ascii(t text) (string, bool) {
	s := make([]byte, t.length())
	for i := range s {
		unit := t.unit(i)
		if unit >= 0x80 {
			return string(s[:i]), false
		}
		s[i] = byte(unit)
	}
	return string(s), true
}

// parsePrefix parses the number at the beginning of s, as parseFloat of JavaScript does. For "12px", it returns 12 and the length 2.
func parsePrefix(s string) (n float64, length int) {
	at := 0
	if s != "" && (s[0] == '+' || s[0] == '-') {
		at++
	}
	if strings.HasPrefix(s[at:], "Infinity") {
		n, _ = strconv.ParseFloat(s[:at]+"Inf", 64)
		return n, at + len("Infinity")
	}
	whole := digitsOf(s[at:], 10)
	at += whole
	fraction := 0
	if strings.HasPrefix(s[at:], ".") {
		fraction = digitsOf(s[at+1:], 10)
		if whole+fraction > 0 {
			at += 1 + fraction
		}
	}
	if whole+fraction == 0 {
		return math.NaN(), 0
	}
	if at < len(s) && s[at]|0x20 == 'e' {
		exponent := at + 1
		if exponent < len(s) && (s[exponent] == '+' || s[exponent] == '-') {
			exponent++
		}
		if digits := digitsOf(s[exponent:], 10); digits > 0 {
			at = exponent + digits
		}
	}
	n, _ = strconv.ParseFloat(s[:at], 64) // ParseFloat returns an infinity if s is out of range.
	return n, at
}

// digitsOf counts the digits of the given base at the beginning of s. For "12px" and base 10, it returns 2.
func digitsOf(s string, base int) int {
	for i := range len(s) {
		if digit(s[i]) >= base {
			return i
		}
	}
	return len(s)
}

func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return int(c|0x20-'a') + 10
	default:
		return 99
	}
}

// parseDigits returns the float64 nearest to the whole number s. If s has more than 1,100 digits, it returns infinity without parsing them.
func parseDigits(s string, base int) float64 {
	s = strings.TrimLeft(s, "0")
	switch {
	case s == "":
		return 0
	case len(s) > 1100:
		return math.Inf(1)
	}
	n, _ := new(big.Int).SetString(s, base)
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}

// equal is the operator ==.
func (m *machine) equal(a, b value) bool {
	switch {
	case a.isNullish() || b.isNullish():
		return a.isNullish() && b.isNullish()
	case a.kind == b.kind:
		return m.same(a, b)
	case a.kind == list && b.kind == function || a.kind == function && b.kind == list:
		return false
	default:
		a, b = m.primitive(a), m.primitive(b)
		if a.kind == str && b.kind == str {
			return m.same(a, b)
		}
		return m.toNumber(a) == m.toNumber(b)
	}
}

// same is the operator ===.
func (m *machine) same(a, b value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case number, boolean:
		return a.n == b.n
	case str:
		m.charge(min(len(a.text()), len(b.text())) / 16)
		return a.text() == b.text()
	case function:
		f, g := a.callable(), b.callable()
		return f == g || f.native != nil && g.native != nil && f.name == g.name
	default:
		return a.ref == b.ref
	}
}

// less evaluates a < b or, if orEqual is true, a <= b. With NaN it returns false.
func (m *machine) less(a, b value, orEqual bool) bool {
	a, b = m.primitive(a), m.primitive(b)
	if a.kind == str && b.kind == str {
		m.charge(min(len(a.text()), len(b.text())) / 16)
		order := strings.Compare(string(a.text()), string(b.text()))
		return order < 0 || orEqual && order == 0
	}
	x, y := m.toNumber(a), m.toNumber(b)
	return x < y || orEqual && x == y
}
