// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	endOfText kind = iota
	word
	punctuator
	number
	text
	private // #name
	illegal
)

// token is a word, number, text or punctuator. Regular expressions and templates are not tokens: scan returns only the character /, ` or }
// at which such a part of the text begins, as a punctuator.
type token struct {
	kind     kind
	text     string // a word with its escapes decoded, otherwise as written
	pos, end int
	newline  bool // a line break precedes the token
	escaped  bool
}

const lineBreaks = "\n\r\u2028\u2029"

// skip returns the byte offset of the next token, after white space and comments, and whether there is a line break before that token.
func (p *parser) skip(at int) (next int, newline bool) {
	for at < len(p.source) {
		rest := p.source[at:]
		switch c := rest[0]; {
		case c == '\n' || c == '\r':
			newline = true
			at++
		case c == ' ' || c >= '\t' && c <= '\f':
			at++
		case strings.HasPrefix(rest, "//"):
			length := strings.IndexAny(rest, lineBreaks)
			if length < 0 {
				p.inComment = true
				return len(p.source), newline
			}
			at += length
		case strings.HasPrefix(rest, "/*"):
			length := strings.Index(rest[2:], "*/")
			if length < 0 {
				panic(p.incomplete())
			}
			newline = newline || strings.ContainsAny(rest[:length+2], lineBreaks)
			at += length + 4
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(rest)
			isBreak := strings.ContainsRune(lineBreaks, r)
			if !isBreak && r != '\ufeff' && !unicode.Is(unicode.Zs, r) {
				return at, newline
			}
			newline = newline || isBreak
			at += size
		default:
			return at, newline
		}
	}
	return at, newline
}

func (p *parser) scan(at int) token {
	at, newline := p.skip(at)
	t := token{pos: at, end: at, newline: newline}
	if at == len(p.source) {
		return t
	}
	c := p.source[at]
	switch {
	case c >= '0' && c <= '9' || c == '.' && at+1 < len(p.source) && isDigit(p.source[at+1]):
		t.kind, t.end = number, p.number(at)
	case c == '"' || c == '\'':
		t.kind, t.end = text, p.quoted(at)
	case c == '#':
		if name := p.word(at + 1); name.kind == word {
			t.kind, t.end = private, name.end
		}
	default:
		if name := p.word(at); name.kind == word {
			name.newline = newline
			return name
		}
		t.kind, t.end = punctuator, at+p.punctuator(at)
	}
	if t.end == at {
		_, size := utf8.DecodeRuneInString(p.source[at:])
		t.kind, t.end = illegal, at+size
	}
	t.text = p.source[at:t.end]
	return t
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func (p *parser) word(at int) token {
	t := token{pos: at, end: at}
	var decoded []byte
	for t.end < len(p.source) {
		r, size := utf8.DecodeRuneInString(p.source[t.end:])
		if r == '\\' {
			if r, size = escapedRune(p.source[t.end:]); size == 0 {
				break
			}
			if !t.escaped {
				t.escaped, decoded = true, []byte(p.source[at:t.end])
			}
		}
		if !isPartOfName(r) || t.end == at && !isStartOfName(r) {
			break
		}
		if t.escaped {
			decoded = utf8.AppendRune(decoded, r)
		}
		t.end += size
	}
	if t.end > at {
		t.kind, t.text = word, p.source[at:t.end]
		if t.escaped {
			t.text = string(decoded)
		}
	}
	return t
}

func isStartOfName(r rune) bool {
	return r == '$' || r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
		r >= utf8.RuneSelf && unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start)
}

func isPartOfName(r rune) bool {
	return isStartOfName(r) || r >= '0' && r <= '9' ||
		r >= utf8.RuneSelf && (r == '\u200c' || r == '\u200d' ||
			unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue))
}

// escapedRune decodes \u0041 or \u{41} at the beginning of a text and returns its length in bytes, or 0 if there is no such escape.
func escapedRune(from string) (r rune, size int) {
	if !strings.HasPrefix(from, `\u`) {
		return 0, 0
	}
	from = from[2:]
	if strings.HasPrefix(from, "{") {
		digits := 0
		for 1+digits < len(from) && isHex(from[1+digits]) {
			digits++
		}
		code, err := strconv.ParseUint(from[1:1+digits], 16, 32)
		if err != nil || code > unicode.MaxRune || 1+digits == len(from) || from[1+digits] != '}' {
			return 0, 0
		}
		return rune(code), digits + 4
	}
	if len(from) < 4 {
		return 0, 0
	}
	code, err := strconv.ParseUint(from[:4], 16, 32)
	if err != nil {
		return 0, 0
	}
	return rune(code), 6
}

// number returns the byte offset of the end of the number at the given offset. Without a number, it returns the given offset.
func (p *parser) number(at int) int {
	isLegacy := false
	end := at
	digits := func(is func(byte) bool) bool {
		from := end
		for end < len(p.source) && (is(p.source[end]) || p.source[end] == '_') {
			end++
		}
		return end > from
	}
	rest := p.source[at:]
	switch {
	case len(rest) > 1 && rest[0] == '0' && strings.IndexByte("xXoObB", rest[1]) >= 0:
		end += 2
		if !digits(isHex) {
			return at
		}
	default:
		isLegacy = len(rest) > 1 && rest[0] == '0' && isDigit(rest[1])
		digits(isDigit)
		if end < len(p.source) && p.source[end] == '.' && !isLegacy {
			end++
			digits(isDigit)
		}
		if end < len(p.source) && (p.source[end] == 'e' || p.source[end] == 'E') {
			end++
			if end < len(p.source) && (p.source[end] == '+' || p.source[end] == '-') {
				end++
			}
			if !digits(isDigit) {
				return at
			}
		}
	}
	if end < len(p.source) && p.source[end] == 'n' {
		end++
	}
	written := p.source[at:end]
	if r, _ := utf8.DecodeRuneInString(p.source[end:]); isPartOfName(r) || strings.Contains(written, "__") || strings.HasSuffix(written, "_") {
		return at
	}
	return end
}

// quoted returns the byte offset of the end of the string literal at the given offset.
func (p *parser) quoted(at int) int {
	quote := p.source[at]
	for end := at + 1; end < len(p.source); end++ {
		switch p.source[end] {
		case quote:
			return end + 1
		case '\\':
			if strings.HasPrefix(p.source[end+1:], "u") {
				if _, size := escapedRune(p.source[end:]); size == 0 {
					panic(p.wrong(end, `\u stands before four hexadecimal digits, or before {digits}`))
				}
			}
			end++
			if strings.HasPrefix(p.source[end:], "\r\n") {
				end++
			}
		case '\n', '\r':
			panic(p.wrong(at, "the text that begins here is not closed on its line"))
		}
	}
	panic(p.wrong(at, "the text that begins here is not closed"))
}

// regExp returns the byte offset of the end of the regular expression at the given offset. Flags belong to it, such as the g of /a/g.
func (p *parser) regExp(at int) int {
	inClass := false
	for end := at + 1; end < len(p.source); end++ {
		switch c := p.source[end]; {
		case c == '\n' || c == '\r':
			panic(p.wrong(at, "the regular expression that begins here is not closed on its line"))
		case c == '\\':
			end++
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c == '/' && !inClass:
			if flags := p.word(end + 1); flags.kind == word {
				return flags.end
			}
			return end + 1
		}
	}
	panic(p.wrong(at, "the regular expression that begins here is not closed"))
}

// punctuator returns the length of the longest operator or bracket at a byte offset, such as 3 for "===". Without one, it returns 0.
func (p *parser) punctuator(at int) int {
	rest := p.source[at:]
	if strings.HasPrefix(rest, "?.") && len(rest) > 2 && isDigit(rest[2]) {
		return 1
	}
	for length := min(4, len(rest)); length > 0; length-- {
		switch rest[:length] {
		case ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=",
			"=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
			"{", "}", "(", ")", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", "=", ".", "`":
			return length
		}
	}
	return 0
}
