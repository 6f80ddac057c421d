// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package instant reads ISO 8601 times as engines and their clients write them (wire shapes section 1). It imports nothing of this
// module.
package instant

import (
	"strings"
	"time"
)

// Instant is an absolute time.
type Instant struct {
	time.Time
	zoned bool // the text says its offset from UTC; else the reader's time zone counts
}

// Parse reads the forms of ISO 8601 that engines and their clients write: a date, or a date and a time with or
// without seconds, fraction and offset.
func Parse(text string) (Instant, bool) {
	text = strings.Replace(text, " ", "T", 1) // RFC 3339 allows the space
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

// SurelyAfter tells whether a time comes after another one wherever they are read.
func (i Instant) SurelyAfter(other Instant) bool {
	return i.zoned == other.zoned && i.After(other.Time)
}
