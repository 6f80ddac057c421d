// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

func renderTable(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	const row, letters = 24.0, 12.0
	widths := columnWidths(p, size.Width-24, letters)
	left := func(column int) float64 {
		x := 12.0
		for _, w := range widths[:column] {
			x += w
		}
		return x
	}
	for i, name := range p.Columns {
		c.Text(left(i), 17, Lettering{Size: 11, Color: theme.Muted, Bold: true}, panel.Truncate(name, 11, widths[i]-10))
	}
	c.Line(12, row, size.Width-12, row, theme.Axis)
	colored := map[int]bool{} // the columns that contain a colored cell
	for _, cells := range p.Rows {
		for i, cell := range cells {
			colored[i] = colored[i] || cell.Color != ""
		}
	}
	room := int((size.Height - row) / row)
	hidden := len(p.Rows) - room
	if hidden > 0 {
		room--
		hidden++
	}
	for r, cells := range p.Rows[:max(min(len(p.Rows), room), 0)] {
		y := row * float64(r+1)
		if r > 0 {
			c.Line(12, y, size.Width-12, y, theme.Line)
		}
		for i, cell := range cells[:min(len(cells), len(widths))] {
			x := left(i)
			if cell.Color != "" {
				c.Rect(x, y+8, 8, 8, 2, cell.Color, "")
			}
			if colored[i] {
				x += 13
			}
			c.Text(x, y+16, Lettering{Size: letters, Color: theme.Text}, panel.Truncate(cell.Text, letters, left(i)+widths[i]-x-8))
		}
	}
	if hidden > 0 {
		c.Text(12, row*float64(max(room, 0)+1)+16, Lettering{Size: 11, Color: theme.Muted}, "… and "+document.Count(hidden, "more row"))
	}
}

// columnWidths returns the width of each column, based on the longest of its first 50 cells. If the sum of the widths exceeds the width of
// the table, it shrinks only the widest columns. The letters argument is the font size.
func columnWidths(p panel.Panel, width, letters float64) []float64 {
	widths := make([]float64, len(p.Columns))
	total := 0.0
	for i, name := range p.Columns {
		widths[i] = panel.TextWidth(name, 11)
		for _, cells := range p.Rows[:min(len(p.Rows), 50)] {
			if i < len(cells) {
				widths[i] = max(widths[i], panel.TextWidth(cells[i].Text, letters)+13)
			}
		}
		widths[i] += 16
		total += widths[i]
	}
	rest, share := width, 0.0
	for i, w := range slices.Sorted(slices.Values(widths)) {
		if share = rest / float64(len(widths)-i); w > share {
			break
		}
		rest -= w
	}
	for i, w := range widths {
		widths[i] = min(w, share) * max(1, width/total)
	}
	return widths
}

func renderText(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	const letters, height = 13.0, 19.0
	for i, line := range breakLines(p.Body, letters, size.Width-28, max(int((size.Height-8)/height), 1)) {
		c.Text(14, 18+height*float64(i), Lettering{Size: letters, Color: theme.Text}, line)
	}
}

// breakLines breaks text into lines, up to the given limit. If the text is longer, the last line ends with "…".
func breakLines(text string, letters, width float64, limit int) []string {
	if text == "" {
		return nil
	}
	lines := wrap(text, letters, width, limit+1)
	if len(lines) > limit {
		lines[limit-1] = panel.Truncate(lines[limit-1]+" …", letters, width)
		lines = lines[:limit]
	}
	return lines
}

// wrap breaks text into at most limit lines, and drops the rest. It splits a word that is longer than a line.
func wrap(text string, letters, width float64, limit int) (lines []string) {
	for paragraph := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			joined := strings.TrimPrefix(line+" "+word, " ")
			if line != "" && panel.TextWidth(joined, letters) > width {
				lines = append(lines, line)
				joined = word
			}
			line = joined
			for len(lines) < limit && panel.TextWidth(line, letters) > width {
				piece := fittingPrefix(line, letters, width)
				lines, line = append(lines, piece), line[len(piece):]
			}
			if len(lines) >= limit {
				return lines
			}
		}
		if lines = append(lines, line); len(lines) >= limit {
			break
		}
	}
	return lines
}

// fittingPrefix returns the longest prefix that fits into the width. It returns at least one character, even if that is too wide.
func fittingPrefix(text string, letters, width float64) string {
	used := 0.0
	for i, r := range text {
		if used += panel.TextWidth(string(r), letters); used > width && i > 0 {
			return text[:i]
		}
	}
	return text
}
