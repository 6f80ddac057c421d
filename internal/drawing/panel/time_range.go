// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
)

type span struct{ from, until time.Time }

func (s span) length() time.Duration { return s.until.Sub(s.from) }

const defaultSpan = 24 * time.Hour

// maxSpan is the maximum length of a time range. It is well below the 292 years that a time.Duration can hold.
const maxSpan = 100 * 366 * 24 * time.Hour

// timeRange returns the time range of a widget. If the attributes contain an invalid time range, problem describes what is invalid.
func (a attributes) timeRange(now time.Time) (s span, problem string) {
	s = span{now.Add(-defaultSpan), now}
	if length, ok := rehearsal.ParseDuration(a["relative_window_time"]); ok && length <= maxSpan {
		s.from = now.Add(-length)
	}
	from, until := a.text("timestamp_gte"), a.text("timestamp_lte")
	if at, ok := parseTime(until, now); ok {
		s = span{at.Add(-s.length()), at}
	} else if until != "" {
		problem = fmt.Sprintf("timestamp_lte: %s is not a time", strconv.Quote(until))
	}
	if at, ok := parseTime(from, now); ok {
		s.from = at
	} else if from != "" {
		problem = fmt.Sprintf("timestamp_gte: %s is not a time", strconv.Quote(from))
	}
	if !s.from.Before(s.until) || s.length() > maxSpan {
		return span{s.until.Add(-defaultSpan), s.until}, "the time range is empty, or too long to be drawn"
	}
	return s, problem
}

// RangeProblems checks a time range that a user entered, and describes the problem with each end. It returns "" for a valid or empty end.
func RangeProblems(from, until string, now time.Time) (inFrom, inUntil string) {
	start, okStart := parseTime(cmp.Or(from, "now"), now)
	end, okEnd := parseTime(cmp.Or(until, "now"), now)
	const right = "%q is not a time. Write a time such as 2026-01-14T08:00Z, or one that is counted from now, such as now - 7d."
	if !okStart {
		inFrom = fmt.Sprintf(right, from)
	}
	if !okEnd {
		inUntil = fmt.Sprintf(right, until)
	}
	switch length := end.Sub(start); {
	case from == "" || inFrom+inUntil != "":
	case length <= 0 && until == "":
		inFrom = "The beginning must lie before now."
	case length <= 0:
		inUntil = "The end must be later than the beginning."
	case length > maxSpan:
		inFrom = "The time range must not be longer than 100 years."
	}
	return inFrom, inUntil
}

var relativeForm = regexp.MustCompile(`^now(?:\s*([+-])\s*(\d{1,9})\s*([smhdwMy]))?$`)

// parseTime parses an ISO 8601 time, or a relative time such as "now - 7d".
func parseTime(text string, now time.Time) (at time.Time, ok bool) {
	text = strings.TrimSpace(text)
	if parsed, ok := instant.Parse(text); ok {
		return parsed.UTC(), isSupported(parsed.Time)
	}
	found := relativeForm.FindStringSubmatch(text)
	if found == nil {
		return time.Time{}, false
	}
	if found[1] == "" {
		return now, true
	}
	count, _ := strconv.Atoi(found[1] + found[2]) // relativeForm allows at most nine digits.
	switch unit := found[3]; unit {
	case "M":
		at = now.AddDate(0, min(max(count, -1200), 1200), 0)
	case "y":
		at = now.AddDate(min(max(count, -100), 100), 0, 0)
	default:
		const day = 24 * time.Hour
		length := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": day, "w": 7 * day}[unit]
		limit := int64(maxSpan / length)
		at = now.Add(time.Duration(min(max(int64(count), -limit), limit)) * length)
	}
	return at, isSupported(at)
}

// isSupported reports whether a time is between the years 1700 and 2250, where the number of nanoseconds since 1970 fits into 64 bits.
func isSupported(at time.Time) bool { return at.Year() >= 1700 && at.Year() <= 2250 }

func (a attributes) zone() (zone *time.Location, problem string) {
	name := a.text("timezone")
	zone, err := time.LoadLocation(name) // An empty name is UTC.
	if err != nil || name == "Local" {
		return time.UTC, fmt.Sprintf("timezone: %s is not a time zone", strconv.Quote(name))
	}
	return zone, ""
}

func (s span) label(zone *time.Location) string {
	const day, clock = "2006-01-02", "15:04"
	from, until := s.from.In(zone), s.until.In(zone)
	end := until.Format(clock)
	if from.Format(day) != until.Format(day) {
		end = until.Format(day + " " + clock)
	}
	return from.Format(day+" "+clock) + " to " + end + " " + zone.String()
}

func millis(at time.Time) float64 { return float64(at.UnixMilli()) }

func fromMillis(at float64) time.Time { return time.UnixMilli(int64(at)).UTC() }
