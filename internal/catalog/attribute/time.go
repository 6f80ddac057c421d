// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"regexp"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// moment compares and validates ISO 8601 times and relative times such as "now - 7d" (wire shapes section 4). Two ISO texts are equal if
// they mean the same instant. Engines answer times in UTC with microseconds, even if they were sent without an offset (wire shapes section
// 1).
type moment struct{ TextForm }

// Moment accepts an ISO 8601 time or a relative time (quirk 144).
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

// SetTextRules implements lens.TextRuler.
func (m moment) SetTextRules(rules *lens.TextRules) { rules.Equal = m.EqualTexts }

// EqualTexts reports whether two texts mean the same instant.
func (moment) EqualTexts(engine, declared string) bool {
	e, isInstant := instant.Parse(engine)
	d, isAlso := instant.Parse(declared)
	return isInstant && isAlso && e.Equal(d.Time)
}

// RelativeTime is a distance from now in seconds. It is a range, because months and years vary in length.
type RelativeTime struct {
	earliest, latest float64
}

var relativeForm = regexp.MustCompile(`^now(?:\s*([+-])\s*(\d+)\s*([smhdwMy]))?$`)

// ParseRelative parses texts such as "now", "now - 7d" and "now+15m".
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

// unitSeconds returns the shortest and the longest length of a unit in seconds.
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
	default: // d
		return day, day
	}
}

// SurelyAfter reports whether r is after other, whatever the current time is.
func (r RelativeTime) SurelyAfter(other RelativeTime) bool { return r.earliest > other.latest }
