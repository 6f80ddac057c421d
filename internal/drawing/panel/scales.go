// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import "math"

// showValues shows the value of each item on a scale or, in a stat widget, as a large number.
func (v *widget) showValues(kind Kind) {
	v.panel.Kind = kind
	v.panel.Border = kind == Stat && v.isTrue("border")
	v.panel.Horizontal = v.word("orientation") != "vertical"
	items := v.visibleItems()
	if v.showNoData(items) {
		return
	}
	how := v.word("labels_aggregation")
	colors := make([]string, len(items))
	least, most := math.Inf(1), math.Inf(-1)
	for i, item := range items {
		value := item.aggregate(how)
		shown := Value{Name: item.name, Text: v.displayText(value), Color: item.color}
		if kind == Stat {
			shown.Color, shown.Trend = "", item.trendLines(v.span)
		}
		n, ok := numberOf(value)
		if !ok && kind != Stat {
			v.addProblems("the value of " + item.name + " is not a number: " + shown.Text)
		}
		if ok {
			shown.Value = Round(n)
			least, most = min(least, shown.Value), max(most, shown.Value)
			if l, reached := v.reachedLevel(n); reached {
				shown.Color, shown.Note = l.color, l.text
			} else if kind == Stat && item.declared {
				shown.Color = item.color
			}
		}
		colors[i] = item.color
		v.panel.Values = append(v.panel.Values, shown)
	}
	for i := range v.panel.Values {
		v.setScale(&v.panel.Values[i], colors[i], least, most)
	}
	if len(v.panel.Values) == 1 && v.panel.Values[0].Name == v.panel.Title {
		v.panel.Values[0].Name = ""
	}
}

// setScale sets the ends of a value's scale, and the colored bands between the thresholds. All values in a widget share a scale, so lowest
// and highest are the smallest and largest of all values in the widget. color is the color below the first threshold.
func (v *widget) setScale(value *Value, color string, lowest, highest float64) {
	least, ok := v.number("y_axis_min_limit")
	if !ok && lowest < 0 {
		least = -roundUpLimit(-lowest)
	}
	most, ok := v.number("max_limit")
	if !ok {
		most, ok = v.number("y_axis_max_limit")
	}
	if !ok {
		most = 0
		for _, l := range v.levels {
			most = max(most, l.value*1.25)
		}
		if most = max(most, highest); most > 0 || least >= 0 {
			most = roundUpLimit(most)
		}
	}
	if most <= least {
		least = most - max(1, math.Abs(most))
	}
	value.Min, value.Max = Round(least), Round(most)
	for i, end := range [2]float64{value.Min, value.Max} {
		value.Ends[i] = Tick{end, numberFormat{decimals: -1}.text(end)}
	}
	for _, l := range v.levels {
		if share := (l.value - least) / (most - least); share > 0 && share < 1 {
			value.Bands = append(value.Bands, Band{Round(share), color})
			color = l.color
		} else if share <= 0 {
			color = l.color
		}
	}
	value.Bands = append(value.Bands, Band{1, color})
}

// roundUpLimit rounds n up to a round number, for use as the upper end of a scale.
func roundUpLimit(n float64) float64 {
	if n <= 0 {
		return 1
	}
	return roundUp(n, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
}
