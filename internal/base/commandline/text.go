// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// maxWidth applies even on wider terminals, because long lines are hard to read.
const minWidth, defaultWidth, maxWidth = 40, 80, 120

// Width returns the line width for an output, from 40 to 120 characters. It uses the COLUMNS environment variable if it is set, then the
// width of the terminal if there is one, and otherwise 80.
func Width(w io.Writer) int {
	width, isTerminal := terminalWidth(w)
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		width = columns
	} else if !isTerminal {
		width = defaultWidth
	}
	return min(max(width, minWidth), maxWidth)
}

// terminalWidth returns a terminal's width in columns. ok is false if the output is not a terminal.
func terminalWidth(w io.Writer) (width int, ok bool) {
	file, isFile := w.(*os.File)
	if !isFile {
		return 0, false
	}
	width, _, err := term.GetSize(int(file.Fd()))
	return width, err == nil && width > 0
}

// IsTerminal reports whether an input or output is a terminal.
func IsTerminal(stream any) bool {
	file, isFile := stream.(*os.File)
	return isFile && term.IsTerminal(int(file.Fd()))
}

// Wrap breaks a string at spaces into lines of at most width characters. A word longer than width gets its own line.
func Wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

// wrapLine breaks a line that is longer than width, and indents each part like the original line.
func wrapLine(line string, width int) []string {
	if utf8.RuneCountInString(line) <= width {
		return []string{line}
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	lines := Wrap(line, width-len(indent))
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

// Fill wraps the paragraphs in a string. Lines that begin with a space, such as examples, are unchanged. A line that consists of a name, a
// tab and a meaning becomes a table row.
func Fill(text string, width int) string {
	var b strings.Builder
	var paragraph []string
	var rows [][2]string
	end := func() {
		if len(paragraph) > 0 {
			b.WriteString(strings.Join(Wrap(strings.Join(paragraph, " "), width), "\n") + "\n")
		}
		b.WriteString(table(rows, width))
		paragraph, rows = nil, nil
	}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		name, meaning, isRow := strings.Cut(line, "\t")
		switch {
		case isRow:
			rows = append(rows, [2]string{name, meaning})
		case line == "" || line[0] == ' ':
			end()
			b.WriteString(line + "\n")
		default:
			paragraph = append(paragraph, line)
		}
	}
	end()
	return b.String()
}

// maxNameWidth is the maximum width of a table's first column. A longer name gets its own line.
const maxNameWidth = 26

// table formats rows in two columns: a name and its meaning.
func table(rows [][2]string, width int) string {
	column := 0
	for _, row := range rows {
		if n := utf8.RuneCountInString(row[0]); n <= maxNameWidth {
			column = max(column, n)
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := "  " + row[0]
		indent := column + 4
		for i, part := range Wrap(row[1], width-indent) {
			if n := utf8.RuneCountInString(line); i == 0 && n > indent-2 {
				b.WriteString(line + "\n")
				line = ""
			}
			line += strings.Repeat(" ", indent-utf8.RuneCountInString(line)) + part
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = ""
		}
	}
	return b.String()
}

// columns lays out names in as many columns as fit, filling each column from top to bottom like ls.
func columns(names []string, indent string, width int) string {
	widest := 0
	for _, name := range names {
		widest = max(widest, utf8.RuneCountInString(name))
	}
	across := max(1, (width-len(indent)+2)/(widest+2))
	down := (len(names) + across - 1) / across
	var b strings.Builder
	for row := range down {
		line := indent
		for at := row; at < len(names); at += down {
			line += names[at] + strings.Repeat(" ", widest+2-utf8.RuneCountInString(names[at]))
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
