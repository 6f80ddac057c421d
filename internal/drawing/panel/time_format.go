// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"strconv"
	"strings"
	"time"
)

// timeLetters returns the letter groups in time formats such as "MM-dd HH:mm", each followed by its layout for package time. The letters
// are those of Java, Angular and moment.js, so yyyy and YYYY both mean the year. Longer groups come first, so that they match first.
func timeLetters() []string {
	return []string{
		"yyyy", "2006", "YYYY", "2006", "yy", "06", "YY", "06", "y", "2006", "Y", "2006",
		"MMMM", "January", "MMM", "Jan", "MM", "01", "M", "1",
		"EEEE", "Monday", "dddd", "Monday", "EEE", "Mon", "ddd", "Mon", "E", "Mon",
		"dd", "02", "DD", "02", "d", "2", "D", "2",
		"HH", "15", "hh", "03", "h", "3", "mm", "04", "m", "4", "ss", "05", "s", "5", "a", "PM", "A", "PM",
		"ZZ", "-0700", "Z", "-07:00", "zz", "MST", "z", "MST",
	}
}

// formatTime formats a time according to a format such as "MM-dd HH:mm". It copies text in single quotes or brackets unchanged.
func formatTime(at time.Time, format string) string {
	parts := timeLetters()
	for i := 1; i < len(parts); i += 2 {
		parts[i] = at.Format(parts[i])
	}
	// Package time has no layouts for milliseconds without a decimal point or for the hours 0 to 23 without a leading zero.
	parts = append(parts, "SSS", at.Format(".000")[1:], "H", strconv.Itoa(at.Hour()))
	replacer := strings.NewReplacer(parts...)
	text := ""
	for format != "" {
		end := strings.IndexAny(format, "'[")
		if end < 0 {
			return text + replacer.Replace(format)
		}
		closing := map[byte]string{'\'': "'", '[': "]"}[format[end]]
		quoted, rest, _ := strings.Cut(format[end+1:], closing)
		text += replacer.Replace(format[:end]) + quoted
		format = rest
	}
	return text
}
