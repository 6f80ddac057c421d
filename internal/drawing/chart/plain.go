// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// Canvas collects SVG elements. Its methods escape all texts.
type Canvas struct{ strings.Builder }

// Lettering is the look of a text, such as size and color.
type Lettering struct {
	Size   float64
	Color  string
	Anchor string // start, middle or end
	Bold   bool
	Mono   bool
	Halo   string // the color around the letters, "" for none
}

// Text writes a line of text. y is the baseline, on which the letters stand.
func (c *Canvas) Text(x, y float64, l Lettering, text string) {
	if text == "" {
		return
	}
	c.WriteString(`<text x="` + digits(x) + `" y="` + digits(y) + `" font-size="` + digits(l.Size) + `" fill="` + l.Color + `"`)
	if l.Anchor != "" && l.Anchor != "start" {
		c.WriteString(` text-anchor="` + l.Anchor + `"`)
	}
	if l.Bold {
		c.WriteString(` font-weight="600"`)
	}
	if l.Mono {
		c.WriteString(` font-family="monospace" xml:space="preserve"`)
	}
	if l.Halo != "" {
		c.WriteString(` stroke="` + l.Halo + `" stroke-width="3" paint-order="stroke"`)
	}
	c.WriteString(">" + Escaped(text) + "</text>\n")
}

// Rect draws a rectangle. With fill "" it is not filled, with stroke "" it has no border.
func (c *Canvas) Rect(x, y, width, height, radius float64, fill, stroke string) {
	c.WriteString(`<rect x="` + digits(x) + `" y="` + digits(y) + `" width="` + digits(max(width, 0)) + `" height="` + digits(max(height,
		0)) + `"`)
	if radius > 0 {
		c.WriteString(` rx="` + digits(radius) + `"`)
	}
	if fill == "" {
		fill = "none"
	}
	c.WriteString(` fill="` + fill + `"`)
	if stroke != "" {
		c.WriteString(` stroke="` + stroke + `"`)
	}
	c.WriteString("/>\n")
}

// Line draws a straight line.
func (c *Canvas) Line(x1, y1, x2, y2 float64, color string) {
	fmt.Fprintf(c, `<path d="M%s %sL%s %s" stroke="%s" fill="none"/>`+"\n", digits(x1), digits(y1), digits(x2), digits(y2), color)
}

// digits writes a number of pixels with two decimals. It first rounds to twelve digits, because processors may differ in the last ones.
func digits(n float64) string {
	text := strconv.FormatFloat(panel.Rounded(n), 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// Escaped returns text for the inside of elements and attributes. Characters that can't be seen become spaces: XML forbids most of them,
// and others reverse the direction of writing.
func Escaped(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
}

// meter draws a bar on a scale for each value, to the right or upwards.
func meter(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	if !p.Horizontal {
		meterUpwards(c, p, size, theme)
		return
	}
	names, texts := 0.0, 0.0
	for _, v := range p.Values {
		names, texts = max(names, panel.TextWidth(named(v), 12)), max(texts, panel.TextWidth(v.Text, 13))
	}
	names, texts = min(names, size.Width*0.35), min(texts+12, size.Width*0.3)
	row := min(80, max(size.Height-10, leastMeter)/float64(len(p.Values)))
	values := p.Values
	if row < leastMeter { // There is no room for all.
		values = values[:max(int(size.Height/leastMeter)-1, 1)]
		row = leastMeter
		more := fmt.Sprintf("… and %d more values", len(p.Values)-len(values))
		c.Text(14, size.Height-6, Lettering{Size: 11, Color: theme.Muted}, panel.Fitted(more, 11, size.Width-28))
	}
	left := 14 + names + 10
	width := max(size.Width-left-texts-14, 20)
	for i, v := range values {
		y := 4 + (float64(i)+0.5)*row
		thick := max(4, min(44, row-6))
		c.Text(14+names, y+4, Lettering{Size: 12, Color: theme.Text, Anchor: "end"}, panel.Fitted(named(v), 12, names+2))
		c.Rect(left, y-thick/2, width, thick, 2, theme.Line, "")
		c.Rect(left, y-thick/2, width*share(v), thick, 2, v.Color, "")
		bands(v, func(from, to float64, color string) {
			c.Rect(left+width*from, y+thick/2+1, width*(to-from), 2, 0, color, "")
		})
		c.Text(size.Width-14, y+4, Lettering{Size: 13, Color: legible(v.Color, theme), Anchor: "end", Bold: true}, panel.Fitted(v.Text, 13,
			texts))
	}
}

// leastMeter is the minimum height of a bar with its name, in pixels.
const leastMeter = 16

func meterUpwards(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	column := (size.Width - 20) / float64(len(p.Values))
	height := max(size.Height-58, 10)
	for i, v := range p.Values {
		x := 10 + (float64(i)+0.5)*column
		thick := max(4, min(60, column-16))
		c.Text(x, 18, Lettering{Size: 13, Color: legible(v.Color, theme), Anchor: "middle", Bold: true}, panel.Fitted(v.Text, 13, column-4))
		c.Rect(x-thick/2, 28, thick, height, 2, theme.Line, "")
		c.Rect(x-thick/2, 28+height*(1-share(v)), thick, height*share(v), 2, v.Color, "")
		bands(v, func(from, to float64, color string) {
			c.Rect(x+thick/2+1, 28+height*(1-to), 2, height*(to-from), 0, color, "")
		})
		c.Text(x, 28+height+18, Lettering{Size: 12, Color: theme.Muted, Anchor: "middle"}, panel.Fitted(named(v), 12, column-4))
	}
}

// named returns the name of a value, with the text of the threshold that the value reaches.
func named(v panel.Value) string {
	return strings.TrimPrefix(strings.TrimSuffix(v.Name+" · "+v.Note, " · "), " · ")
}

// share returns how much of its scale a value fills, from 0 to 1.
func share(v panel.Value) float64 {
	return min(max((v.Value-v.Min)/(v.Max-v.Min), 0), 1)
}

// bands calls the function draw for each colored part of a scale. from and to are shares from 0 to 1.
func bands(v panel.Value, draw func(from, to float64, color string)) {
	from := 0.0
	for _, b := range v.Bands {
		if len(v.Bands) > 1 {
			draw(from, b.To, b.Color)
		}
		from = b.To
	}
}

func table(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
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
		c.Text(left(i), 17, Lettering{Size: 11, Color: theme.Muted, Bold: true}, panel.Fitted(name, 11, widths[i]-10))
	}
	c.Line(12, row, size.Width-12, row, theme.Axis)
	colored := map[int]bool{} // columns in which a cell has a color
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
			c.Text(x, y+16, Lettering{Size: letters, Color: theme.Text}, panel.Fitted(cell.Text, letters, left(i)+widths[i]-x-8))
		}
	}
	if hidden > 0 {
		c.Text(12, row*float64(max(room, 0)+1)+16, Lettering{Size: 11, Color: theme.Muted}, fmt.Sprintf("… and %d more rows", hidden))
	}
}

// columnWidths divides the width among the columns. A column with longer texts gets more.
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
		widths[i] = min(widths[i], width*0.7) + 16
		total += widths[i]
	}
	for i := range widths {
		widths[i] *= width / total
	}
	return widths
}

func text(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	const letters, height = 13.0, 19.0
	for i, line := range paragraph(p.Body, letters, size.Width-28, max(int((size.Height-8)/height), 1)) {
		c.Text(14, 18+height*float64(i), Lettering{Size: letters, Color: theme.Text}, line)
	}
}

// paragraph breaks a text into lines. If there are more than most, the last line ends with "…".
func paragraph(text string, letters, width float64, most int) []string {
	if text == "" {
		return nil
	}
	lines := wrapped(text, letters, width, most+1)
	if len(lines) <= most {
		return lines
	}
	lines[most-1] = panel.Fitted(lines[most-1]+" …", letters, width)
	return lines[:most]
}

// wrapped breaks a text into lines, at most as many as most says. A word that is longer than a line is cut into pieces.
func wrapped(text string, letters, width float64, most int) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			joined := strings.TrimPrefix(line+" "+word, " ")
			if line != "" && panel.TextWidth(joined, letters) > width {
				lines = append(lines, line)
				joined = word
			}
			line = joined
			for len(lines) < most && panel.TextWidth(line, letters) > width {
				piece := fitting(line, letters, width)
				lines, line = append(lines, piece), line[len(piece):]
			}
			if len(lines) >= most {
				return lines
			}
		}
		if lines = append(lines, line); len(lines) >= most {
			break
		}
	}
	return lines
}

// fitting returns the beginning of a text that fits into a width, at least one character.
func fitting(text string, letters, width float64) string {
	used := 0.0
	for i, r := range text {
		if used += panel.TextWidth(string(r), letters); used > width && i > 0 {
			return text[:i]
		}
	}
	return text
}
