// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

type numberFormat struct {
	decimals int // -1 if not declared
	unit     string
}

// text formats a number with its unit: 1234 becomes "1.23 k", 1234 W becomes "1.23 kW", and 1234 bar stays "1234 bar".
func (f numberFormat) text(n float64) string { return f.join(f.abbreviate(n)) }

// join appends the letter of the scale, such as k or M, and the unit to a number: "1.2", "k" and the unit W become "1.2 kW". If the unit
// can't have an SI prefix, a space separates the letter from the unit, as in "1.2 M bar".
func (f numberFormat) join(digits, letter string) string {
	switch {
	case letter == "" && (f.unit == "%" || f.unit == "°"):
		return digits + f.unit
	case letter == "" || f.takesPrefix():
		return strings.TrimSuffix(digits+" "+letter+f.unit, " ")
	default:
		return digits + " " + letter + " " + f.unit
	}
}

// takesPrefix reports whether the unit is usually written with an SI prefix, such as kW. It also returns true if there is no unit.
func (f numberFormat) takesPrefix() bool {
	return slices.Contains([]string{
		"", "W", "Wh", "V", "VA", "VAh", "var", "A", "Ah", "Hz", "J", "N", "Pa", "g", "m", "l", "L", "B", "bit", "b", "Ω", "F", "H",
	}, f.unit)
}

// abbreviate returns the digits of a scaled number and its scale letter: "1.2" and "k" for 1200.
func (f numberFormat) abbreviate(n float64) (digits, letter string) {
	if f.decimals >= 0 && math.Abs(n) < 1e15 {
		return minusZero(strconv.FormatFloat(n, 'f', f.decimals, 64)), ""
	}
	scale, letter := f.scaleFor(math.Abs(n))
	scaled := n / scale
	if scale == 1 && n != 0 && math.Abs(n) < 1e-3 || math.Abs(scaled) >= 1e6 {
		return exponential(n, 3), ""
	}
	// Show about three significant digits, as in 1.23, 12.3 and 123, but keep all digits before the decimal point, as in 1234 T.
	places := 2
	switch abs := math.Abs(scaled); {
	case abs >= 100:
		places = 0
	case abs >= 10:
		places = 1
	case abs < 0.1:
		places = 4
	case abs < 1:
		places = 3
	}
	return trimZeros(strconv.FormatFloat(scaled, 'f', places, 64)), letter
}

// exponential formats a number in scientific notation, such as 1e-5, with up to the given number of digits.
func exponential(n float64, digits int) string {
	return strings.Replace(strconv.FormatFloat(n, 'g', digits, 64), "e-0", "e-", 1)
}

// scaleFor returns the divisor for a number and the letter to append: 1000 and "k" for 1200, but 1 and "" for 12. With a unit that takes no
// SI prefix, such as bar, it never returns "k".
func (f numberFormat) scaleFor(abs float64) (scale float64, letter string) {
	for _, m := range []struct {
		scale  float64
		letter string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if abs >= m.scale*0.9995 && (m.scale > 1e3 || f.takesPrefix()) {
			return m.scale, m.letter
		}
	}
	return 1, ""
}

func trimZeros(digits string) string {
	if strings.Contains(digits, ".") && !strings.Contains(digits, "e") {
		digits = strings.TrimRight(strings.TrimRight(digits, "0"), ".")
	}
	return minusZero(digits)
}

func minusZero(digits string) string {
	if strings.Trim(digits, "-0.") == "" {
		return strings.TrimPrefix(digits, "-")
	}
	return digits
}

// tickDistance is the minimum distance between two ticks of a value axis, in pixels.
const tickDistance = 30

// tickStep returns the smallest round step with which the ticks fit on an axis of the given length in pixels. The step is large enough that
// the function Round keeps the ticks distinct.
func tickStep(least, most, length float64) float64 {
	count := min(max(2, math.Floor(length/tickDistance)), maxTicks)
	return roundStep(max((most-least)/count, max(-least, most)*1e-11))
}

// ticks returns ticks at round numbers in the range [least, most]. It returns as many as fit on an axis with the given length in pixels. If
// the format has too few decimals, labels of neighboring ticks would be equal, so ticks returns fewer ticks. If that would be fewer than
// two, it uses more decimals instead.
func (f numberFormat) ticks(least, most, length float64) []Tick {
	step := tickStep(least, most, length)
	if exact := math.Pow10(-f.decimals); f.decimals >= 0 && math.Floor(most/exact+1e-9) > math.Ceil(least/exact-1e-9) {
		step = max(step, exact)
	}
	ticks, abbreviate := []Tick{}, f.abbreviateAll(step, max(-least, most))
	for i := math.Ceil(least/step - 1e-9); Round(i*step) <= Round(most) && len(ticks) <= maxTicks; i++ {
		at := Round(i * step)
		ticks = append(ticks, Tick{at, f.join(abbreviate(at))})
	}
	return ticks
}

// abbreviateAll returns a function that abbreviates multiples of step, such as the ticks of an axis. greatest is the greatest multiple. All
// results have the same scale, and enough digits to tell adjacent multiples apart.
func (f numberFormat) abbreviateAll(step, greatest float64) func(at float64) (digits, letter string) {
	scale, letter := 1.0, ""
	if f.decimals < 0 || greatest >= 1e15 {
		f.decimals = -1
		scale, letter = f.scaleFor(greatest)
	}
	places := max(f.decimals, min(max(-int(math.Floor(math.Log10(step/scale)+1e-9)), 0), 12))
	return func(at float64) (string, string) {
		switch {
		case at == 0 && (letter != "" || places > 5):
			return "0", ""
		case f.decimals < 0 && (greatest/scale >= 1e6 || places > 5 && greatest < 1e-3):
			return exponential(at, int(math.Log10(greatest/step))+2), ""
		default:
			return minusZero(strconv.FormatFloat(at/scale, 'f', places, 64)), letter
		}
	}
}

// roundStep returns the smallest number in the series ..., 0.1, 0.2, 0.5, 1, 2, 5, 10, ... that is not less than n.
func roundStep(n float64) float64 { return roundUp(n, 1, 2, 5) }

// roundUp returns the smallest product of one of the factors and a power of 10 that is not less than n.
func roundUp(n float64, factors ...float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(n)))
	for _, factor := range factors {
		if factor*power >= n*(1-1e-9) {
			return Round(factor * power)
		}
	}
	return Round(10 * power)
}

// Round rounds n to twelve significant digits, so that 0.30000000000000004 becomes 0.3. The remaining digits may differ between processors.
func Round(n float64) float64 {
	result, _ := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 12, 64), 64)
	if result == 0 {
		return 0 // Minus zero becomes zero.
	}
	return result
}
