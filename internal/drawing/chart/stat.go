// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// renderStats renders values in large type, side by side. If there is room, a small chart below each value shows its trend.
func renderStats(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	fitting := max(int(size.Width/110), 1)
	rows := (len(p.Values) + fitting - 1) / fitting
	columns := (len(p.Values) + rows - 1) / rows
	cell := panel.Size{Width: size.Width / float64(columns), Height: size.Height / float64(rows)}
	for i, v := range p.Values {
		color := cmp.Or(v.Color, theme.Text)
		left, top := float64(i%columns)*cell.Width, float64(i/columns)*cell.Height
		height := cell.Height
		if len(v.Trend) > 0 && height >= minHeightWithTrend {
			height *= 0.64
			renderTrend(c, v.Trend, color, left+1, top+height, panel.Size{Width: cell.Width - 2, Height: cell.Height - height - 2})
		}
		renderLargeValue(c, v, legibleColor(color, theme), theme, left+cell.Width/2, top+height/2, panel.Size{Width: cell.Width, Height: height})
	}
}

// minHeightWithTrend is the minimum height in pixels of a value that is shown with a trend.
const minHeightWithTrend = 90

// renderLargeValue renders a value with its name below. x and y are the center of the value and the name together.
func renderLargeValue(c *Canvas, v panel.Value, color string, theme Theme, x, y float64, size panel.Size) {
	name, text, room, lift := valueLabel(v), v.Text, size.Height-16, 0.0
	switch {
	case name == "":
	case size.Height < 44: // The name has no line of its own.
		name = panel.Truncate(name, 14, size.Width-36-panel.TextWidth(v.Text, 14))
		text, name = strings.TrimPrefix(name+": ", ": ")+text, ""
	default:
		room, lift = room-20, 10
	}
	const bold = 1.15 // how much wider bold letters are, at most
	letters := min(56, max(14, min(room*0.8, (size.Width-24)/max(bold*panel.TextWidth(text, 1), 1))))
	base := y + letters*0.36 - lift
	c.Text(x, base, Lettering{Size: letters, Color: color, Anchor: "middle", Bold: true}, panel.Truncate(text, letters, size.Width-8))
	c.Text(x, base+14+letters*0.24, Lettering{Size: 12, Color: theme.Muted, Anchor: "middle"}, panel.Truncate(name, 12, size.Width-12))
}

// renderTrend renders lines with tinted areas below them.
func renderTrend(c *Canvas, lines [][][2]float64, color string, left, top float64, size panel.Size) {
	bottom := digits(top + size.Height)
	for _, line := range lines {
		var path strings.Builder
		for i, p := range line {
			path.WriteString([]string{"M", "L"}[min(i, 1)] + digits(left+float64(p[0]*size.Width)) + " " + digits(top+float64((1-p[1])*size.Height)))
		}
		first, last := digits(left+float64(line[0][0]*size.Width)), digits(left+float64(line[len(line)-1][0]*size.Width))
		fmt.Fprintf(c, `<path d="%sL%s %sL%s %sZ" fill="%s" fill-opacity="0.15"/>`+"\n", path.String(), last, bottom, first, bottom, color)
		fmt.Fprintf(c, `<path d="%s" stroke="%s" stroke-opacity="0.7" stroke-width="1.5" fill="none"/>`+"\n", path.String(), color)
	}
}
