// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package instant parses ISO 8601 times in the forms that engines and their clients use (wire shapes section 1). It imports nothing of this
// module.
package instant

import (
	"strings"
	"time"
)

// Instant is a parsed time.
type Instant struct {
	time.Time
	zoned bool // with an offset from UTC; otherwise the reader's time zone decides
}

// Parse parses a date such as 2026-01-05, or a date and time such as 2026-01-05T08:00Z. Seconds, fractions of a second and the offset from
// UTC are optional. It returns false for other strings.
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

// SurelyAfter reports whether i is later than other in every time zone of the reader. It returns false if only one of them has an offset
// from UTC, because their order then depends on the time zone.
func (i Instant) SurelyAfter(other Instant) bool {
	return i.zoned == other.zoned && i.After(other.Time)
}
