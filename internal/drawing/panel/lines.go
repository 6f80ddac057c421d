// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"fmt"
	"math"
)

// lines draws values over time, as lines or as bars.
func (v *widget) lines(asBars bool) {
	v.panel.Kind = Lines
	items := v.visible()
	if v.noData(items) {
		return
	}
	if !asBars && v.areStates(items) {
		v.timeline(items)
		return
	}
	v.panel.Legend = v.legend(items)
	width, height := v.plot()
	all := make([][][2]float64, len(items))
	texts := 0
	for i, item := range items {
		points, others := item.numeric(v.span)
		texts += others
		all[i] = points
	}
	if texts > 0 {
		v.problem(fmt.Sprintf("%d values are texts, which a line can't show", texts))
	}
	least, most, ok := extent(all)
	if !ok {
		v.panel.Empty = "No numbers"
		return
	}
	if v.isTrue("stacked") && asBars {
		least, most = stackedExtent(all)
	}
	v.panel.X = v.timeAxis(all, asBars, width)
	v.panel.Y = v.yAxis(least, most, asBars, height)
	v.drawThresholds()
	perSeries := int(2 * width)
	if asBars {
		perSeries = max(3, int(width/float64(2*len(items)))) // Each bar has two pixels at least.
	}
	for i, item := range items {
		points := thinned(all[i], perSeries)
		series := Series{
			Name: item.name, Color: item.color, Points: points, Bar: asBars, Stack: asBars && v.isTrue("stacked"),
			Smooth: v.word("line_interpolation_style") == "rounded", Step: v.word("line_interpolation_style") == "squared",
			Fill: v.isTrue("fill"), NoLine: v.isFalse("show_line"), Dots: v.isFalse("show_line") || len(points) <= int(width/25),
		}
		if !asBars && !series.NoLine {
			series.Gaps = gaps(all[i], points)
		}
		v.panel.Series = append(v.panel.Series, series)
	}
}

// These are the distances in pixels between the plot and the edges. Package chart uses the same numbers.
const (
	marginLeft, marginRight, marginTop, marginBottom = 56, 16, 12, 26
	stripHeight                                      = 30
)

func (v *widget) plot() (width, height float64) {
	width, height = v.size.Width-marginLeft-marginRight, v.size.Height-marginTop-marginBottom
	if v.panel.Legend.Right {
		width -= v.panel.Legend.Size
	} else {
		height -= v.panel.Legend.Size
	}
	return max(width, 40), max(height, 30)
}

// timeAxis returns the axis with the times. If show_beyond_data is false, the axis ends at the last point.
func (v *widget) timeAxis(all [][][2]float64, asBars bool, width float64) Axis {
	s := v.span
	if v.isFalse("show_beyond_data") {
		if data, ok := dataSpan(all); ok {
			s = data
		}
	}
	ticks := timeAxis{
		span: s, zone: v.zone, width: width, format: PlainText(v.attributes["x_axis_format"], 40),
		overlap: v.isFalse("x_axis_auto_skip"),
	}
	if n, ok := v.number("x_axis_max_ticks_limit"); ok && n >= 1 {
		ticks.most = int(min(n, mostTicks))
	}
	axis := Axis{Min: millis(s.from), Max: millis(s.until), Ticks: ticks.ticks(), NoTicks: v.isTrue("hide_x_tick")}
	axis.withoutCutTexts(width)
	if asBars { // the first and the last bar need room
		gap := smallestGap(all, axis.Max-axis.Min)
		axis.Min, axis.Max = axis.Min-gap/2, axis.Max+gap/2
	}
	return axis
}

// withoutCutTexts removes tick texts that would not fit into the picture at its left and right edge.
func (a *Axis) withoutCutTexts(width float64) {
	for i, tick := range a.Ticks {
		at, half := (tick.At-a.Min)/(a.Max-a.Min)*width, TextWidth(tick.Text, tickFont)/2
		if at+half > width+marginRight || at-half < -40 {
			a.Ticks[i].Text = ""
		}
	}
}

func dataSpan(all [][][2]float64) (span, bool) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, points := range all {
		if len(points) > 0 {
			least, most = min(least, points[0][0]), max(most, points[len(points)-1][0])
		}
	}
	return span{fromMillis(least), fromMillis(most)}, least < most
}

// smallestGap returns the smallest distance between two neighboring points, but not more than a tenth of length.
func smallestGap(all [][][2]float64, length float64) float64 {
	gap := length / 10
	for _, points := range all {
		for i := 1; i < len(points); i++ {
			if distance := points[i][0] - points[i-1][0]; distance > 0 {
				gap = min(gap, distance)
			}
		}
	}
	return gap
}

// stackedExtent returns the smallest and the largest sum of the values that are stacked at one time.
func stackedExtent(all [][][2]float64) (least, most float64) {
	sums := map[float64]float64{}
	for _, points := range all {
		for _, p := range points {
			sums[p[0]] += p[1]
			least, most = min(least, sums[p[0]]), max(most, sums[p[0]])
		}
	}
	return least, most
}

const legendFont = 12

const mostLegendRows = 3

// legend returns the legend of a chart. If labels_display is not declared, there is a legend only for two or more series.
func (v *widget) legend(items []chartItem) Legend {
	if v.isFalse("labels_display") || !v.isTrue("labels_display") && len(items) < 2 {
		return Legend{}
	}
	how := v.word("labels_aggregation")
	l := Legend{Right: v.word("labels_placement") == "right"}
	widest := 0.0
	room := max(v.size.Width/3-30, 40)
	if !l.Right {
		room = v.size.Width - 60
	}
	for _, item := range items {
		text := item.name
		if how != "" {
			text += ": " + how + " " + v.shown(item.aggregated(how))
		}
		text = Fitted(text, legendFont, room)
		l.Texts = append(l.Texts, text)
		widest = max(widest, TextWidth(text, legendFont))
	}
	fitting := 0
	if l.Right {
		l.Size = widest + 40
		fitting = min(len(l.Texts), max(int((v.size.Height-40)/22), 1))
	} else {
		rows := 0
		rows, fitting = v.legendRows(l.Texts)
		l.Size = float64(rows)*22 + 4
	}
	if fitting < len(l.Texts) {
		v.problem(fmt.Sprintf("the legend has room for %d of %d items", fitting, len(l.Texts)))
	}
	l.Texts = l.Texts[:fitting]
	return l
}

// legendRows returns how many rows a legend below the chart has, and how many of the texts fit into them.
func (v *widget) legendRows(texts []string) (rows, fitting int) {
	rows = 1
	used := 0.0
	for i, text := range texts {
		need := TextWidth(text, legendFont) + 36
		if used+need > v.size.Width-20 && used > 0 {
			if rows == mostLegendRows || float64(rows*22) > v.size.Height/4 {
				return rows, i
			}
			rows, used = rows+1, 0
		}
		used += need
	}
	return rows, len(texts)
}

// summary says in a sentence what the widget shows, for screen readers.
func (v *widget) summary() string {
	what := map[Kind]string{
		Lines: "Chart over time", Bars: "Bar chart", Gauge: "Gauge", Meter: "Bars on a scale", Stat: "Value",
		Table: "Table", Text: "Text", Timeline: "States over time",
	}[v.panel.Kind]
	if v.panel.Empty != "" {
		return fmt.Sprintf("%s: %s", what, v.panel.Empty)
	}
	text := what
	for i, item := range v.visible() {
		if i == 5 {
			text += "; and more"
			break
		}
		text += fmt.Sprintf("; %s: %s", item.name, v.shown(item.aggregated(v.word("labels_aggregation"))))
	}
	return text
}
