// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"
	"math"
	"strconv"
)

// minContrast is the minimum contrast that WCAG (the Web Content Accessibility Guidelines) requires for large text at level AA.
const minContrast = 3

// legibleColor makes a color legible as text on a panel's background. If the contrast is too low, it mixes the color with the theme's text
// color.
func legibleColor(color string, theme Theme) string {
	if color == theme.Text { // Return early, because the text color of the Auto theme is a CSS function, which can't be mixed.
		return color
	}
	if theme.Name == "auto" {
		return lightDark(legibleColor(color, Light()), legibleColor(color, Dark()))
	}
	for share := 0.0; share < 1; share += 0.1 {
		if mixed := mixColors(color, theme.Text, share); contrast(mixed, theme.Ground) >= minContrast {
			return mixed
		}
	}
	return theme.Text
}

func colorChannels(color string) (rgb [3]float64) {
	n, err := strconv.ParseUint(color[min(1, len(color)):], 16, 32)
	if err != nil {
		return rgb
	}
	return [3]float64{float64(n >> 16 & 255), float64(n >> 8 & 255), float64(n & 255)}
}

func mixColors(a, b string, share float64) string {
	x, y := colorChannels(a), colorChannels(b)
	part := func(i int) int { return int(math.Round(float64(x[i]*(1-share)) + float64(y[i]*share))) }
	return fmt.Sprintf("#%02x%02x%02x", part(0), part(1), part(2))
}

// contrast returns the contrast ratio of two colors as defined by WCAG 2, from 1 to 21.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(color string) float64 {
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		c := colorChannels(color)[i] / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += float64(weight * c)
	}
	return sum
}
