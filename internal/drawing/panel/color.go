// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"regexp"
	"strings"
)

var hexPattern = regexp.MustCompile(`^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$`)

// ParseColor converts a CSS color name such as red, or hexadecimal digits such as #f00, into #rrggbb. It drops the opacity. Only put colors
// that ParseColor returned into a picture, because any other string could contain markup.
func ParseColor(text string) (color string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	names := strings.Fields(colorNames)
	for i := 0; i < len(names); i += 2 {
		if names[i] == text {
			return "#" + names[i+1], true
		}
	}
	if !hexPattern.MatchString(text) {
		return "", false
	}
	digits := text[1:]
	if len(digits) <= 4 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	return "#" + digits[:6], true
}

const (
	colorAlert   = "#e02f44"
	colorWarning = "#ff9830"
	colorGood    = "#37a35a"
	colorOff     = "#8e939c"
	colorBroken  = "#a352cc"
)

// StatusColor returns the color of an alert status.
func StatusColor(status string) string {
	switch status {
	case "alert":
		return colorAlert
	case "warning":
		return colorWarning
	case "no_alert":
		return colorGood
	case "error", "misconfigured", "timeout":
		return colorBroken
	default:
		return colorOff
	}
}

// paletteColor returns the color of the series with index i, for series that declare no color. The palette is legible on light and dark
// pages.
func paletteColor(i int) string {
	palette := []string{"#3d7fe0", "#e8833a", "#3fa65c", "#c257b8", "#c99a1a", "#2aa5a5", "#8a78e0", "#e0525f", "#7a9a3d", "#5a9bd4"}
	return palette[i%len(palette)]
}

func thresholdColor(i int) string {
	return []string{colorGood, colorWarning, colorAlert}[min(i, 2)]
}
