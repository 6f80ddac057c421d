// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"regexp"
	"strconv"
)

// relativeTime is a distance from the present in seconds. It has two ends because months and years differ in length.
type relativeTime struct {
	earliest, latest float64
}

var relativeForm = regexp.MustCompile(`^now(?:\s*([+-])\s*(\d+)\s*([smhdwMy]))?$`)

// parseRelative reads texts such as "now", "now - 7d" and "now+15m".
func parseRelative(text string) (relativeTime, bool) {
	found := relativeForm.FindStringSubmatch(text)
	if found == nil {
		return relativeTime{}, false
	}
	if found[1] == "" {
		return relativeTime{}, true
	}
	count, err := strconv.ParseFloat(found[2], 64)
	if err != nil {
		return relativeTime{}, false // out of range
	}
	shortest, longest := unitSeconds(found[3])
	if found[1] == "-" {
		return relativeTime{earliest: -count * longest, latest: -count * shortest}, true
	}
	return relativeTime{earliest: count * shortest, latest: count * longest}, true
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

// surelyAfter tells whether a time comes after another one at every present.
func (r relativeTime) surelyAfter(other relativeTime) bool { return r.earliest > other.latest }
