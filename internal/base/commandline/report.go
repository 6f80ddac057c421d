// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Report is a table that a command prints. The method Add escapes control characters in cells.
type Report struct {
	Header []string
	Rows   [][]string
}

// Add appends a row.
func (r *Report) Add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = document.Visible(fmt.Sprint(cell))
	}
	r.Rows = append(r.Rows, row)
}

// Text prints the table for a terminal.
func (r *Report) Text(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, strings.ToUpper(strings.Join(r.Header, "\t"))) // Flush returns the error
	for _, row := range r.Rows {
		_, _ = fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	return table.Flush()
}

// Markdown prints the table as Markdown, for example for a pull request comment.
func (r *Report) Markdown(w io.Writer) error {
	line := func(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }
	text := line(r.Header) + strings.Repeat("| --- ", len(r.Header)) + "|\n"
	for _, row := range r.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = Markdown(cell)
		}
		text += line(cells)
	}
	_, err := io.WriteString(w, text)
	return err
}

var markdownMarks = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "~", `\~`, "[", `\[`, "]", `\]`, "<", "&lt;", "|", `\|`, "&", "&amp;",
)

// Markdown escapes a string so that it renders literally in Markdown, on one line.
func Markdown(text string) string { return markdownMarks.Replace(document.Visible(text)) }
