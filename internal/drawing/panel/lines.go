// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"fmt"
	"math"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// showLines builds a chart that shows values over time as lines or bars. If asBars is false and the values are states instead of numbers
// (see areStates), it builds a timeline.
func (v *widget) showLines(asBars bool) {
	v.panel.Kind = Lines
	items := v.visibleItems()
	if v.showNoData(items) {
		return
	}
	if !asBars && v.areStates(items) {
		v.showTimeline(items)
		return
	}
	v.panel.Legend = v.legend(items)
	width, height := v.plotSize()
	all := make([]points, len(items))
	others := 0
	for i, item := range items {
		var more int
		all[i], more = item.numbers(v.span)
		others += more
	}
	if others > 0 {
		v.addProblems("a line can't show " + document.Count(others, "string value"))
	}
	least, most, ok := valueRange(all...)
	if !ok {
		v.panel.Empty = "No numbers"
		return
	}
	isStacked, noLine, style := asBars && v.isTrue("stacked"), v.isFalse("show_line"), v.word("line_interpolation_style")
	if isStacked {
		least, most = runningSumRange(all)
	}
	v.panel.X = v.timeAxis(all, asBars, width)
	v.panel.Y = v.yAxis(least, most, asBars, height)
	v.addThresholds()
	perSeries := int(2 * width)
	if asBars {
		perSeries = max(3, int(width/float64(2*len(items)))) // A bar and the space next to it need at least two pixels.
	}
	for i, item := range items {
		kept := downsample(all[i], perSeries)
		series := Series{
			Name: item.name, Color: item.color, Points: kept, Bar: asBars, Stack: isStacked, Smooth: style == "rounded", Step: style == "squared",
			Fill: v.isTrue("fill"), NoLine: noLine, Dots: noLine || len(kept) <= int(width/25),
		}
		if !asBars && !noLine {
			series.Gaps = gaps(all[i], kept)
		}
		v.panel.Series = append(v.panel.Series, series)
	}
}

// Estimated margins between the plot and the edges of the picture, in pixels. Package chart calculates the exact margins.
const (
	marginLeft, marginRight, marginTop, marginBottom = 56, 16, 12, 26
	stripHeight                                      = 30
)

// plotSize estimates the size of the area inside the axes. Set the legend before calling plotSize, because the legend takes up room.
func (v *widget) plotSize() (width, height float64) {
	width, height = v.size.Width-marginLeft-marginRight, v.size.Height-marginTop-marginBottom
	if v.panel.Horizontal {
		for _, name := range v.panel.X.Categories {
			width = min(width, v.size.Width-marginRight-min(TextWidth(name, tickFont)+16, v.size.Width/3))
		}
	}
	if v.panel.Legend.Right {
		width -= v.panel.Legend.Size
	} else {
		height -= v.panel.Legend.Size
	}
	return max(width, 40), max(height, 30)
}

// timeAxis returns the time axis of a chart with the given width in pixels. If show_beyond_data is false, the axis covers only the time
// from the first point to the last.
func (v *widget) timeAxis(all []points, asBars bool, width float64) Axis {
	s := v.span
	if v.isFalse("show_beyond_data") {
		if data, ok := dataSpan(all); ok {
			s = data
		}
	}
	ticks := timeAxis{
		span: s, zone: v.zone, width: width, format: PlainText(v.attributes["x_axis_format"], 40),
		limit: v.boundedInt("x_axis_max_ticks_limit", 0, maxTicks), overlap: v.isFalse("x_axis_auto_skip"),
	}
	axis := Axis{Min: millis(s.from), Max: millis(s.until), Ticks: ticks.ticks(), NoTicks: v.isTrue("hide_x_tick")}
	axis.dropClippedLabels(marginLeft, width)
	if asBars { // leave room for the first and the last bar
		gap := minInterval(all, axis.Max-axis.Min)
		axis.Min, axis.Max = axis.Min-gap/2, axis.Max+gap/2
	}
	return axis
}

// dropClippedLabels removes tick labels that would be cut off at an edge of the picture. leftMargin is the estimated distance in pixels
// between the left edge and the axis.
func (a *Axis) dropClippedLabels(leftMargin, width float64) {
	for i, tick := range a.Ticks {
		at, half := (tick.At-a.Min)/(a.Max-a.Min)*width, TextWidth(tick.Text, tickFont)/2
		if at+half > width+marginRight || at-half < 16-leftMargin {
			a.Ticks[i].Text = ""
		}
	}
}

func dataSpan(all []points) (span, bool) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, series := range all {
		if len(series) > 0 {
			least, most = min(least, series[0][0]), max(most, series[len(series)-1][0])
		}
	}
	return span{fromMillis(least), fromMillis(most)}, least < most
}

// minInterval returns the smallest distance between adjacent points of any series, but at most a tenth of the axis length.
func minInterval(all []points, length float64) float64 {
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

// runningSumRange returns the smallest and largest running sum when the values at each time are stacked. The range always includes 0.
func runningSumRange(all []points) (least, most float64) {
	sums := map[float64]float64{}
	for _, p := range slices.Concat(all...) {
		sums[p[0]] += p[1]
		least, most = min(least, sums[p[0]]), max(most, sums[p[0]])
	}
	return least, most
}

const legendFont = 12

const maxLegendRows = 3

// legend returns the legend of a chart. If labels_display is not set, only a chart with at least two items has a legend.
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
		value := ""
		if how != "" {
			value = ": " + how + " " + v.displayText(item.aggregate(how))
		}
		text := Truncate(Truncate(item.name, legendFont, room-TextWidth(value, legendFont))+value, legendFont, room)
		l.Texts = append(l.Texts, text)
		widest = max(widest, TextWidth(text, legendFont))
	}
	rows, fitting := v.legendRows(l.Texts)
	l.Size = float64(rows)*22 + 4
	if l.Right {
		l.Size, fitting = widest+40, min(len(l.Texts), max(int((v.size.Height-40)/22), 1))
	}
	if fitting < len(l.Texts) {
		v.addProblems(fmt.Sprintf("the legend has room for %d of %d items", fitting, len(l.Texts)))
	}
	l.Texts = l.Texts[:fitting]
	return l
}

// legendRows returns the number of rows in a legend below the chart, and the number of labels that fit in them. The legend is limited to
// maxLegendRows rows and to about a quarter of the height.
func (v *widget) legendRows(texts []string) (rows, fitting int) {
	rows = 1
	used := 0.0
	for i, text := range texts {
		need := TextWidth(text, legendFont) + 36
		if used+need > v.size.Width-20 && used > 0 {
			if rows == maxLegendRows || float64(rows*22) > v.size.Height/4 {
				return rows, i
			}
			rows, used = rows+1, 0
		}
		used += need
	}
	return rows, len(texts)
}

// summary describes in one sentence what the widget shows, for screen readers.
func (v *widget) summary() string {
	text := map[Kind]string{
		Lines: "Chart over time", Bars: "Bar chart", Gauge: "Gauge", Meter: "Bars on a scale", Stat: "Value",
		Table: "Table", Text: "Text", Timeline: "States over time",
	}[v.panel.Kind]
	if v.panel.Empty != "" {
		return text + ": " + v.panel.Empty
	}
	for i, item := range v.visibleItems() {
		if i == 5 {
			text += "; and more"
			break
		}
		text += fmt.Sprintf("; %s: %s", item.name, v.displayText(item.aggregate(v.word("labels_aggregation"))))
	}
	return text
}
