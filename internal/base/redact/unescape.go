// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// unit is one decoded character, with the bytes of the original text that encode it.
type unit struct {
	char     rune
	from, to int
}

func unitsOf(text string) []unit {
	units := make([]unit, 0, len(text))
	for i, char := range text {
		if n := len(units); n > 0 {
			units[n-1].to = i
		}
		units = append(units, unit{char: char, from: i, to: len(text)})
	}
	return units
}

// unescape decodes one layer of the escapes of URLs (%41), HTML (&#65;) and JSON (\u0041). It returns false if the text has no escapes.
func unescape(units []unit) ([]unit, bool) {
	result := make([]unit, 0, len(units))
	changed := false
	for i := 0; i < len(units); {
		chars, length := "", 0
		switch units[i].char {
		case '%':
			chars, length = unescapeBytes(units[i:], "%")
		case '&':
			chars, length = unescapeEntity(units[i:])
		case '\\':
			chars, length = unescapeBackslash(units[i:])
		}
		if length == 0 {
			result = append(result, units[i])
			i++
			continue
		}
		changed = true
		for _, char := range chars {
			result = append(result, unit{char: char, from: units[i].from, to: units[i+length-1].to})
		}
		i += length
	}
	return result, changed
}

// unescapeBytes decodes one character that is written byte by byte, each as a prefix and two hexadecimal digits: %C3%A9 or \xC3\xA9.
func unescapeBytes(units []unit, prefix string) (chars string, length int) {
	var bytes []byte
	each := len(prefix) + 2
	for length+each <= len(units) && plain(units[length:length+len(prefix)]) == prefix {
		value, err := strconv.ParseUint(plain(units[length+len(prefix):length+each]), 16, 8)
		if err != nil {
			break
		}
		bytes = append(bytes, byte(value))
		length += each
		if utf8.Valid(bytes) {
			break
		}
	}
	return string(bytes), length
}

func unescapeEntity(units []unit) (chars string, length int) {
	if len(units) > 1 && units[1].char == '#' {
		return unescapeNumber(units)
	}
	const longest = 40
	length = 1
	for length < min(len(units), longest) && isEntityChar(units[length].char) {
		length++
	}
	name := plain(units[:length])
	if length < len(units) && units[length].char == ';' {
		if chars = html.UnescapeString(name + ";"); chars != name+";" {
			return chars, length + 1
		}
	}
	// Browsers also accept the names of some HTML entities without a semicolon: they read &ampx as &x.
	chars = html.UnescapeString(name)
	for shorter := length - 1; shorter > 1 && chars != name; shorter-- {
		first := html.UnescapeString(name[:shorter])
		if first == name[:shorter] {
			break
		}
		chars, length = first, shorter
	}
	if chars == plain(units[:length]) {
		return "", 0
	}
	return chars, length
}

// unescapeNumber decodes an HTML entity with a number, such as &#34; or &#x22;. The semicolon may be missing.
func unescapeNumber(units []unit) (chars string, length int) {
	length, base := 2, 10
	if length < len(units) && (units[length].char == 'x' || units[length].char == 'X') {
		length, base = 3, 16
	}
	const most = unicode.MaxRune + 1
	first, code := length, 0
	for ; length < len(units); length++ {
		digit := strings.IndexRune("0123456789abcdef", unicode.ToLower(units[length].char))
		if digit < 0 || digit >= base {
			break
		}
		code = min(code*base+digit, most)
	}
	if length == first || code == most {
		return "", 0
	}
	if length < len(units) && units[length].char == ';' {
		length++
	}
	return string(rune(code)), length
}

func isEntityChar(char rune) bool {
	return char < utf8.RuneSelf && (unicode.IsLetter(char) || unicode.IsDigit(char))
}

// unescapeBackslash decodes the escapes of JSON, such as \n and \u0041, and those of other languages, such as \x41 and \'.
func unescapeBackslash(units []unit) (chars string, length int) {
	if len(units) < 2 {
		return "", 0
	}
	switch char := units[1].char; char {
	case 'n', 'r', 't', 'b', 'f':
		return " ", 2
	case '"', '\'', '\\', '/':
		return string(char), 2
	case 'x':
		return unescapeBytes(units, `\x`)
	case 'U':
		return unescapeCode(units, 8)
	case 'u':
		chars, length = unescapeCode(units, 4)
		first, _ := utf8.DecodeRuneInString(chars)
		if length == 0 || first != unicode.ReplacementChar {
			return chars, length
		}
		return unescapePair(units)
	default:
		return "", 0
	}
}

// unescapePair decodes a character that JSON writes as two UTF-16 codes, such as \ud83d\ude00.
func unescapePair(units []unit) (chars string, length int) {
	const half = 6
	if len(units) < 2*half || units[half].char != '\\' || units[half+1].char != 'u' {
		return string(unicode.ReplacementChar), half
	}
	high, _ := strconv.ParseUint(plain(units[2:half]), 16, 16)
	low, err := strconv.ParseUint(plain(units[half+2:2*half]), 16, 16)
	if err != nil {
		return string(unicode.ReplacementChar), half
	}
	return string(utf16.DecodeRune(rune(high), rune(low))), 2 * half
}

// unescapeCode decodes a hexadecimal number with the given number of digits, such as 0041, which means A.
func unescapeCode(units []unit, digits int) (chars string, length int) {
	length = 2 + digits
	if len(units) < length {
		return "", 0
	}
	code, err := strconv.ParseUint(plain(units[2:length]), 16, 32)
	if err != nil {
		return "", 0
	}
	return string(rune(code)), length
}

func plain(units []unit) string {
	var text strings.Builder
	for _, u := range units {
		text.WriteRune(u.char)
	}
	return text.String()
}

// fold returns the same character for all characters that an encoding may exchange, so that texts can be compared: upper and lower case, -
// and + as well as _ and / in base64, + and a space in URLs.
func fold(char rune) rune {
	switch {
	case char == '+' || char == '-' || unicode.IsSpace(char) || unicode.IsControl(char):
		return ' '
	case char == '_':
		return '/'
	default:
		return unicode.ToLower(char)
	}
}

func foldText(text string) string { return strings.Map(fold, text) }

// foldUnits returns the folded text, and in starts the byte offset in the folded text at which each unit begins. The last number in starts
// is the length of the folded text.
func foldUnits(units []unit) (folded string, starts []int) {
	var text strings.Builder
	starts = make([]int, 0, len(units)+1)
	for _, u := range units {
		starts = append(starts, text.Len())
		text.WriteRune(fold(u.char))
	}
	return text.String(), append(starts, text.Len())
}
