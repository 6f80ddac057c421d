// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"
	"math"
	"strconv"
)

// leastContrast is the minimum contrast of large letters at level AA of WCAG, the accessibility guidelines.
const leastContrast = 3

// legible returns a color for letters on the theme's background. If needed, it mixes the color with the theme's text color.
func legible(color string, theme Theme) string {
	if color == theme.Text { // In the theme Auto, this is a CSS function and not a color.
		return color
	}
	if theme.Name == "auto" {
		return either(legible(color, Light()), legible(color, Dark()))
	}
	for share := 0.0; share < 1; share += 0.1 {
		if mixed := mix(color, theme.Text, share); contrast(mixed, theme.Ground) >= leastContrast {
			return mixed
		}
	}
	return theme.Text
}

func channels(color string) (rgb [3]float64) {
	n, err := strconv.ParseUint(color[min(1, len(color)):], 16, 32)
	if err != nil {
		return rgb
	}
	return [3]float64{float64(n >> 16 & 255), float64(n >> 8 & 255), float64(n & 255)}
}

func mix(a, b string, share float64) string {
	x, y := channels(a), channels(b)
	part := func(i int) int { return int(math.Round(float64(x[i]*(1-share)) + float64(y[i]*share))) }
	return fmt.Sprintf("#%02x%02x%02x", part(0), part(1), part(2))
}

// contrast returns the contrast of two colors, from 1 to 21, as WCAG 2 (the accessibility guidelines) defines it.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(color string) float64 {
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		c := channels(color)[i] / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += float64(weight * c)
	}
	return sum
}
