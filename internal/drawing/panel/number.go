// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"math"
	"strconv"
	"strings"
)

type numberFormat struct {
	decimals int // -1 if not declared
	unit     string
}

// text writes a number with its unit: 1234 bar becomes "1.23 k bar". If the number of decimals is declared, the letter k is not used.
func (f numberFormat) text(n float64) string { return withUnit(f.digits(n), f.unit) }

func withUnit(digits, unit string) string {
	if unit == "" {
		return digits
	}
	if unit == "%" || unit == "°" {
		return digits + unit
	}
	return digits + " " + unit
}

func (f numberFormat) digits(n float64) string {
	if f.decimals >= 0 && math.Abs(n) < 1e15 {
		return minusZero(strconv.FormatFloat(n, 'f', f.decimals, 64))
	}
	scale, letter := magnitude(math.Abs(n))
	scaled := n / scale
	if scale == 1 && n != 0 && math.Abs(n) < 1e-3 || math.Abs(scaled) >= 1e6 {
		return strings.Replace(strconv.FormatFloat(n, 'g', 3, 64), "e-0", "e-", 1)
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
	return join(trimZeros(strconv.FormatFloat(scaled, 'f', places, 64)), letter)
}

func join(digits, letter string) string {
	if letter == "" {
		return digits
	}
	return digits + " " + letter
}

// magnitude returns 1000 and "k" for 1200, because 1200 is shown as 1.2 k.
func magnitude(abs float64) (scale float64, letter string) {
	for _, m := range []struct {
		scale  float64
		letter string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if abs >= m.scale*0.9995 {
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
const tickDistance = 38

// ticks returns round numbers between least and most. There are as many as fit on an axis of this length in pixels.
func (f numberFormat) ticks(least, most, length float64) []Tick {
	count := math.Max(2, math.Floor(length/tickDistance))
	step := roundStep((most - least) / count)
	if step <= 0 || math.IsInf(step, 0) || math.IsNaN(step) {
		return []Tick{}
	}
	scale, letter := magnitude(math.Max(math.Abs(least), math.Abs(most)))
	places := 0
	if f.decimals >= 0 {
		scale, letter, places = 1, "", f.decimals
	} else if exponent := -int(math.Floor(math.Log10(step/scale) + 1e-9)); exponent > 0 {
		places = min(exponent, 12)
	}
	ticks := []Tick{}
	for i := math.Ceil(least/step - 1e-9); i*step <= most+step*1e-9 && len(ticks) < 50; i++ {
		at := rounded(i * step)
		digits := join(minusZero(strconv.FormatFloat(at/scale, 'f', places, 64)), letter)
		if at == 0 && letter != "" {
			digits = "0"
		}
		ticks = append(ticks, Tick{at, withUnit(digits, f.unit)})
	}
	return ticks
}

// roundStep returns the smallest of the numbers 0.1, 0.2, 0.5, 1, 2, 5, 10, 20 and so on that is not less than n.
func roundStep(n float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(n)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= n*(1-1e-9) {
			return rounded(factor * power)
		}
	}
	return rounded(10 * power)
}

// rounded removes the error of calculations: 0.30000000000000004 becomes 0.3. Processors may differ in this error.
func rounded(n float64) float64 {
	result, err := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 12, 64), 64)
	if err != nil || result == 0 {
		return 0 // Minus zero becomes zero.
	}
	return result
}
