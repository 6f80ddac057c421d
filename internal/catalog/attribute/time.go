// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"regexp"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// timestamp is a validator for ISO 8601 times and relative times (interface document, section 4 of "Wire shapes"). Different forms of the
// same instant are equal, because an engine may return a time in a different form than it received (interface document, section 1 of "Wire
// shapes").
type timestamp struct{ StringForm }

// Timestamp returns a validator for ISO 8601 times and for relative times such as "now - 7d". It warns about all other strings (quirk 144
// in quirks.go).
func Timestamp() timestamp {
	return timestamp{StringForm{
		Form: `an ISO 8601 time such as "2026-01-05T08:00:00Z", or "now" with or without a distance in s, m, h, d, w, M or y, such as "now - 7d"`,
		Has: func(text string) bool {
			_, absolute := instant.Parse(text)
			_, relative := ParseRelative(text)
			return absolute || relative
		},
	}}
}

func (m timestamp) SetStringRules(rules *lens.StringRules) { rules.Equal = m.EqualStrings }

// EqualStrings reports whether two strings represent the same instant.
func (timestamp) EqualStrings(engine, declared string) bool {
	e, isInstant := instant.Parse(engine)
	d, isAlso := instant.Parse(declared)
	return isInstant && isAlso && e.Equal(d.Time)
}

// RelativeTime is a time such as "now - 1M". Because the lengths of months and years vary, it contains two times, in seconds from now: the
// earliest and the latest time that the string can mean. For other units, the two times are equal.
type RelativeTime struct {
	earliest, latest float64
}

var relativeForm = regexp.MustCompile(`^now(?:\s*([+-])\s*(\d+)\s*([smhdwMy]))?$`)

// ParseRelative parses a relative time, such as "now", "now - 7d" or "now+15m".
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
	shortest, longest := unitSeconds[found[3]][0], unitSeconds[found[3]][1]
	if found[1] == "-" {
		return RelativeTime{earliest: -count * longest, latest: -count * shortest}, true
	}
	return RelativeTime{earliest: count * shortest, latest: count * longest}, true
}

// unitSeconds contains the minimum and maximum length of each unit in seconds.
var unitSeconds = map[string][2]float64{
	"s": {1, 1}, "m": {60, 60}, "h": {3600, 3600}, "d": {day, day}, "w": {7 * day, 7 * day}, "M": {28 * day, 31 * day},
	"y": {365 * day, 366 * day},
}

const day = 24 * 60 * 60

// SurelyAfter reports whether r is later than other, no matter how long the months and years in them are.
func (r RelativeTime) SurelyAfter(other RelativeTime) bool { return r.earliest > other.latest }
