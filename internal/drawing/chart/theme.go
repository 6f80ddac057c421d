// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"fmt"
	"regexp"
)

// Theme contains the colors of everything that isn't data, such as the background and the text.
type Theme struct {
	Name    string
	Page    string // the background behind the panels
	Ground  string // the background of a panel
	Border  string
	Text    string
	Muted   string
	Warning string
	Line    string // the lines in grids and tables
	Axis    string
	Font    string
}

const font = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

// Light returns the theme for light pages.
func Light() Theme {
	return Theme{"light", "#f3f4f7", "#ffffff", "#dcdfe5", "#1f2430", "#5b6270", "#a34a00", "#e9ebef", "#b4bac5", font}
}

// Dark returns the theme for dark pages.
func Dark() Theme {
	return Theme{"dark", "#111217", "#181b1f", "#2e3239", "#d8dae1", "#9ba1ac", "#ffb357", "#282b31", "#565c66", font}
}

// Auto returns the theme for HTML pages that follow the browser's light or dark mode. For other viewers, pass the picture to FixColors.
func Auto() Theme {
	l, d := Light(), Dark()
	return Theme{
		"auto", lightDark(l.Page, d.Page), lightDark(l.Ground, d.Ground), lightDark(l.Border, d.Border), lightDark(l.Text, d.Text),
		lightDark(l.Muted, d.Muted), lightDark(l.Warning, d.Warning), lightDark(l.Line, d.Line), lightDark(l.Axis, d.Axis), font,
	}
}

// lightDark returns a CSS expression for a color that differs between light and dark pages.
func lightDark(light, dark string) string {
	if light == dark {
		return light
	}
	return fmt.Sprintf("light-dark(%s, %s)", light, dark)
}

// colorPair matches an attribute value that lightDark returned. Text in a picture can't match, because Escape replaces its quotation marks.
var colorPair = regexp.MustCompile(`"light-dark\((#\w+), (#\w+)\)"`)

// FixColors replaces the colors of a picture in the Auto theme with those of the Light or Dark theme.
func FixColors(svg string, theme Theme) string {
	if theme.Name == "dark" {
		return colorPair.ReplaceAllString(svg, `"$2"`)
	}
	return colorPair.ReplaceAllString(svg, `"$1"`)
}

// ThemeByName returns the theme called "light" or "dark". For any other name, ok is false.
func ThemeByName(name string) (theme Theme, ok bool) {
	for _, theme := range []Theme{Light(), Dark()} {
		if theme.Name == name {
			return theme, true
		}
	}
	return Theme{}, false
}
