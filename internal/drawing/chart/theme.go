// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"
	"regexp"
)

// Theme contains the colors of everything that does not show data, such as the background and the letters.
type Theme struct {
	Name    string
	Page    string // behind the panels
	Ground  string // of a panel
	Border  string
	Text    string
	Muted   string
	Warning string
	Line    string // of grids and tables
	Axis    string
	Font    string
}

const font = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

// Light is the theme for light pages.
func Light() Theme {
	return Theme{"light", "#f3f4f7", "#ffffff", "#dcdfe5", "#1f2430", "#5b6270", "#a34a00", "#e9ebef", "#b4bac5", font}
}

// Dark is the theme for dark pages.
func Dark() Theme {
	return Theme{"dark", "#111217", "#181b1f", "#2e3239", "#d8dae1", "#9ba1ac", "#ffb357", "#282b31", "#565c66", font}
}

// Auto is the theme for HTML pages that follow the reader's choice of light or dark. Its colors are CSS functions, which only browsers know.
// Fixed converts a picture in this theme into one for other viewers.
func Auto() Theme {
	l, d := Light(), Dark()
	return Theme{
		"auto", either(l.Page, d.Page), either(l.Ground, d.Ground), either(l.Border, d.Border), either(l.Text, d.Text),
		either(l.Muted, d.Muted), either(l.Warning, d.Warning), either(l.Line, d.Line), either(l.Axis, d.Axis), font,
	}
}

// either returns the CSS color that is light on light pages and dark on dark pages.
func either(light, dark string) string {
	if light == dark {
		return light
	}
	return fmt.Sprintf("light-dark(%s, %s)", light, dark)
}

// colorPair matches what either returns, in an attribute. Escaped strings contain no quotation marks, so they never match.
var colorPair = regexp.MustCompile(`"light-dark\((#\w+), (#\w+)\)"`)

// Fixed returns a picture in the theme Auto with the colors of the given theme.
func Fixed(svg string, theme Theme) string {
	if theme.Name == "dark" {
		return colorPair.ReplaceAllString(svg, `"$2"`)
	}
	return colorPair.ReplaceAllString(svg, `"$1"`)
}

// Themed returns the theme with the name "light" or "dark". For any other name, ok is false.
func Themed(name string) (theme Theme, ok bool) {
	for _, theme := range []Theme{Light(), Dark()} {
		if theme.Name == name {
			return theme, true
		}
	}
	return Theme{}, false
}
