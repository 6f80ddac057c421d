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
	whole    bool // only integers have ticks, as for counts
}

// text formats a number with its unit: 1234 becomes "1.23 k", 1234 W "1.23 kW" and 1234 bar "1234 bar". If the number of decimals is
// declared, numbers are not shortened.
func (f numberFormat) text(n float64) string { return f.join(f.shortened(n)) }

// digits formats a number without its unit.
func (f numberFormat) digits(n float64) string { return numberFormat{}.join(f.shortened(n)) }

// join writes "1.2", "k" and the unit W as "1.2 kW", and "1.2", "M" and the unit bar as "1.2 M bar".
func (f numberFormat) join(digits, letter string) string {
	switch {
	case letter == "" && (f.unit == "%" || f.unit == "°"):
		return digits + f.unit
	case letter == "" || f.takesLetters():
		return strings.TrimSuffix(digits+" "+letter+f.unit, " ")
	default:
		return digits + " " + letter + " " + f.unit
	}
}

// takesLetters reports whether the unit is written with a letter for thousands before it, such as kW. A number without a unit has only
// the letter.
func (f numberFormat) takesLetters() bool {
	return slices.Contains([]string{
		"", "W", "Wh", "V", "VA", "VAh", "var", "A", "Ah", "Hz", "J", "N", "Pa", "g", "m", "l", "L", "B", "bit", "b", "Ω", "F", "H",
	}, f.unit)
}

// shortened returns "1.2" and "k" for 1200.
func (f numberFormat) shortened(n float64) (digits, letter string) {
	if f.decimals >= 0 && math.Abs(n) < 1e15 {
		return minusZero(strconv.FormatFloat(n, 'f', f.decimals, 64)), ""
	}
	scale, letter := f.magnitude(math.Abs(n))
	scaled := n / scale
	if scale == 1 && n != 0 && math.Abs(n) < 1e-3 || math.Abs(scaled) >= 1e6 {
		return exponential(n), ""
	}
	// About three significant digits are shown: 1.23, 12.3, 123. Digits before the point are never cut: 1234 T.
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

// exponential writes a very small or very large number, such as 1e-5.
func exponential(n float64) string {
	return strings.Replace(strconv.FormatFloat(n, 'g', 3, 64), "e-0", "e-", 1)
}

// magnitude returns 1000 and "k" for 1200, which is shown as 1.2 k. A number with a unit such as bar is shortened only from a million on.
func (f numberFormat) magnitude(abs float64) (scale float64, letter string) {
	for _, m := range []struct {
		scale  float64
		letter string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if abs >= m.scale*0.9995 && (m.scale > 1e3 || f.takesLetters()) {
			return m.scale, m.letter
		}
	}
	return 1, ""
}

func trimZeros(digits string) string {
	if strings.Contains(digits, ".") {
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

// tickDistance is the minimum distance between two ticks with numbers, in pixels.
const tickDistance = 30

// ticks returns as many round numbers between least and most as fit on an axis of this length in pixels.
func (f numberFormat) ticks(least, most, length float64) []Tick {
	count := math.Max(2, math.Floor(length/tickDistance))
	step := roundStep((most - least) / count)
	if f.whole {
		step = max(step, 1)
	}
	if step <= 0 || math.IsInf(step, 0) || math.IsNaN(step) {
		return []Tick{}
	}
	scale, letter := f.magnitude(math.Max(math.Abs(least), math.Abs(most)))
	places := 0
	if f.decimals >= 0 {
		scale, letter, places = 1, "", f.decimals
	} else if exponent := -int(math.Floor(math.Log10(step/scale) + 1e-9)); exponent > 0 {
		places = min(exponent, 12)
	}
	ticks := []Tick{}
	for i := math.Ceil(least/step - 1e-9); Rounded(i*step) <= Rounded(most) && len(ticks) < 50; i++ {
		at := Rounded(i * step)
		text := f.join(minusZero(strconv.FormatFloat(at/scale, 'f', places, 64)), letter)
		if f.decimals < 0 && places > 5 && at != 0 {
			text = f.join(exponential(at), "")
		}
		if at == 0 && (letter != "" || places > 5) {
			text = f.join("0", "")
		}
		ticks = append(ticks, Tick{at, text})
	}
	return ticks
}

// roundStep returns the smallest of the numbers 0.1, 0.2, 0.5, 1, 2, 5, 10, 20 and so on that is not less than n.
func roundStep(n float64) float64 { return roundUp(n, 1, 2, 5) }

// roundUp returns the smallest product of a factor and a power of 10 that is not less than n.
func roundUp(n float64, factors ...float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(n)))
	for _, factor := range factors {
		if factor*power >= n*(1-1e-9) {
			return Rounded(factor * power)
		}
	}
	return Rounded(10 * power)
}

// Rounded removes the error of calculations: 0.30000000000000004 becomes 0.3. Processors may differ in this error.
func Rounded(n float64) float64 {
	result, err := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 12, 64), 64)
	if err != nil || result == 0 {
		return 0 // Minus zero becomes zero.
	}
	return result
}
