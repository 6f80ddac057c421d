// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/probe"
)

func (s *session) print(report *probe.Report) error {
	if s.json {
		return printJSON(s.stdout, report)
	}
	_, err := io.WriteString(s.stdout, text(report, commandline.Width(s.stdout)))
	return err
}

// text returns the report: the differences, what the run could not find out, and the number of points that are as expected. Lists of names
// have lines of at most width characters.
func text(report *probe.Report, width int) string {
	byState := map[probe.State][]probe.Answer{}
	for _, a := range report.Answers {
		byState[a.State] = append(byState[a.State], a)
	}
	var b strings.Builder
	differs, unknown, agrees := byState[probe.Differs], byState[probe.Unknown], byState[probe.Agrees]
	switch len(differs) {
	case 0:
		b.WriteString("The run found no difference from what the provider expects.\n")
	default:
		fmt.Fprintf(&b, "The engine differs in %s from what the provider expects.\n\n", points(len(differs)))
		rows := [][]string{{"HABIT", "WHAT THIS ENGINE DOES", "WHAT YOU SEE", "GUIDE"}}
		for _, a := range differs {
			rows = append(rows, []string{document.Visible(a.Habit()), sentence(a.Summary), plain(a.Effect), "probe#" + a.Topic})
		}
		writeTable(&b, rows)
	}
	if lines := factLines(report.Facts); len(lines) > 0 {
		b.WriteString("\nValues that differ:\n")
		for _, line := range lines {
			fmt.Fprintf(&b, "  %s\n", document.Visible(line))
		}
	}
	if len(report.Findings) > 0 {
		b.WriteString("\nThe provider also does not expect this:\n")
		for _, finding := range report.Findings {
			fmt.Fprintf(&b, "  %s\n", document.Visible(finding))
		}
	}
	if len(unknown) > 0 {
		fmt.Fprintf(&b, "\nThe run could not find out %s:\n", points(len(unknown)))
		writeUnknown(&b, unknown, width)
	}
	fmt.Fprintf(&b, "\nThe engine is as expected in %s. The run sent %d requests.\n", points(len(agrees)), report.Requests)
	return b.String()
}

func points(count int) string {
	if count == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", count)
}

// writeUnknown writes the names of the habits that the run could not find out, together for each reason.
func writeUnknown(b *strings.Builder, unknown []probe.Answer, width int) {
	names := map[string][]string{}
	var reasons []string
	for _, a := range unknown {
		if names[a.Why] == nil {
			reasons = append(reasons, a.Why)
		}
		names[a.Why] = append(names[a.Why], a.Name)
	}
	slices.SortStableFunc(reasons, func(x, y string) int { return len(names[y]) - len(names[x]) })
	const indent = "    "
	for _, reason := range reasons {
		fmt.Fprintf(b, "  %s:\n", document.Visible(reason))
		for _, line := range commandline.Wrap(strings.Join(names[reason], ", "), width-len(indent)) {
			b.WriteString(indent + line + "\n")
		}
	}
}

// factLines describes the defaults, words and limits of the engine that differ from those that the provider expects, one on each line.
func factLines(facts profile.Facts) []string {
	return slices.Concat(
		eachFact(facts.Defaults, func(value any) string { return "the default is " + document.Encode(value) }),
		eachFact(facts.Words, func(words []string) string { return "the engine accepts only " + strings.Join(words, ", ") }),
		eachFact(facts.MaxLength, func(length int) string {
			if length == 0 {
				return "a text may have any length"
			}
			return fmt.Sprintf("a text has at most %d characters", length)
		}),
		eachFact(facts.Min, func(least int64) string { return fmt.Sprintf("a number is at least %d", least) }),
		eachFact(facts.Max, func(most int64) string { return fmt.Sprintf("a number is at most %d", most) }),
	)
}

func eachFact[T any](facts map[string]map[string]T, describe func(value T) string) (lines []string) {
	for _, kind := range slices.Sorted(maps.Keys(facts)) {
		for _, field := range slices.Sorted(maps.Keys(facts[kind])) {
			lines = append(lines, fmt.Sprintf("%s %s: %s", kind, field, describe(facts[kind][field])))
		}
	}
	return lines
}

// link matches a link in Markdown to another guide, such as [Lost replies](lost-replies.md).
var link = regexp.MustCompile(`\[([^\]]*)\]\(([a-z-]+)\.md\)`)

// plain returns a text in Markdown as text for a terminal.
func plain(markdown string) string {
	return strings.ReplaceAll(link.ReplaceAllString(markdown, "$1 (guide $2)"), "`", "")
}

// sentence returns a text with a large letter at its beginning and a period at its end.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// mostWidth is the largest width of the columns of a table, in characters. Longer texts go on in the next line.
const mostWidth = 40

// writeTable writes rows of cells in columns, with two spaces between the columns.
func writeTable(b *strings.Builder, rows [][]string) {
	wrapped := make([][][]string, len(rows))
	widths := make([]int, len(rows[0]))
	for i, row := range rows {
		for column, cell := range row {
			lines := commandline.Wrap(cell, mostWidth)
			wrapped[i] = append(wrapped[i], lines)
			for _, line := range lines {
				widths[column] = max(widths[column], utf8.RuneCountInString(line))
			}
		}
	}
	for _, row := range wrapped {
		height := 0
		for _, cell := range row {
			height = max(height, len(cell))
		}
		for at := range height {
			line := ""
			for column, cell := range row {
				text := ""
				if at < len(cell) {
					text = cell[at]
				}
				line += fmt.Sprintf("%-*s  ", widths[column], text)
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
}
