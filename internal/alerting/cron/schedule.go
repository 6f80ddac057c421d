// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Schedule computes when a cron expression runs: at the start of every minute whose local time matches all six parts. A local time that is
// skipped when clocks go forward does not run, and one that is repeated when they go back runs twice (quirk 211).
type Schedule struct {
	minutes, hours, months, years []bool // index: the value minus the part's least value
	daysOfMonth, daysOfWeek       dayMatch
	zone                          *time.Location
}

// dayMatch reports whether a part matches a day.
type dayMatch func(day time.Time) bool

// Parse parses the parts of an expression in the order of Parts. An error names the attribute of the wrong part.
func Parse(texts [6]string, zone *time.Location) (*Schedule, error) {
	parts := Parts()
	for i, p := range parts {
		if err := p.Check(texts[i]); err != nil {
			return nil, fmt.Errorf("%s is %q: %w", p.Attribute, texts[i], err)
		}
		texts[i] = strings.ToUpper(texts[i])
	}
	if texts[2] == "?" && texts[4] == "?" {
		return nil, errors.New(`cron_dom and cron_dow are both "?", so that neither says on which days`)
	}
	return &Schedule{
		minutes: parts[0].values(texts[0]), hours: parts[1].values(texts[1]), months: parts[3].values(texts[3]), years: parts[5].values(texts[5]),
		daysOfMonth: daysOfMonth(parts[2], texts[2]), daysOfWeek: daysOfWeek(parts[4], texts[4]), zone: zone,
	}, nil
}

// Next returns the first run after a time. ok is false if there is no later run.
func (s *Schedule) Next(after time.Time) (time.Time, bool) {
	years := Parts()[5]
	at := after.Truncate(time.Minute).Add(time.Minute).In(s.zone)
	if at.Year() < years.least {
		at = time.Date(years.least, time.January, 1, 0, 0, 0, 0, s.zone)
	}
	for at.Year() <= years.greatest {
		year, month, day := at.Date()
		switch {
		case !s.years[year-years.least]:
			at = s.shortlyBefore(at, year+1, time.January, 1)
		case !s.months[month-1]:
			at = s.shortlyBefore(at, year, month+1, 1)
		case !s.daysOfMonth(at) || !s.daysOfWeek(at):
			at = s.shortlyBefore(at, year, month, day+1)
		case !s.hours[at.Hour()]:
			at = nextQuarter(at)
		case !s.minutes[at.Minute()]:
			at = at.Add(time.Minute)
		default:
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// shortlyBefore returns the time from which Next searches a day: two hours before it begins, because clocks may change in the night. If
// that is not after "after", it returns the next quarter of an hour.
func (s *Schedule) shortlyBefore(after time.Time, year int, month time.Month, day int) time.Time {
	if near := time.Date(year, month, day, 0, 0, 0, 0, s.zone).Add(-2 * time.Hour); near.After(after) {
		return near
	}
	return nextQuarter(after)
}

// nextQuarter returns the next full quarter of an hour. Clocks of all time zones change only at quarters.
func nextQuarter(at time.Time) time.Time { return at.Truncate(quarter).Add(quarter) }

const quarter = 15 * time.Minute

// values reports for each value of a part, from its least value on, whether the expression contains it.
func (p Part) values(expression string) []bool {
	has := make([]bool, p.greatest-p.least+1)
	for element := range strings.SplitSeq(expression, ",") {
		p.add(has, element)
	}
	return has
}

// add marks the values of a list element: a value, a range or *, with or without a step. A step after a single value runs to the end: 5/10
// is 5-59/10.
func (p Part) add(has []bool, element string) {
	text, stepText, stepped := strings.Cut(element, "/")
	step := 1
	if stepped {
		step, _ = unsigned(stepText)
	}
	from, to := p.least, p.greatest
	if text != "*" && text != "?" {
		first, last, isRange := strings.Cut(text, "-")
		from, _ = p.value(first)
		switch {
		case isRange:
			to, _ = p.value(last)
		case !stepped:
			to = from
		}
	}
	for value := from; value <= to; value += step {
		has[value-p.least] = true
	}
}
