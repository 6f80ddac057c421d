// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// renderMeters renders a bar on a scale for each value. The bars grow to the right, or upwards if the panel is not horizontal.
func renderMeters(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	if !p.Horizontal {
		renderUprightMeters(c, p, size, theme)
		return
	}
	names, texts := 0.0, 0.0
	for _, v := range p.Values {
		names, texts = max(names, panel.TextWidth(valueLabel(v), 12)), max(texts, panel.TextWidth(v.Text, 13))
	}
	names, texts = min(names, size.Width*0.35), min(texts+12, size.Width*0.3)
	row := min(80, max(size.Height-10, minMeterHeight)/float64(len(p.Values)))
	values := p.Values
	if row < minMeterHeight { // There is not enough room for all values.
		values = values[:max(int(size.Height/minMeterHeight)-1, 1)]
		row = minMeterHeight
		more := "… and " + document.Count(len(p.Values)-len(values), "more value")
		c.Text(14, size.Height-6, Lettering{Size: 11, Color: theme.Muted}, panel.Truncate(more, 11, size.Width-28))
	}
	left := 14 + names + 10
	width := max(size.Width-left-texts-14, 20)
	for i, v := range values {
		y := 4 + (float64(i)+0.5)*row
		thick := max(4, min(44, row-6))
		c.Text(14+names, y+4, Lettering{Size: 12, Color: theme.Text, Anchor: "end"}, panel.Truncate(valueLabel(v), 12, names+2))
		c.Rect(left, y-thick/2, width, thick, 2, theme.Line, "")
		c.Rect(left, y-thick/2, width*filledShare(v), thick, 2, v.Color, "")
		eachBand(v, func(from, to float64, color string) {
			c.Rect(left+width*from, y+thick/2+1, width*(to-from), 2, 0, color, "")
		})
		c.Text(size.Width-14, y+4, Lettering{Size: 13, Color: legibleColor(v.Color, theme), Anchor: "end", Bold: true}, panel.Truncate(v.Text, 13,
			texts))
	}
}

// minMeterHeight is the minimum height of a horizontal bar in pixels, including the space between bars.
const minMeterHeight = 16

func renderUprightMeters(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	column := (size.Width - 20) / float64(len(p.Values))
	height := max(size.Height-58, 10)
	for i, v := range p.Values {
		x := 10 + (float64(i)+0.5)*column
		thick := max(4, min(60, column-16))
		color := legibleColor(v.Color, theme)
		c.Text(x, 18, Lettering{Size: 13, Color: color, Anchor: "middle", Bold: true}, panel.Truncate(v.Text, 13, column-4))
		c.Rect(x-thick/2, 28, thick, height, 2, theme.Line, "")
		c.Rect(x-thick/2, 28+height*(1-filledShare(v)), thick, height*filledShare(v), 2, v.Color, "")
		eachBand(v, func(from, to float64, color string) {
			c.Rect(x+thick/2+1, 28+height*(1-to), 2, height*(to-from), 0, color, "")
		})
		c.Text(x, 28+height+18, Lettering{Size: 12, Color: theme.Muted, Anchor: "middle"}, panel.Truncate(valueLabel(v), 12, column-4))
	}
}

// valueLabel returns the name of a value and the label of the threshold that the value reaches, such as "Pump 1 · High".
func valueLabel(v panel.Value) string {
	return strings.TrimPrefix(strings.TrimSuffix(v.Name+" · "+v.Note, " · "), " · ")
}

// filledShare returns how much of its scale a value fills, from 0 to 1.
func filledShare(v panel.Value) float64 {
	return min(max((v.Value-v.Min)/(v.Max-v.Min), 0), 1)
}

// eachBand calls the render function with the ends and the color of each band of a scale. The ends are positions on the scale, from 0 (its
// start) to 1 (its end). If the scale has only one band, eachBand does nothing.
func eachBand(v panel.Value, render func(from, to float64, color string)) {
	from := 0.0
	for _, b := range v.Bands {
		if len(v.Bands) > 1 {
			render(from, b.To, b.Color)
		}
		from = b.To
	}
}
