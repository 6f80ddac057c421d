// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"encoding/hex"
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// maxEscapes is the maximum number of nested escapes to decode. For example, JSON inside a URL inside HTML needs three.
const maxEscapes = 6

// Patterns for URL escapes, numeric HTML entities, and escapes in JSON and other languages.
var (
	numberEntity    = regexp.MustCompile(`(&#(?:[xX][[:xdigit:]]+|[0-9]+));?`)
	urlEscape       = regexp.MustCompile(`(?:%[[:xdigit:]]{2})+`)
	backslashEscape = regexp.MustCompile(`(?:\\u[[:xdigit:]]{4})+|(?:\\x[[:xdigit:]]{2})+|\\U[[:xdigit:]]{8}|\\["'\\/nrtbf]`)
)

// decode decodes escapes from URLs (%41), HTML (&#65;) and JSON (\u0041), including nested ones.
func decode(text string) string {
	for range maxEscapes {
		decoded := urlEscape.ReplaceAllStringFunc(text, func(escapes string) string { return bytesOf(escapes, "%") })
		decoded = numberEntity.ReplaceAllString(decoded, "$1;") // UnescapeString ignores some entities without a semicolon
		decoded = backslashEscape.ReplaceAllStringFunc(html.UnescapeString(decoded), decodeBackslash)
		if decoded == text {
			break
		}
		text = decoded
	}
	return text
}

func decodeBackslash(escapes string) string {
	switch escapes[1] {
	case 'n', 'r', 't', 'b', 'f':
		return " "
	case 'x':
		return bytesOf(escapes, `\x`)
	case 'u':
		var codes []uint16 // a character may need two codes, such as \ud83d\ude00
		for code := range strings.SplitSeq(escapes[2:], `\u`) {
			number, _ := strconv.ParseUint(code, 16, 16) // the pattern matches only valid numbers
			codes = append(codes, uint16(number))
		}
		return string(utf16.Decode(codes))
	case 'U':
		code, _ := strconv.ParseUint(escapes[2:], 16, 32)
		return string(rune(code))
	}
	return escapes[1:]
}

// bytesOf decodes bytes written in hexadecimal after a prefix, such as %C3%A9 or \xC3\xA9.
func bytesOf(escapes, prefix string) string {
	decoded, _ := hex.DecodeString(strings.ReplaceAll(escapes, prefix, "")) // the pattern matches only valid digits
	return string(decoded)
}

// Some encodings differ only in a few characters. For example, a space can be encoded as "+", and some base64 variants use "_" instead of
// "/". For each group of such characters, fold returns the same character. It also converts letters to lower case.
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

// foldRunes applies fold to each character and returns the resulting string. In this string, the character i begins at the byte starts[i].
// The last element of starts is the length of the string.
func foldRunes(chars []rune) (folded string, starts []int) {
	var text strings.Builder
	starts = make([]int, 0, len(chars)+1)
	for _, char := range chars {
		starts = append(starts, text.Len())
		text.WriteRune(fold(char))
	}
	return text.String(), append(starts, text.Len())
}
