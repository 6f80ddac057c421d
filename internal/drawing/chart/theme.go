// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

// Theme has the colors of everything that does not show data, such as the background and the texts.
type Theme struct {
	Name   string `json:"name"`
	Page   string `json:"page"`   // behind the panels
	Ground string `json:"ground"` // of a panel
	Border string `json:"border"`
	Text   string `json:"text"`
	Muted  string `json:"muted"`
	Line   string `json:"line"` // of grids and tables
	Axis   string `json:"axis"`
	Font   string `json:"font"`
}

const font = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

// Light is the theme for light pages.
func Light() Theme {
	return Theme{
		Name: "light", Page: "#f3f4f7", Ground: "#ffffff", Border: "#dcdfe5", Text: "#1f2430", Muted: "#5b6270", Line: "#e9ebef", Axis: "#b4bac5",
		Font: font,
	}
}

// Dark is the theme for dark pages.
func Dark() Theme {
	return Theme{
		Name: "dark", Page: "#111217", Ground: "#181b1f", Border: "#2e3239", Text: "#d8dae1", Muted: "#9ba1ac", Line: "#282b31", Axis: "#565c66",
		Font: font,
	}
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
