// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

// TextWidth estimates the width of a string in pixels: the width in Helvetica plus 10 percent, because some sans-serif fonts are wider.
func TextWidth(text string, fontSize float64) float64 {
	units := 0
	for _, r := range text {
		units += runeWidth(r)
	}
	return float64(units) / 1000 * 1.1 * fontSize
}

// runeWidth returns the width of a character in thousandths of the font size.
func runeWidth(r rune) int {
	// The widths of the characters from space to ~ in Helvetica.
	widths := [...]uint16{
		278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
		278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
		667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
		556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
	}
	switch {
	case r >= ' ' && int(r-' ') < len(widths):
		return int(widths[r-' '])
	case r < 0x1100: // accented Latin letters, Greek, Cyrillic
		return 640
	default: // East Asian characters and symbols
		return 1050
	}
}

// Truncate shortens text to at most width pixels. Shortened text ends with "…", or is empty if there is no room for a single character.
func Truncate(text string, fontSize, width float64) string {
	if TextWidth(text, fontSize) <= width {
		return text
	}
	runes := []rune(text)
	at, room := 0, width-TextWidth("…", fontSize)
	for at < len(runes) {
		room -= TextWidth(string(runes[at]), fontSize)
		if room < 0 {
			break
		}
		at++
	}
	if at == 0 {
		return ""
	}
	return string(runes[:at]) + "…"
}
