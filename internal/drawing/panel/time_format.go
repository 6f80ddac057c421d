// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"fmt"
	"strings"
	"time"
)

// timeLetters are the letters of a format such as "MM-dd HH:mm", with the layouts of package time. They are those of Java, Angular and
// moment.js: yyyy and YYYY are both the year. Longer ones come first.
func timeLetters() []struct{ letters, layout string } {
	return []struct{ letters, layout string }{
		{"yyyy", "2006"},
		{"YYYY", "2006"},
		{"yy", "06"},
		{"YY", "06"},
		{"y", "2006"},
		{"Y", "2006"},
		{"MMMM", "January"},
		{"MMM", "Jan"},
		{"MM", "01"},
		{"M", "1"},
		{"EEEE", "Monday"},
		{"dddd", "Monday"},
		{"EEE", "Mon"},
		{"ddd", "Mon"},
		{"E", "Mon"},
		{"dd", "02"},
		{"DD", "02"},
		{"d", "2"},
		{"D", "2"},
		{"HH", "15"},
		{"hh", "03"},
		{"h", "3"},
		{"mm", "04"},
		{"m", "4"},
		{"ss", "05"},
		{"s", "5"},
		{"a", "PM"},
		{"A", "PM"},
		{"ZZ", "-0700"},
		{"Z", "-07:00"},
		{"zz", "MST"},
		{"z", "MST"},
	}
}

// formatTime writes a time in a format such as "MM-dd HH:mm". Text in single quotes or brackets is copied.
func formatTime(at time.Time, format string) string {
	var text strings.Builder
next:
	for rest := format; rest != ""; {
		for _, quote := range []struct{ begin, end string }{{"'", "'"}, {"[", "]"}} {
			if inside, ok := strings.CutPrefix(rest, quote.begin); ok {
				quoted, after, _ := strings.Cut(inside, quote.end)
				text.WriteString(quoted)
				rest = after
				continue next
			}
		}
		if after, ok := strings.CutPrefix(rest, "SSS"); ok {
			fmt.Fprintf(&text, "%03d", at.Nanosecond()/1e6)
			rest = after
			continue
		}
		if after, ok := strings.CutPrefix(rest, "H"); ok && !strings.HasPrefix(after, "H") {
			fmt.Fprint(&text, at.Hour()) // Package time has no layout for it.
			rest = after
			continue
		}
		for _, part := range timeLetters() {
			if after, ok := strings.CutPrefix(rest, part.letters); ok {
				text.WriteString(at.Format(part.layout))
				rest = after
				continue next
			}
		}
		text.WriteByte(rest[0])
		rest = rest[1:]
	}
	return text.String()
}
