// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"cmp"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// Canvas collects SVG elements. Its methods escape text.
type Canvas struct{ strings.Builder }

// Lettering is the style of text.
type Lettering struct {
	Size   float64
	Color  string
	Anchor string // start, middle or end
	Bold   bool
	Mono   bool
	Halo   string // the color of an outline around the letters; "" for none
}

// Text adds a line of text. y is the position of the baseline.
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
	c.WriteString(">" + Escape(text) + "</text>\n")
}

// Rect adds a rectangle. If fill is "", the rectangle is transparent. If stroke is "", it has no border.
func (c *Canvas) Rect(x, y, width, height, radius float64, fill, stroke string) {
	fmt.Fprintf(c, `<rect x="%s" y="%s" width="%s" height="%s"`, digits(x), digits(y), digits(max(width, 0)), digits(max(height, 0)))
	if radius > 0 {
		c.WriteString(` rx="` + digits(radius) + `"`)
	}
	c.WriteString(` fill="` + cmp.Or(fill, "none") + `"`)
	if stroke != "" {
		c.WriteString(` stroke="` + stroke + `"`)
	}
	c.WriteString("/>\n")
}

// Line adds a straight line.
func (c *Canvas) Line(x1, y1, x2, y2 float64, color string) {
	fmt.Fprintf(c, `<path d="M%s %sL%s %s" stroke="%s" fill="none"/>`+"\n", digits(x1), digits(y1), digits(x2), digits(y2), color)
}

// digits formats a number of pixels with at most two decimal places. It rounds to twelve significant digits first, because the last digits
// may differ between processors.
func digits(n float64) string {
	text := strconv.FormatFloat(panel.Round(n), 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// Escape escapes text for XML elements and attributes. It replaces invisible characters with spaces, because XML forbids most of them, and
// some reverse the direction of text.
func Escape(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
}
