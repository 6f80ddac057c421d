// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"math"
	"slices"
)

// points is a series of pairs. In each pair, the first number is a time in milliseconds or the index of a category, and the second is the
// value.
type points = [][2]float64

// numbers returns the numeric values of an item as points. Booleans count as 1 and 0, and a constant becomes a horizontal line over the
// span. others is the number of values that are not numbers.
func (i chartItem) numbers(s span) (numbers points, others int) {
	if n, ok := numberOf(i.values.Constant); ok {
		return points{{millis(s.from), n}, {millis(s.until), n}}, 0
	}
	for _, p := range i.values.Points {
		if n, ok := numberOf(p.Value); ok {
			numbers = append(numbers, [2]float64{millis(p.Time), Round(n)})
		} else {
			others++
		}
	}
	return numbers, others
}

// numberOf converts a number or a boolean to a number: true becomes 1, and false becomes 0. Unlike Number, it rejects strings such as "5".
func numberOf(value any) (float64, bool) {
	switch value := value.(type) {
	case bool:
		if value {
			return 1, true
		}
		return 0, true
	case string:
		return 0, false
	}
	return Number(value)
}

// aggregate combines an item's values into one. method is the value of labels_aggregation, such as "min" or "average". If method is empty,
// or no value is a number, aggregate returns the last value. Without values, it returns nil.
func (i chartItem) aggregate(method string) any {
	all := i.values.Points
	if i.values.Constant != nil || len(all) == 0 {
		return i.values.Constant
	}
	last := all[len(all)-1].Value
	var numbers []float64
	for _, p := range all {
		if n, ok := numberOf(p.Value); ok {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 || method == "" || method == "last" {
		return last
	}
	sum := 0.0
	for _, n := range numbers {
		sum += n
	}
	switch method {
	case "min":
		sum = slices.Min(numbers)
	case "max":
		sum = slices.Max(numbers)
	case "average", "avg":
		sum /= float64(len(numbers))
	}
	return Round(sum)
}

// valueRange returns the smallest and largest values of all points. ok is false if there are no points.
func valueRange(series ...points) (least, most float64, ok bool) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, all := range series {
		for _, p := range all {
			least, most, ok = min(least, p[1]), max(most, p[1]), true
		}
	}
	return least, most, ok
}

// yAxis returns a value axis for the range [least, most], with the given length in pixels. The axis also includes thresholds close to the
// range. It includes zero if fromZero is set, or if 0 < least < most/2. Limits in the attributes take precedence.
func (v *widget) yAxis(least, most float64, fromZero bool, length float64) Axis {
	if fromZero || least > 0 && least < most/2 {
		least, most = min(least, 0), max(most, 0)
	}
	height := most - least
	for _, l := range v.levels {
		if room := max(height, math.Abs(most)/4); l.value > most && l.value <= most+room {
			most = l.value + height/50 // Keep the line off the border.
		} else if l.value < least && l.value >= least-room {
			least = l.value
		}
	}
	least, most = widenIfEmpty(least, most)
	low, hasLow := v.number("y_axis_min_limit")
	high, hasHigh := v.number("y_axis_max_limit")
	step := tickStep(least, most, length)
	least, most = math.Floor(least/step+1e-9)*step, math.Ceil(most/step-1e-9)*step
	if hasLow {
		least = low
	}
	if hasHigh {
		most = high
	}
	switch { // The limits in the attributes can make the axis empty or reversed.
	case least < most:
	case hasHigh && !hasLow:
		least = most - max(math.Abs(most), 1)
	default:
		most = least + max(math.Abs(least), 1)
	}
	axis := Axis{
		Min: Round(least), Max: Round(most), Unit: v.format.unit, NoTicks: v.isTrue("hide_y_tick"),
		NoGrid: v.isTrue("hide_y_grid"),
	}
	axis.Ticks = v.format.ticks(axis.Min, axis.Max, length)
	return axis
}

// widenIfEmpty returns the range [least, most] unchanged if most is greater than least. Otherwise, it returns a wider range.
func widenIfEmpty(least, most float64) (float64, float64) {
	switch around := max(math.Abs(least)/2, 1); {
	case most > least:
		return least, most
	case least == 0:
		return 0, 1
	default:
		return least - around, most + around
	}
}

// addThresholds adds a line for each threshold, and tints the area up to the next one.
func (v *widget) addThresholds() {
	for i, l := range v.levels {
		t := Threshold{Value: l.value, Color: l.color, Text: l.text}
		if i+1 < len(v.levels) {
			next := v.levels[i+1].value
			t.To = &next
		}
		v.panel.Thresholds = append(v.panel.Thresholds, t)
	}
}
