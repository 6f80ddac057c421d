// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func (p *parser) numberLiteral(t token) node {
	s := strings.ReplaceAll(t.text, "_", "")
	switch {
	case strings.HasSuffix(s, "n"):
		return p.unsupported("the BigInt "+t.text, t.pos)
	case len(s) > 1 && s[0] == '0' && isDigit(s[1]): // 017 is 15 in sloppy mode and an error in strict mode.
		return p.unsupported("the number "+t.text, t.pos)
	}
	return constant(numberOf(parseNumber(s)))
}

// unescape decodes the escape sequences in s, which is a string literal (without its quotes) or a section of a template. The parameter at
// is the position of s in the source, for error messages.
func (p *parser) unescape(s string, at int) string {
	var decoded strings.Builder
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	for {
		plain := strings.IndexByte(s, '\\')
		if plain < 0 {
			decoded.WriteString(s)
			return decoded.String()
		}
		decoded.WriteString(s[:plain])
		character, size := escape(s[plain:])
		if size == 0 {
			p.unsupported("an escape such as \\0 or half of a character", at)
			return ""
		}
		decoded.WriteString(character)
		s = s[plain+size:]
	}
}

// escape decodes the escape sequence at the beginning of s, such as \n. size is the length of the sequence, or 0 if it is not supported.
func escape(s string) (decoded string, size int) {
	if len(s) < 2 || isDigit(s[1]) {
		return "", 0
	}
	if i := strings.IndexByte("bfnrtv", s[1]); i >= 0 {
		return "\b\f\n\r\t\v"[i : i+1], 2
	}
	r, size := utf8.DecodeRuneInString(s[1:])
	switch {
	case strings.ContainsRune(lineBreaks, r):
		return "", 1 + size
	case r != 'x' && r != 'u':
		return s[1 : 1+size], 1 + size
	}
	if r, size = escapedRune(s); utf16.IsSurrogate(r) {
		low, more := escapedRune(s[size:])
		r, size = utf16.DecodeRune(r, low), size+more
		if r == utf8.RuneError {
			return "", 0
		}
	}
	return string(r), size
}

// escapedRune decodes \x41, \u0041 or \u{41} at the beginning of s. size is 0 if s begins with none of these.
func escapedRune(s string) (r rune, size int) {
	var digits string
	switch {
	case strings.HasPrefix(s, `\u{`):
		digits, _, _ = strings.Cut(s[3:], "}")
		size = len(digits) + 4
	case strings.HasPrefix(s, `\u`):
		digits, size = s[2:min(6, len(s))], 6
	case strings.HasPrefix(s, `\x`):
		digits, size = s[2:min(4, len(s))], 4
	}
	code, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || size > len(s) || code > utf8.MaxRune {
		return 0, 0
	}
	return rune(code), size
}

// template parses a template string such as `${$A} bar`.
func (p *parser) template() node {
	var parts []string
	var of []node
	for {
		begin := p.token.pos
		part, next := templatePart(p.source[p.token.end:])
		parts = append(parts, p.unescape(part, begin))
		p.token.end += len(part) + len(next)
		switch next {
		case "`":
			p.next()
			return joinTemplate(parts, of)
		case "":
			return p.fail(begin, "the template that begins here is not closed")
		}
		p.next()
		of = append(of, p.parseNested(p.expression))
		if !p.is("}") {
			return p.syntaxError()
		}
	}
}

// templatePart returns the part of s before the first "${" or "`". It also returns the "${" or "`" that follows the part, or "" if s
// contains neither.
func templatePart(s string) (part, next string) {
	for end := 0; end < len(s); end++ {
		switch {
		case s[end] == '\\':
			end++
		case s[end] == '`':
			return s[:end], "`"
		case strings.HasPrefix(s[end:], "${"):
			return s[:end], "${"
		}
	}
	return s, ""
}

// baseOf returns the base of an unsigned number literal, such as 16 for 0x1F.
func baseOf(s string) int {
	if len(s) > 1 && s[0] == '0' {
		if i := strings.IndexByte("xob", s[1]|0x20); i >= 0 {
			return [...]int{16, 8, 2}[i]
		}
	}
	return 10
}

// parseNumber converts a string to a number like JavaScript's Number function: " 12 " becomes 12, "" becomes 0, and "x" becomes NaN.
func parseNumber(s string) float64 {
	s = strings.TrimFunc(s, isSpace)
	if base := baseOf(s); base != 10 {
		if s = s[2:]; digitsOf(s, base) < len(s) || s == "" {
			return math.NaN()
		}
		return parseDigits(s, base)
	}
	n, length := parsePrefix(s)
	switch {
	case s == "":
		return 0
	case length < len(s):
		return math.NaN()
	default:
		return n
	}
}

var prefixForm = regexp.MustCompile(`^[+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)`)

// parsePrefix parses the number at the beginning of s like JavaScript's parseFloat, and also returns its length.
func parsePrefix(s string) (n float64, length int) {
	found := prefixForm.FindString(s)
	if found == "" {
		return math.NaN(), 0
	}
	n, _ = strconv.ParseFloat(found, 64) // ParseFloat returns an infinity if the number is out of range
	return n, len(found)
}

// digitsOf returns the number of digits at the beginning of s that are valid in a base: 2 for "12px" in base 10.
func digitsOf(s string, base int) int {
	for i := range len(s) {
		if digit(s[i]) >= base {
			return i
		}
	}
	return len(s)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func digit(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return int(c|0x20-'a') + 10
	default:
		return 99
	}
}

// parseDigits returns the float64 nearest to an integer. An integer with more than 1,100 digits becomes infinity, because it is too large
// for a float64 in any base.
func parseDigits(s string, base int) float64 {
	s = strings.TrimLeft(s, "0")
	switch {
	case s == "":
		return 0
	case len(s) > 1100:
		return math.Inf(1)
	}
	i, _ := new(big.Int).SetString(s, base)
	n, _ := new(big.Float).SetInt(i).Float64()
	return n
}
