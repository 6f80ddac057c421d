// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"math"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// numeric returns the values of an item as points; true becomes 1, false 0. A constant number becomes a horizontal line. texts is the
// number of values that are not numbers.
func (i chartItem) numeric(s span) (points [][2]float64, texts int) {
	if n, ok := numberOf(i.values.Constant); ok {
		return [][2]float64{{millis(s.from), n}, {millis(s.until), n}}, 0
	}
	for _, p := range i.values.Points {
		if n, ok := numberOf(p.Value); ok {
			points = append(points, [2]float64{millis(p.Time), Rounded(n)})
		} else {
			texts++
		}
	}
	return points, texts
}

// numberOf returns 1 for true and 0 for false. Texts such as "5" are no numbers here.
func numberOf(value any) (float64, bool) {
	switch value := value.(type) {
	case bool:
		if value {
			return 1, true
		}
		return 0, true
	case string:
		return 0, false
	default:
		return Number(value)
	}
}

// aggregated combines the values of an item into one value. For example, it returns their average if the text in how is "average". It
// returns nil if there are no values.
func (i chartItem) aggregated(how string) any {
	if i.values.Constant != nil {
		return i.values.Constant
	}
	return aggregated(i.values.Points, how)
}

func aggregated(points []rehearsal.Point, how string) any {
	if len(points) == 0 {
		return nil
	}
	last := points[len(points)-1].Value
	if how == "" || how == "last" {
		return last
	}
	var numbers []float64
	for _, p := range points {
		if n, ok := numberOf(p.Value); ok {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 {
		return last
	}
	result := numbers[0]
	for _, n := range numbers[1:] {
		switch how {
		case "min":
			result = min(result, n)
		case "max":
			result = max(result, n)
		default:
			result += n
		}
	}
	if how == "average" || how == "avg" {
		result /= float64(len(numbers))
	}
	return Rounded(result)
}

// extent returns the smallest and the largest value of all points. ok is false if there are no points.
func extent(series [][][2]float64) (least, most float64, ok bool) {
	for _, points := range series {
		for _, p := range points {
			if !ok {
				least, most, ok = p[1], p[1], true
			}
			least, most = min(least, p[1]), max(most, p[1])
		}
	}
	return least, most, ok
}

// yAxis returns the axis for values from least to most. The axis also shows thresholds near these values.
func (v *widget) yAxis(least, most float64, fromZero bool, length float64) Axis {
	if fromZero || least > 0 && least < most/2 {
		least, most = min(least, 0), max(most, 0)
	}
	height := most - least
	for _, l := range v.levels {
		if room := max(height, math.Abs(most)/4); l.value > most && l.value <= most+room {
			most = l.value + height/50 // The line is not on the border.
		} else if l.value < least && l.value >= least-room {
			least = l.value
		}
	}
	least, most = apart(least, most)
	low, hasLow := v.number("y_axis_min_limit")
	high, hasHigh := v.number("y_axis_max_limit")
	step := roundStep((most - least) / max(2, math.Floor(length/tickDistance)))
	least, most = math.Floor(least/step+1e-9)*step, math.Ceil(most/step-1e-9)*step
	if hasLow {
		least = low
	}
	if hasHigh {
		most = high
	}
	if least >= most { // the limits exclude the values
		if hasHigh && !hasLow {
			least = most - max(math.Abs(most), 1)
		} else {
			most = least + max(math.Abs(least), 1)
		}
	}
	axis := Axis{
		Min: Rounded(least), Max: Rounded(most), Unit: v.format.unit, NoTicks: v.isTrue("hide_y_tick"),
		NoGrid: v.isTrue("hide_y_grid"),
	}
	axis.Ticks = v.format.ticks(axis.Min, axis.Max, length)
	return axis
}

// apart widens a range whose two ends are equal.
func apart(least, most float64) (float64, float64) {
	if most > least {
		return least, most
	}
	around := max(math.Abs(least)/2, 1)
	if least == 0 {
		return 0, 1
	}
	return least - around, most + around
}

// drawThresholds draws each threshold as a line. The area up to the next threshold is tinted.
func (v *widget) drawThresholds() {
	for i, l := range v.levels {
		t := Threshold{Value: l.value, Color: l.color, Text: l.text}
		if i+1 < len(v.levels) {
			next := v.levels[i+1].value
			t.To = &next
		}
		v.panel.Thresholds = append(v.panel.Thresholds, t)
	}
}
