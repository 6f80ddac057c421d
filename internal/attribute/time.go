// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"regexp"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/instant"
)

// moment is a field that holds an ISO 8601 time or a relative text such as "now - 7d" (wire shapes section 4). Two ISO
// spellings of one instant mean the same: engines answer UTC with microseconds (wire shapes section 1), also for a time
// that was given without an offset.
type moment struct{ TextForm }

// Moment is an ISO 8601 time or a relative text (quirk 144).
func Moment() moment {
	return moment{TextForm{
		Form: `an ISO 8601 time such as "2026-01-05T08:00:00Z", or "now" with or without a distance in s, m, h, d, w, M or y, such as "now - 7d"`,
		Has: func(text string) bool {
			_, absolute := instant.Parse(text)
			_, relative := ParseRelative(text)
			return absolute || relative
		},
	}}
}

// EqualTexts implements lens.TextEquality.
func (moment) EqualTexts(engine, declared string) bool {
	e, isInstant := instant.Parse(engine)
	d, isAlso := instant.Parse(declared)
	return isInstant && isAlso && e.Equal(d.Time)
}

// RelativeTime is a distance from the present in seconds. It has two ends because months and years differ in length.
type RelativeTime struct {
	earliest, latest float64
}

var relativeForm = regexp.MustCompile(`^now(?:\s*([+-])\s*(\d+)\s*([smhdwMy]))?$`)

// ParseRelative reads texts such as "now", "now - 7d" and "now+15m".
func ParseRelative(text string) (RelativeTime, bool) {
	found := relativeForm.FindStringSubmatch(text)
	if found == nil {
		return RelativeTime{}, false
	}
	if found[1] == "" {
		return RelativeTime{}, true
	}
	count, err := strconv.ParseFloat(found[2], 64)
	if err != nil {
		return RelativeTime{}, false // out of range
	}
	shortest, longest := unitSeconds(found[3])
	if found[1] == "-" {
		return RelativeTime{earliest: -count * longest, latest: -count * shortest}, true
	}
	return RelativeTime{earliest: count * shortest, latest: count * longest}, true
}

// unitSeconds is the least and the greatest length of a unit.
func unitSeconds(unit string) (shortest, longest float64) {
	const minute, hour, day = 60, 60 * 60, 24 * 60 * 60
	switch unit {
	case "s":
		return 1, 1
	case "m":
		return minute, minute
	case "h":
		return hour, hour
	case "w":
		return 7 * day, 7 * day
	case "M":
		return 28 * day, 31 * day
	case "y":
		return 365 * day, 366 * day
	default: // "d"
		return day, day
	}
}

// SurelyAfter tells whether a time comes after another one at every present.
func (r RelativeTime) SurelyAfter(other RelativeTime) bool { return r.earliest > other.latest }
