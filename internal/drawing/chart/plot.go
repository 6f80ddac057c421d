// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"
	"math"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// plot renders a chart with axes. The X axis of the panel has the times or categories, and the Y axis has the values. If bars grow to the
// right, the axes are exchanged.
type plot struct {
	*Canvas
	panel.Panel
	Area
	size  panel.Size
	theme Theme
	sums  map[float64][2]float64 // of stacked values: the sums of the negative and the positive ones, by their place on the X axis
}

// Area is the part of a picture inside the axes, in pixels.
type Area struct {
	Left   float64 `json:"left"`
	Top    float64 `json:"top"`
	Right  float64 `json:"right"`
	Bottom float64 `json:"bottom"`
}

const (
	small     = 11.0 // the font size of ticks, thresholds and values
	fromRight = 16.0
	stripRoom = 30.0
)

// PlotArea returns the part inside the axes of a picture that SVG renders. ok is false if the panel has no axes.
func PlotArea(p panel.Panel, whole panel.Size) (a Area, ok bool) {
	top := head(&Canvas{}, p, whole, Light())
	a = areaOf(p, panel.Size{Width: whole.Width, Height: max(whole.Height-top, 10)})
	a.Top, a.Bottom = a.Top+top, a.Bottom+top
	return a, p.Empty == "" && (p.Kind == panel.Lines || p.Kind == panel.Bars)
}

func areaOf(p panel.Panel, size panel.Size) Area {
	a := Area{Left: 14, Top: 12, Right: size.Width - fromRight, Bottom: size.Height - 26}
	texts, hidden := p.X.Categories, p.X.NoTicks
	if !p.Horizontal {
		texts, hidden = nil, p.Y.NoTicks
		for _, tick := range p.Y.Ticks {
			texts = append(texts, tick.Text)
		}
	}
	if !hidden {
		widest := 24.0
		for _, text := range texts {
			widest = max(widest, panel.TextWidth(text, small))
		}
		a.Left = max(40, min(widest+16, size.Width/3))
	}
	if p.X.NoTicks {
		a.Bottom += 16
	}
	if p.Legend.Right && len(p.Legend.Texts) > 0 {
		a.Right -= p.Legend.Size
	} else if len(p.Legend.Texts) > 0 {
		a.Bottom -= p.Legend.Size
	}
	if len(p.Strip) > 0 {
		a.Bottom -= stripRoom
	}
	a.Right, a.Bottom = max(a.Right, a.Left+10), max(a.Bottom, a.Top+10)
	return a
}

// axes renders lines or bars. All ids begin with prefix.
func axes(c *Canvas, p panel.Panel, size panel.Size, theme Theme, prefix string) {
	d := plot{c, p, areaOf(p, size), size, theme, map[float64][2]float64{}}
	d.grid()
	fmt.Fprintf(c, `<clipPath id="%sc"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath><g clip-path="url(#%sc)">`+"\n", prefix,
		digits(d.Left-3), digits(d.Top-3), digits(d.Right-d.Left+6), digits(d.Bottom-d.Top+3), prefix)
	d.areas()
	d.bars()
	for _, s := range p.Series {
		if !d.isBar(s) {
			d.line(s)
		}
	}
	c.WriteString("</g>\n")
	d.thresholds()
	d.strip()
	d.legend()
}

// on returns the place in pixels of a value on an axis from low to high. Places far outside the picture are moved nearer.
func on(value, low, high, from, to float64) float64 {
	share := (value/2 - low/2) / (high/2 - low/2) // Half, because the difference of large numbers can be infinite.
	if math.IsNaN(share) {
		share = 0
	}
	return from + min(max(share, -20), 20)*(to-from)
}

// ends returns the ends of the X axis in pixels.
func (d *plot) ends() (from, to float64) {
	if d.Horizontal {
		return d.Top, d.Bottom
	}
	return d.Left, d.Right
}

// across returns the place of a time or a category, in pixels on its axis.
func (d *plot) across(at float64) float64 {
	from, to := d.ends()
	if count := float64(len(d.X.Categories)); count > 0 {
		return on(at+0.5, 0, count, from, to)
	}
	return on(at, d.X.Min, d.X.Max, from, to)
}

// up returns the place of a value, in pixels on its axis.
func (d *plot) up(value float64) float64 {
	if d.Horizontal {
		return on(value, d.Y.Min, d.Y.Max, d.Left, d.Right)
	}
	return on(value, d.Y.Min, d.Y.Max, d.Bottom, d.Top)
}

// level adds a line through the plot at a place of the Y axis.
func (d *plot) level(at float64, color string) {
	if d.Horizontal {
		d.Line(at, d.Top, at, d.Bottom, color)
	} else {
		d.Line(d.Left, at, d.Right, at, color)
	}
}

// bar adds a rectangle of a width at a place of the X axis, between two places of the Y axis.
func (d *plot) bar(at, width, low, high float64, color string) {
	if d.Horizontal {
		d.Rect(min(low, high), at, math.Abs(high-low), width, 0, color, "")
	} else {
		d.Rect(at, min(low, high), width, math.Abs(high-low), 0, color, "")
	}
}

// label adds the label of a tick or a category, below the plot or at its left.
func (d *plot) label(isBelow bool, at float64, text string) {
	if isBelow {
		d.Text(at, d.Bottom+18, Lettering{Size: small, Color: d.theme.Muted, Anchor: "middle"}, text)
	} else {
		d.Text(d.Left-8, at+4, Lettering{Size: small, Color: d.theme.Muted, Anchor: "end"}, text)
	}
}

// grid renders the axes with their labels.
func (d *plot) grid() {
	for _, tick := range d.X.Ticks {
		x := d.across(tick.At)
		d.Line(x, d.Top, x, d.Bottom, d.theme.Line)
		if !d.X.NoTicks {
			d.Line(x, d.Bottom, x, d.Bottom+5, d.theme.Axis)
			d.label(true, x, tick.Text)
		}
	}
	for _, tick := range d.Y.Ticks {
		at := d.up(tick.At)
		if !d.Y.NoGrid {
			d.level(at, d.theme.Line)
		}
		if !d.Y.NoTicks {
			d.label(d.Horizontal, at, tick.Text)
		}
	}
	end := math.Inf(-1) // of the label before
	for i, name := range d.X.Categories {
		at, room, half := d.across(float64(i)), d.Left-12, 7.0
		if !d.Horizontal {
			room = max(40, (d.size.Width-80)/float64(len(d.X.Categories))-6)
		}
		name = panel.Fitted(name, small, room)
		if !d.Horizontal {
			half = panel.TextWidth(name, small) / 2
		}
		if !d.X.NoTicks && at-half >= end {
			d.label(!d.Horizontal, at, name)
			end = at + half
		}
	}
	if d.Horizontal {
		d.level(d.Left, d.theme.Axis)
	} else {
		d.level(d.Bottom, d.theme.Axis)
	}
}

// areas tints the areas of the thresholds.
func (d *plot) areas() {
	for _, t := range d.Thresholds {
		end := d.Y.Max
		switch {
		case t.To != nil:
			end = *t.To
		case t.Below:
			end = d.Y.Min
		}
		from, to := d.up(max(d.Y.Min, min(t.Value, end))), d.up(min(d.Y.Max, max(t.Value, end)))
		if from == to || max(t.Value, end) <= d.Y.Min || min(t.Value, end) >= d.Y.Max {
			continue
		}
		d.WriteString(`<g opacity="0.07">`)
		left, right := d.ends()
		d.bar(left, right-left, from, to, t.Color)
		d.WriteString("</g>\n")
	}
}

// thresholds renders the line of each threshold with its label. Labels that would overlap are at different ends of their lines.
func (d *plot) thresholds() {
	before, isRight := math.Inf(1), true
	for _, t := range d.Thresholds {
		if t.Value < d.Y.Min || t.Value > d.Y.Max {
			continue
		}
		at := d.up(t.Value)
		isRight = !isRight || math.Abs(at-before) >= 18
		before = at
		text := Lettering{Size: small, Color: d.theme.Text, Halo: d.theme.Ground}
		x, y, turn, length := d.Left, at, 0, d.Right-d.Left
		if d.Horizontal {
			x, y, turn, length = at, d.Bottom, -90, d.Bottom-d.Top
		}
		fmt.Fprintf(d, `<g transform="translate(%s %s) rotate(%d)"><path d="M0 0H%s" stroke="%s" stroke-width="1.4" stroke-dasharray="6 4"/>`+"\n",
			digits(x), digits(y), turn, digits(length), t.Color)
		at = 4
		if isRight {
			at, text.Anchor = length-4, "end"
		}
		d.Text(at, -4, text, panel.Fitted(t.Text, small, length-8))
		d.WriteString("</g>\n")
	}
}

// strip renders the statuses of an alert below its chart.
func (d *plot) strip() {
	const height = 14
	y := d.Bottom + stripRoom + 2
	for _, s := range d.Strip {
		x, end := d.across(s.From), d.across(s.To)
		d.Rect(x, y, end-x, height, 0, s.Color, "")
		if end-x > panel.TextWidth(s.Text, 10)+8 {
			d.Text((x+end)/2, y+10.5, Lettering{Size: 10, Color: onColor(s.Color), Anchor: "middle"}, s.Text)
		}
	}
}

// legend names the series, below the chart or at its right.
func (d *plot) legend() {
	x, y := 12.0, d.size.Height-d.Legend.Size+12
	if d.Legend.Right {
		x, y = d.size.Width-d.Legend.Size+2, 20
	}
	for i, text := range d.Legend.Texts {
		width := panel.TextWidth(text, 12) + 36
		if !d.Legend.Right && x > 12 && x+width > d.size.Width-8 {
			x, y = 12, y+22
		}
		d.Rect(x, y-2, 14, 4, 2, d.Series[i].Color, "")
		d.Text(x+19, y+4, Lettering{Size: 12, Color: d.theme.Text}, text)
		if d.Legend.Right {
			y += 22
		} else {
			x += width
		}
	}
}
