// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"
	"math"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// plot renders a chart with axes. The X axis of the panel shows times or categories, and the Y axis shows values. In a horizontal chart,
// the X axis is vertical and the Y axis is horizontal.
type plot struct {
	*Canvas
	panel.Panel
	Area
	size  panel.Size
	theme Theme
	sums  map[float64][2]float64 // by X value: the sums of the negative and the positive stacked values
}

// Area is the part of a picture inside the axes. All edges are in pixels.
type Area struct {
	Left   float64 `json:"left"`
	Top    float64 `json:"top"`
	Right  float64 `json:"right"`
	Bottom float64 `json:"bottom"`
}

const (
	smallFont = 11.0 // the font size of ticks, thresholds and values
	fromRight = 16.0
	stripRoom = 30.0
)

// PlotArea returns the area inside the axes of the picture that SVG renders. ok is false if the picture has no axes.
func PlotArea(p panel.Panel, whole panel.Size) (a Area, ok bool) {
	top := renderHead(&Canvas{}, p, whole, Light())
	a = plotArea(p, panel.Size{Width: whole.Width, Height: max(whole.Height-top, 10)})
	a.Top, a.Bottom = a.Top+top, a.Bottom+top
	return a, p.Empty == "" && (p.Kind == panel.Lines || p.Kind == panel.Bars)
}

func plotArea(p panel.Panel, size panel.Size) Area {
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
			widest = max(widest, panel.TextWidth(text, smallFont))
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

// renderAxes renders a chart that has axes, including its lines or bars, thresholds, status strip and legend. All ids begin with prefix.
func renderAxes(c *Canvas, p panel.Panel, size panel.Size, theme Theme, prefix string) {
	d := plot{c, p, plotArea(p, size), size, theme, map[float64][2]float64{}}
	d.renderGrid()
	fmt.Fprintf(c, `<clipPath id="%sc"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath><g clip-path="url(#%sc)">`+"\n", prefix,
		digits(d.Left-3), digits(d.Top-3), digits(d.Right-d.Left+6), digits(d.Bottom-d.Top+3), prefix)
	d.tintThresholds()
	d.renderBars()
	for _, s := range p.Series {
		if !d.isBar(s) {
			d.renderLine(s)
		}
	}
	c.WriteString("</g>\n")
	d.renderThresholds()
	d.renderStrip()
	d.renderLegend()
}

// positionOnAxis returns the position of a value on an axis in pixels. The axis shows the values from low to high between the positions
// from and to. For a value far outside this range, the result is limited to 20 axis lengths from the start of the axis.
func positionOnAxis(value, low, high, from, to float64) float64 {
	share := (value/2 - low/2) / (high/2 - low/2) // Halve the values, because the difference of two large values can overflow to infinity.
	if math.IsNaN(share) {
		share = 0
	}
	return from + min(max(share, -20), 20)*(to-from)
}

// xEnds returns the two ends of the X axis in pixels.
func (d *plot) xEnds() (from, to float64) {
	if d.Horizontal {
		return d.Top, d.Bottom
	}
	return d.Left, d.Right
}

// alongX returns the position on the X axis, in pixels, of a time or category.
func (d *plot) alongX(at float64) float64 {
	from, to := d.xEnds()
	if count := float64(len(d.X.Categories)); count > 0 {
		return positionOnAxis(at+0.5, 0, count, from, to)
	}
	return positionOnAxis(at, d.X.Min, d.X.Max, from, to)
}

// alongY returns the position on the Y axis, in pixels, of a value.
func (d *plot) alongY(value float64) float64 {
	if d.Horizontal {
		return positionOnAxis(value, d.Y.Min, d.Y.Max, d.Left, d.Right)
	}
	return positionOnAxis(value, d.Y.Min, d.Y.Max, d.Bottom, d.Top)
}

// lineAtY adds a line across the chart, at a position in pixels on the Y axis.
func (d *plot) lineAtY(at float64, color string) {
	if d.Horizontal {
		d.Line(at, d.Top, at, d.Bottom, color)
	} else {
		d.Line(d.Left, at, d.Right, at, color)
	}
}

// addBar adds a bar. Its position and width on the X axis, and its ends on the Y axis (low and high), are in pixels.
func (d *plot) addBar(at, width, low, high float64, color string) {
	if d.Horizontal {
		d.Rect(min(low, high), at, math.Abs(high-low), width, 0, color, "")
	} else {
		d.Rect(at, min(low, high), width, math.Abs(high-low), 0, color, "")
	}
}

// addLabel adds the label of a tick or a category, at a position in pixels along the lower or the left edge of the chart.
func (d *plot) addLabel(isBelow bool, at float64, text string) {
	if isBelow {
		d.Text(at, d.Bottom+18, Lettering{Size: smallFont, Color: d.theme.Muted, Anchor: "middle"}, text)
	} else {
		d.Text(d.Left-8, at+4, Lettering{Size: smallFont, Color: d.theme.Muted, Anchor: "end"}, text)
	}
}

// renderGrid renders the axes with their ticks, labels and grid lines.
func (d *plot) renderGrid() {
	for _, tick := range d.X.Ticks {
		x := d.alongX(tick.At)
		d.Line(x, d.Top, x, d.Bottom, d.theme.Line)
		if !d.X.NoTicks {
			d.Line(x, d.Bottom, x, d.Bottom+5, d.theme.Axis)
			d.addLabel(true, x, tick.Text)
		}
	}
	for _, tick := range d.Y.Ticks {
		at := d.alongY(tick.At)
		if !d.Y.NoGrid {
			d.lineAtY(at, d.theme.Line)
		}
		if !d.Y.NoTicks {
			d.addLabel(d.Horizontal, at, tick.Text)
		}
	}
	end := math.Inf(-1) // where the previous label ends
	for i, name := range d.X.Categories {
		at, room, half := d.alongX(float64(i)), d.Left-12, 7.0
		if !d.Horizontal {
			room = max(40, (d.size.Width-80)/float64(len(d.X.Categories))-6)
		}
		name = panel.Truncate(name, smallFont, room)
		if !d.Horizontal {
			half = panel.TextWidth(name, smallFont) / 2
		}
		if !d.X.NoTicks && at-half >= end {
			d.addLabel(!d.Horizontal, at, name)
			end = at + half
		}
	}
	if d.Horizontal {
		d.lineAtY(d.Left, d.theme.Axis)
	} else {
		d.lineAtY(d.Bottom, d.theme.Axis)
	}
}

func (d *plot) tintThresholds() {
	for _, t := range d.Thresholds {
		end := d.Y.Max
		switch {
		case t.To != nil:
			end = *t.To
		case t.Below:
			end = d.Y.Min
		}
		from, to := d.alongY(max(d.Y.Min, min(t.Value, end))), d.alongY(min(d.Y.Max, max(t.Value, end)))
		if from == to || max(t.Value, end) <= d.Y.Min || min(t.Value, end) >= d.Y.Max {
			continue
		}
		d.WriteString(`<g opacity="0.07">`)
		left, right := d.xEnds()
		d.addBar(left, right-left, from, to, t.Color)
		d.WriteString("</g>\n")
	}
}

// renderThresholds renders a line with a label for each threshold. The label is at the end of its line. If the end is too close to the
// label of a different line, the label is at the beginning or, if the beginning is too close as well, in the middle.
func (d *plot) renderThresholds() {
	visible := slices.DeleteFunc(slices.Clone(d.Thresholds), func(t panel.Threshold) bool { return t.Value < d.Y.Min || t.Value > d.Y.Max })
	places, used := make([]int, len(visible)), 1 // 0 is the end, 1 the beginning and 2 the middle
	for i, t := range visible {
		isTaken := func(place int) bool {
			for j, other := range visible[:i] {
				if places[j] == place && math.Abs(d.alongY(other.Value)-d.alongY(t.Value)) < 18 {
					return true
				}
			}
			return false
		}
		for places[i] < 2 && isTaken(places[i]) {
			places[i]++
		}
		used = max(used, places[i]+1)
	}
	for i, t := range visible {
		at := d.alongY(t.Value)
		x, y, turn, length := d.Left, at, 0, d.Right-d.Left
		if d.Horizontal {
			x, y, turn, length = at, d.Bottom, -90, d.Bottom-d.Top
		}
		fmt.Fprintf(d, `<g transform="translate(%s %s) rotate(%d)"><path d="M0 0H%s" stroke="%s" stroke-width="1.4" stroke-dasharray="6 4"/>`+"\n",
			digits(x), digits(y), turn, digits(length), t.Color)
		text := Lettering{Size: smallFont, Color: d.theme.Text, Halo: d.theme.Ground, Anchor: []string{"end", "", "middle"}[places[i]]}
		d.Text([]float64{length - 4, 4, length / 2}[places[i]], -4, text, panel.Truncate(t.Text, smallFont, length/float64(used)-8))
		d.WriteString("</g>\n")
	}
}

// renderStrip renders the statuses of an alert as a strip below its chart.
func (d *plot) renderStrip() {
	const height = 14
	y := d.Bottom + stripRoom + 2
	for _, s := range d.Strip {
		x, end := d.alongX(s.From), d.alongX(s.To)
		d.Rect(x, y, end-x, height, 0, s.Color, "")
		if end-x > panel.TextWidth(s.Text, 10)+8 {
			d.Text((x+end)/2, y+10.5, Lettering{Size: 10, Color: letterColor(s.Color), Anchor: "middle"}, s.Text)
		}
	}
}

// renderLegend renders the names of the series, below the chart or to its right.
func (d *plot) renderLegend() {
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
