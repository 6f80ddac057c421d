// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package hcltext

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

const (
	// maxWidth is the maximum width of an object or list on one line. Wider ones are split into several lines.
	maxWidth = 100
	step     = "  "
)

// Block formats a block. It separates multi-line attributes from their neighbors with blank lines.
func Block(header string, members []Member) string {
	var b strings.Builder
	b.WriteString(header + " {\n")
	wasLong := false
	for i, m := range members {
		text := m.text(step)
		long := strings.Contains(text, "\n")
		if i > 0 && (long || wasLong) {
			b.WriteString("\n")
		}
		wasLong = long
		b.WriteString(step + text + "\n")
	}
	b.WriteString("}\n")
	return string(hclwrite.Format([]byte(b.String())))
}

func (m Member) text(indent string) string {
	var b strings.Builder
	for _, comment := range m.Comments {
		b.WriteString("# " + comment + "\n" + indent)
	}
	if m.Value == nil { // a member that consists only of comments
		return strings.TrimSuffix(b.String(), "\n"+indent)
	}
	b.WriteString(m.Name + " = " + Format(m.Value, indent, len(indent)+len(m.Name)+len(" = ")))
	return b.String()
}

// Format returns the text of an expression that begins at the given column. It splits expressions that are too wide, except literals.
func Format(e Expression, indent string, column int) string {
	line, short := e.line()
	if short && (column+len([]rune(line)) <= maxWidth || isAtom(e)) {
		return line
	}
	return e.lines(indent)
}

func isAtom(e Expression) bool {
	if shared, ok := e.(Shared); ok {
		return isAtom(shared.expression())
	}
	_, ok := e.(Literal)
	return ok
}

func (l Literal) line() (string, bool) { return string(l), true }
func (l Literal) lines(string) string  { return string(l) }

func (Heredoc) line() (string, bool) { return "", false }

func (h Heredoc) lines(indent string) string {
	marker := h.marker()
	var b strings.Builder
	b.WriteString("<<-" + marker + "\n")
	for _, line := range h {
		if line != "" {
			b.WriteString(indent + step + line)
		}
		b.WriteString("\n")
	}
	b.WriteString(indent + marker)
	return b.String()
}

func (o Object) line() (string, bool) {
	if len(o) == 0 {
		return "{}", true
	}
	parts := make([]string, len(o))
	for i, m := range o {
		value, short := "", m.Value != nil
		if short {
			value, short = m.Value.line()
		}
		if !short || len(m.Comments) > 0 {
			return "", false
		}
		parts[i] = m.Name + " = " + value
	}
	return "{ " + strings.Join(parts, ", ") + " }", true
}

func (o Object) lines(indent string) string {
	if len(o) == 0 {
		return "{}"
	}
	var b strings.Builder
	b.WriteString("{\n")
	for _, m := range o {
		b.WriteString(indent + step + m.text(indent+step) + "\n")
	}
	b.WriteString(indent + "}")
	return b.String()
}

// line returns the list on one line. It returns false for a list of several objects, because each of them gets its own line.
func (l List) line() (string, bool) {
	parts := make([]string, len(l))
	for i, e := range l {
		part, short := e.line()
		if !short || len(l) > 1 && strings.HasPrefix(part, "{") {
			return "", false
		}
		parts[i] = part
	}
	return "[" + strings.Join(parts, ", ") + "]", true
}

// lines writes each element on its own line. If the only element is an object, its brace directly follows the bracket, as in [{.
func (l List) lines(indent string) string {
	if len(l) == 0 {
		return "[]"
	}
	if text := Format(l[0], indent, len(indent)); len(l) == 1 && strings.HasPrefix(text, "{\n") {
		return "[" + text + "]"
	}
	var b strings.Builder
	b.WriteString("[\n")
	for _, e := range l {
		b.WriteString(indent + step + Format(e, indent+step, len(indent+step)+len(",")) + ",\n")
	}
	b.WriteString(indent + "]")
	return b.String()
}

func (c Call) line() (string, bool) {
	argument, short := c.Argument.line()
	return c.Function + "(" + argument + ")", short
}

func (c Call) lines(indent string) string {
	if heredoc, ok := c.Argument.(Heredoc); ok { // Nothing may follow a heredoc's end marker on its line.
		return c.Function + "(" + heredoc.lines(indent) + "\n" + indent + ")"
	}
	return c.Function + "(" + Format(c.Argument, indent, len(indent)+len(c.Function)) + ")"
}

func (s Shared) line() (string, bool)       { return s.expression().line() }
func (s Shared) lines(indent string) string { return s.expression().lines(indent) }
