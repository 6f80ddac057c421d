// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron

import (
	"errors"
	"fmt"
	"time"
)

// Schedule computes the run times of a cron expression. When clocks go forward, the skipped local times have no run. When clocks go back,
// the repeated local times have two.
type Schedule struct {
	minutes, hours, daysOfMonth, months, daysOfWeek, years values

	zone *time.Location
}

// Parse parses the six parts of a cron expression, in the order of Parts. An error names the invalid attribute, such as cron_hours.
func Parse(texts [6]string, zone *time.Location) (*Schedule, error) {
	var parsed [6]values
	for i, p := range Parts() {
		var err error
		if parsed[i], err = p.parse(texts[i]); err != nil {
			return nil, fmt.Errorf("%s is %q: %w", p.Attribute, texts[i], err)
		}
	}
	if texts[2] == "?" && texts[4] == "?" {
		return nil, errors.New(`cron_dom and cron_dow are both "?", so that neither selects days`)
	}
	return &Schedule{
		minutes: parsed[0], hours: parsed[1], daysOfMonth: parsed[2], months: parsed[3], daysOfWeek: parsed[4], years: parsed[5], zone: zone,
	}, nil
}

// Next returns the first run after the given time, or false if there is none, for example because all matching years are past.
func (s *Schedule) Next(after time.Time) (time.Time, bool) {
	first, last := s.years.least, s.years.least+len(s.years.listed)-1
	at := after.Truncate(time.Minute).Add(time.Minute).In(s.zone)
	if at.Year() < first {
		at = time.Date(first, time.January, 1, 0, 0, 0, 0, s.zone)
	}
	for at.Year() <= last {
		year, month, day := at.Date()
		switch {
		case !s.years.has(year):
			at = s.resumeTime(at, year+1, time.January, 1)
		case !s.months.has(int(month)):
			at = s.resumeTime(at, year, month+1, 1)
		case !s.daysOfMonth.hasDay(at, day) || !s.daysOfWeek.hasDay(at, weekday(at)):
			at = s.resumeTime(at, year, month, day+1)
		case !s.hours.has(at.Hour()):
			at = nextQuarter(at)
		case !s.minutes.has(at.Minute()):
			at = at.Add(time.Minute)
		default:
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// resumeTime returns the time at which Next continues its search if there is no run before the given day. Usually, this is two hours before
// the day begins, so that Next does not skip a run if clocks change around midnight. If the search has already reached that time, it
// continues at the next quarter hour.
func (s *Schedule) resumeTime(after time.Time, year int, month time.Month, day int) time.Time {
	if near := time.Date(year, month, day, 0, 0, 0, 0, s.zone).Add(-2 * time.Hour); near.After(after) {
		return near
	}
	return nextQuarter(after)
}

// nextQuarter returns the first quarter hour after the given time. If there is no run in the current hour, Next advances by a quarter hour
// instead of a whole hour, because clocks can change at any quarter hour, for example to daylight saving time.
func nextQuarter(at time.Time) time.Time { return at.Truncate(quarter).Add(quarter) }

const quarter = 15 * time.Minute
