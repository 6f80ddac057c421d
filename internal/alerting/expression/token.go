// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	endOfText tokenKind = iota
	word
	number
	quoted
	punctuator
	illegal
)

// token is a lexical element of an expression, as written. For a template or a regular expression, scan returns only the beginning (` or
// /), as a punctuator. The parser reads the rest of a template, and does not support regular expressions.
type token struct {
	kind     tokenKind
	text     string
	pos, end int
	newline  bool // a line break precedes the token
}

type scanner struct {
	source    string
	inComment bool // the source ends in a // comment
}

const lineBreaks = "\n\r\u2028\u2029"

var (
	wordForm   = regexp.MustCompile(`^[$_\p{L}\p{Nl}][$_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\x{200c}\x{200d}]*`)
	numberForm = regexp.MustCompile(`^(?:0[xX][\da-fA-F](?:_?[\da-fA-F])*|0[oO][0-7](?:_?[0-7])*|0[bB][01](?:_?[01])*|` +
		`(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?)n?`)
	quotedForm     = regexp.MustCompile(`^(?:'(?:[^'\\\n\r]|\\(?:\r\n|(?s:.)))*'|"(?:[^"\\\n\r]|\\(?:\r\n|(?s:.)))*")`)
	punctuatorForm = regexp.MustCompile(`^(?:>>>=?|\.\.\.|--|\+\+|[=!]==?|(?:\*\*|<<|>>|&&|\|\||\?\?|[-+*/%&|^<>])=?|=>|=|\?\.|[{}()\[\];,!~?:.` + "`])")
)

// skip returns the byte offset of the next token, after whitespace and comments. It returns -1 for an unclosed comment.
func (s *scanner) skip(at int) int {
	for at < len(s.source) {
		rest := s.source[at:]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case isSpace(r):
			at += size
		case strings.HasPrefix(rest, "//"):
			at = s.endOfLine(at)
			s.inComment = at == len(s.source)
		case strings.HasPrefix(rest, "/*"):
			length := strings.Index(rest[2:], "*/")
			if length < 0 {
				return -1
			}
			at += length + 4
		default:
			return at
		}
	}
	return at
}

// isSpace reports whether JavaScript treats the character as whitespace. Unlike in Go, U+0085 is not whitespace.
func isSpace(r rune) bool {
	return r >= '\t' && r <= '\r' || r == '\ufeff' || strings.ContainsRune(lineBreaks, r) || unicode.Is(unicode.Zs, r)
}

// scan returns the next token at or after a byte offset.
func (s *scanner) scan(from int) token {
	at := s.skip(from)
	if at < 0 {
		return token{kind: illegal, text: "/*", pos: from, end: len(s.source)}
	}
	t := token{pos: at, newline: strings.ContainsAny(s.source[from:at], lineBreaks)}
	rest := s.source[at:]
	switch {
	case rest == "":
		return token{kind: endOfText, pos: at, end: at, newline: t.newline}
	case isDigit(rest[0]) || rest[0] == '.' && len(rest) > 1 && isDigit(rest[1]):
		t.kind, t.text = number, matchPrefix(numberForm, rest)
	case rest[0] == '"' || rest[0] == '\'':
		t.kind, t.text = quoted, quotedForm.FindString(rest)
	case strings.IndexByte("{}()[];,<>+-*/%&|^!~?:.=`", rest[0]) >= 0:
		t.kind, t.text = punctuator, punctuatorForm.FindString(rest[:min(4, len(rest))])
	default:
		t.kind, t.text = word, matchPrefix(wordForm, rest)
	}
	if t.text == "?." && numberForm.MatchString(rest[1:]) { // in $A?.5:1, ? and .5 are separate tokens
		t.text = "?"
	}
	t.end = at + len(t.text)
	_, size := utf8.DecodeRuneInString(rest)
	switch {
	case t.kind == quoted && t.text == "": // not closed
		t.kind, t.text, t.end = illegal, rest[:size], s.endOfLine(at)
	case t.text == "":
		t.kind, t.text, t.end = illegal, rest[:size], at+size
	case t.kind == number && wordForm.MatchString(rest[len(t.text):]):
		t.kind, t.text = illegal, rest[:size]
	}
	return t
}

// endOfLine returns the end of the line that contains a byte offset. scan calls it after an unclosed string, to skip the rest of the line.
// If scan continued right after the quote instead, a line with many quotes would take quadratic time.
func (s *scanner) endOfLine(at int) int {
	if length := strings.IndexAny(s.source[at:], lineBreaks); length >= 0 {
		return at + length
	}
	return len(s.source)
}

// matchPrefix returns the prefix of s that matches a regular expression. It tries the first 64 bytes first, because that is much faster.
func matchPrefix(form *regexp.Regexp, s string) string {
	const usual = 64
	if found := form.FindString(s[:min(usual, len(s))]); len(found) < usual-utf8.UTFMax {
		return found
	}
	return form.FindString(s)
}
