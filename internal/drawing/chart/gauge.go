// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"
	"math"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// renderGauges renders a gauge for each value. It chooses the number of columns that gives the gauges the most room.
func renderGauges(c *Canvas, p panel.Panel, size panel.Size, theme Theme) {
	columns, rows := 1, len(p.Values)
	for columns < len(p.Values) && size.Width/float64(columns) > 1.3*size.Height/float64(rows) {
		columns++
		rows = (len(p.Values) + columns - 1) / columns
	}
	cell := panel.Size{Width: size.Width / float64(columns), Height: size.Height / float64(rows)}
	for i, v := range p.Values {
		renderGauge(c, v, (float64(i%columns)+0.5)*cell.Width, float64(i/columns)*cell.Height, cell, theme)
	}
}

// renderGauge renders a thick arc whose length represents the value. A thin ring around the arc shows the threshold colors. x is the
// horizontal center, and y is the top.
func renderGauge(c *Canvas, v panel.Value, x, y float64, size panel.Size, theme Theme) {
	name, below := valueLabel(v), 22.0
	if size.Height < 90 || name == "" {
		name, below = "", 6
	}
	room := size.Height - below - 8
	radius := max(20, min(size.Width/2-14, room/1.62))
	thick := max(8, min(28, radius*0.2))
	center := y + 6 + radius + max(0, room-radius*1.62)/2
	from := 0.0
	for _, b := range v.Bands {
		renderArc(c, x, center, radius-2, from, b.To, 4, b.Color)
		from = b.To
	}
	middle := radius - 6 - thick/2
	renderArc(c, x, center, middle, 0, 1, thick, theme.Line)
	renderArc(c, x, center, middle, 0, filledShare(v), thick, v.Color)
	if radius > 50 {
		for i, side := range []float64{-1, 1} { // Put the labels of the scale below the ends of the arc.
			c.Text(x+side*middle*0.906, center+middle*0.423+15, Lettering{Size: 10, Color: theme.Muted, Anchor: "middle"}, v.Ends[i].Text)
		}
	}
	letters := max(9, min(34, radius*0.36, radius*2.2/max(4, float64(len([]rune(v.Text))))))
	c.Text(x, center+radius*0.02+letters*0.36, Lettering{Size: letters, Color: theme.Text, Anchor: "middle", Bold: true},
		panel.Truncate(v.Text, letters, size.Width-8))
	c.Text(x, center+radius*0.62+4, Lettering{Size: 12, Color: theme.Muted, Anchor: "middle"}, panel.Truncate(name, 12, size.Width-16))
}

// renderArc renders a gauge's arc between the positions from and to. Position 0 is the left end of the whole arc, and 1 is the right end.
func renderArc(c *Canvas, x, y, radius, from, to, thick float64, color string) {
	if to <= from {
		return
	}
	const start, length = 205.0, 230.0 // degrees, clockwise from the left end
	point := func(share float64) string {
		sin, cos := math.Sincos((start - share*length) * math.Pi / 180)
		return digits(x+radius*cos) + " " + digits(y-radius*sin)
	}
	isLarge := 0
	if (to-from)*length > 180 {
		isLarge = 1
	}
	r := digits(radius)
	fmt.Fprintf(c, `<path d="M%sA%s %s 0 %d 1 %s" stroke="%s" stroke-width="%s" fill="none"/>`+"\n", point(from), r, r, isLarge, point(to),
		color, digits(thick))
}
