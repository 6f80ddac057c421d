// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import "slices"

// readNames sets Names and Globals for an expression that the parser does not support, such as "[$A, $B].map(x => Math.abs(x))". In this
// case, Globals contains only members of Math and Number. Any other name, such as x in this example, may be declared by the expression
// itself.
func (p *parser) readNames() {
	p.Names, p.Globals = []string{}, nil
	var open []string // opening brackets, and ` for templates
	var t, last, before token
	for at := 0; ; at = t.end {
		before, last, t = last, t, p.scan(at)
		inTemplate := t.text == "`"
		switch {
		case t.kind == endOfText:
			return
		case t.kind == word && (last.text == "." || last.text == "?."):
			if before.text == "Math" || before.text == "Number" {
				p.Globals = append(p.Globals, before.text+"."+t.text)
			}
		case t.kind == word:
			p.argument(t.text)
		case t.text == "{":
			open = append(open, "{")
		case t.text == "}" && len(open) > 0:
			inTemplate = open[len(open)-1] == "`"
			open = open[:len(open)-1]
		case (t.text == "/" || t.text == "/=") && beginsOperand(last):
			t.kind, t.end = quoted, p.regularExpression(t.pos)
		}
		if inTemplate {
			part, next := templatePart(p.source[t.end:])
			t.kind, t.end = quoted, t.end+len(part)+len(next)
			if next == "${" {
				open, t.kind = append(open, "`"), punctuator
			}
		}
	}
}

// beginsOperand reports whether a slash after the given token begins a regular expression. After an operand, a slash means division.
func beginsOperand(last token) bool {
	switch last.kind {
	case word:
		return slices.Contains(reserved, last.text) && last.text != "this"
	case punctuator:
		return !slices.Contains([]string{")", "]", "}"}, last.text)
	default:
		return last.kind == endOfText || last.kind == illegal
	}
}

// regularExpression returns the byte offset at which a regular expression ends, given the offset of its opening /.
func (p *parser) regularExpression(at int) int {
	inClass := false
	for at++; at < len(p.source); at++ {
		switch p.source[at] {
		case '\n', '\r':
			return at
		case '\\':
			at++
		case '[', ']':
			inClass = p.source[at] == '['
		case '/':
			if !inClass {
				return at + 1
			}
		}
	}
	return len(p.source)
}
