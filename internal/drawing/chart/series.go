// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

func (d *plot) isBar(s panel.Series) bool { return s.Bar || d.Kind == panel.Bars }

// renderBars renders the bars of all series. Bars for the same time or category are side by side or, if stacked, on top of each other.
func (d *plot) renderBars() {
	columns, places, isStacked := 0, []float64{}, false
	for _, s := range d.Series {
		if !d.isBar(s) {
			continue
		}
		if !s.Stack || !isStacked {
			columns++
		}
		isStacked = isStacked || s.Stack
		for _, p := range s.Points {
			places = append(places, d.alongX(p[0]))
		}
	}
	band, gap, widest := d.barSpace(places), 0.24, math.Inf(1)
	if d.Kind == panel.Bars {
		widest = 60
		if len(d.X.Categories) > 6 {
			gap = 0.1
		}
	}
	const between = 0.08                           // the space between two bars, as a fraction of a bar's width
	bars := float64(columns)*(1+between) - between // total width of the bars at one position, in multiples of a bar's width
	width := min(band*(1-gap)/bars, widest)
	column := 0
	for _, s := range d.Series {
		if d.isBar(s) {
			d.renderBarSeries(s, float64(column)*width*(1+between)-width*bars/2, width)
			if !s.Stack {
				column++
			}
		}
	}
}

// barSpace returns the width in pixels for a group of bars: all bars at the same point in time or in the same category. places contains the
// X positions of the groups. On a time axis, the width is the smallest distance between two positions, but at most a tenth of the axis.
func (d *plot) barSpace(places []float64) float64 {
	from, to := d.xEnds()
	length := to - from
	if n := len(d.X.Categories); n > 0 {
		return length / float64(n)
	}
	length /= 10
	slices.Sort(places)
	places = slices.Compact(places)
	for i := 1; i < len(places); i++ {
		length = min(length, places[i]-places[i-1])
	}
	return max(length, 0.5)
}

// renderBarSeries renders the bars of a series. offset is the distance from the position of a time or category to the start of its bar.
func (d *plot) renderBarSeries(s panel.Series, offset, width float64) {
	for i, p := range s.Points {
		from := 0.0
		if s.Stack {
			sums, sign := d.sums[p[0]], 0
			if p[1] > 0 {
				sign = 1
			}
			from = sums[sign]
			sums[sign] += p[1]
			d.sums[p[0]] = sums
		}
		at, low, high := d.alongX(p[0])+offset, d.alongY(from), d.alongY(from+p[1])
		text, letters := "", Lettering{Size: smallFont, Color: d.theme.Text}
		if i < len(s.Texts) {
			text = s.Texts[i]
		}
		d.addBar(at, width, low, high, s.Color)
		x, y := at+width/2, high-5
		letters.Anchor = "middle"
		switch isNegative := p[1] < 0; {
		case d.Horizontal && isNegative:
			x, y, letters.Anchor = high-5, at+width/2+4, "end"
		case d.Horizontal:
			x, y, letters.Anchor = high+5, at+width/2+4, ""
		case isNegative:
			y = high + 12
		}
		d.Text(x, y, letters, text)
	}
}

// renderLine renders a series as lines that break at its gaps. A single point between two gaps becomes a dot.
func (d *plot) renderLine(s panel.Series) {
	begin := 0
	for _, end := range append(slices.Clone(s.Gaps), len(s.Points)-1) {
		var points [][2]float64
		for _, p := range s.Points[begin : end+1] {
			points = append(points, [2]float64{d.alongX(p[0]), d.alongY(p[1])})
		}
		begin = end + 1
		if s.Dots || len(points) == 1 {
			for _, p := range points {
				radius := "2"
				if s.NoLine {
					radius = "2.5"
				}
				fmt.Fprintf(d, `<circle cx="%s" cy="%s" r="%s" fill="%s"/>`+"\n", digits(p[0]), digits(p[1]), radius, s.Color)
			}
		}
		if len(points) < 2 {
			continue
		}
		way := path(points, s)
		if s.Fill {
			base := digits(d.alongY(min(max(0, d.Y.Min), d.Y.Max)))
			fmt.Fprintf(d, `<path d="%sV%sH%sZ" fill="%s" fill-opacity="0.18"/>`+"\n", way, base, digits(points[0][0]), s.Color)
		}
		look := `stroke-width="1.8"`
		if s.Faint {
			look = `stroke-width="1" stroke-opacity="0.55"`
		}
		if !s.NoLine {
			fmt.Fprintf(d, `<path d="%s" stroke="%s" %s fill="none" stroke-linejoin="bevel"/>`+"\n", way, s.Color, look)
		}
	}
}

// path returns an SVG path through points, with straight lines, steps or curves.
func path(points [][2]float64, s panel.Series) string {
	var b strings.Builder
	b.WriteString("M" + digits(points[0][0]) + " " + digits(points[0][1]))
	for i, p := range points[1:] {
		switch {
		case s.Step:
			b.WriteString("H" + digits(p[0]) + "V" + digits(p[1]))
		case s.Smooth:
			third := (p[0] - points[i][0]) / 3
			fmt.Fprintf(&b, "C%s %s %s %s %s %s", digits(points[i][0]+third), digits(points[i][1]+third*slope(points, i)),
				digits(p[0]-third), digits(p[1]-third*slope(points, i+1)), digits(p[0]), digits(p[1]))
		default:
			b.WriteString("L" + digits(p[0]) + " " + digits(p[1]))
		}
	}
	return b.String()
}

// slope returns the slope of a smooth curve at a point, chosen so that the curve stays between the values of neighboring points.
func slope(points [][2]float64, i int) float64 {
	if i == 0 || i == len(points)-1 {
		return 0
	}
	before := (points[i][1] - points[i-1][1]) / max(points[i][0]-points[i-1][0], 1e-6)
	after := (points[i+1][1] - points[i][1]) / max(points[i+1][0]-points[i][0], 1e-6)
	if before*after <= 0 {
		return 0
	}
	return 2 * before * after / (before + after)
}
