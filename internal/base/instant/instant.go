// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package instant parses ISO 8601 times as engines and clients write them (interface document, section 1 of "Wire shapes"). It imports only
// the standard library.
package instant

import (
	"strings"
	"time"
)

// Instant is a parsed time.
type Instant struct {
	time.Time
	zoned bool // whether the time has a UTC offset; if not, it depends on the reader's time zone
}

// Parse parses a date such as 2026-01-05, or a date and time such as 2026-01-05T08:00Z. Seconds, fractions of a second and the UTC offset
// are optional. Parse returns false for other strings.
func Parse(text string) (Instant, bool) {
	text = strings.Replace(text, " ", "T", 1) // RFC 3339 allows a space in place of the T
	for _, zone := range []string{"Z07:00", "Z0700", "Z07"} {
		for _, clock := range []string{"15:04:05", "15:04"} {
			if t, err := time.Parse("2006-01-02T"+clock+zone, text); err == nil {
				return Instant{t, true}, true
			}
		}
	}
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04:05"} {
		if t, err := time.Parse(layout, text); err == nil {
			return Instant{t, false}, true
		}
	}
	return Instant{}, false
}

// SurelyAfter reports whether i is certainly later than other. If only one of these times has a UTC offset, it returns false, because the
// other time could be in any time zone.
func (i Instant) SurelyAfter(other Instant) bool {
	return i.zoned == other.zoned && i.After(other.Time)
}
