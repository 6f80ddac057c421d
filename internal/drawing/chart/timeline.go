// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// renderTimeline renders a row of colored spans for each item, an axis with the times, and a legend with the states.
func renderTimeline(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	const axis, rightMargin = 26, 16
	legend := 0.0
	if len(p.Legend.Texts) > 0 {
		legend = 24
	}
	names := make([]string, len(p.Lanes))
	for i, l := range p.Lanes {
		names[i] = l.Name
	}
	left := panel.LaneNamesWidth(names, size.Width)
	width := max(size.Width-left-rightMargin, 40)
	bottom := max(size.Height-axis-legend, 20)
	at := func(time float64) float64 { return left + float64((time-p.X.Min)/(p.X.Max-p.X.Min)*width) }
	for _, tick := range p.X.Ticks {
		c.Line(at(tick.At), 6, at(tick.At), bottom, theme.Line)
		if !p.X.NoTicks {
			c.Text(at(tick.At), bottom+16, Lettering{Size: 11, Color: theme.Muted, Anchor: "middle"}, tick.Text)
		}
	}
	row := min(56, (bottom-8)/float64(len(p.Lanes)))
	for i, l := range p.Lanes {
		top, height := 6+float64(float64(i)*row), max(row-6, 2)
		c.Text(left-10, top+height/2+4, Lettering{Size: 12, Color: theme.Text, Anchor: "end"}, panel.Truncate(l.Name, 12, left-20))
		for _, s := range l.Spans {
			x, wide := at(s.From), at(s.To)-at(s.From)
			c.Rect(x, top, wide, height, 0, s.Color, theme.Ground)
			if height >= 14 && wide > panel.TextWidth(s.Text, 11)+8 {
				c.Text(x+wide/2, top+height/2+4, Lettering{Size: 11, Color: letterColor(s.Color), Anchor: "middle"}, s.Text)
			}
		}
	}
	renderSpanLegend(c, p, size, theme)
}

// renderSpanLegend renders a legend of states with their colors. "+3" at its end means that three more states do not fit in the row.
func renderSpanLegend(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	colors := map[string]string{}
	for _, l := range p.Lanes {
		for _, s := range l.Spans {
			colors[s.Text] = s.Color
		}
	}
	x := 12.0
	for i, name := range p.Legend.Texts {
		text := panel.Truncate(name, 12, size.Width/3)
		margin := 42.0 // the room for the number of hidden states
		if i == len(p.Legend.Texts)-1 {
			margin = 12
		}
		if x+19+panel.TextWidth(text, 12) > size.Width-margin {
			more := fmt.Sprintf("+%d", len(p.Legend.Texts)-i)
			c.Text(size.Width-12, size.Height-7, Lettering{Size: 12, Color: theme.Muted, Anchor: "end"}, more)
			return
		}
		c.Rect(x, size.Height-13, 14, 4, 2, colors[name], "")
		c.Text(x+19, size.Height-7, Lettering{Size: 12, Color: theme.Text}, text)
		x += panel.TextWidth(text, 12) + 36
	}
}

// letterColor returns the color for text on a colored area: nearly black or white, whichever has the higher contrast.
func letterColor(color string) string {
	if dark := "#111217"; contrast(color, dark) >= contrast(color, "#ffffff") {
		return dark
	}
	return "#ffffff"
}
