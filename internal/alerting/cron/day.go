// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron

import (
	"strings"
	"time"
)

// daysOfMonth compiles the days of the month: values, and L, LW, L-3, L-3W and 15W.
func daysOfMonth(p Part, expression string) dayMatch {
	return anyOf(p, expression, func(element string) dayMatch {
		text, working := strings.CutSuffix(element, "W")
		fromEnd, counted := strings.CutPrefix(text, "L")
		if !working && !counted {
			return nil
		}
		number, _ := unsigned(strings.TrimPrefix(fromEnd, "-"))
		return func(day time.Time) bool {
			wanted := number
			if counted {
				wanted = lastOfMonth(day) - number
			}
			if working {
				wanted = workingDay(day, wanted)
			}
			return wanted == day.Day()
		}
	}, time.Time.Day)
}

// daysOfWeek compiles the days of the week: values, and L, 6L and 6#3.
func daysOfWeek(p Part, expression string) dayMatch {
	weekday := func(day time.Time) int { return int(day.Weekday()) + 1 }
	return anyOf(p, expression, func(element string) dayMatch {
		if element == "L" {
			return func(day time.Time) bool { return weekday(day) == p.greatest }
		}
		if text, nthText, numbered := strings.Cut(element, "#"); numbered {
			value, _ := p.value(text)
			nth, _ := unsigned(nthText)
			return func(day time.Time) bool { return weekday(day) == value && (day.Day()-1)/7 == nth-1 }
		}
		if text, last := strings.CutSuffix(element, "L"); last {
			value, _ := p.value(text)
			return func(day time.Time) bool { return weekday(day) == value && day.Day() > lastOfMonth(day)-7 }
		}
		return nil
	}, weekday)
}

// anyOf returns a match for days that fit any element of a list. special compiles elements such as L and returns nil for plain values.
// number converts a day to the value of the part.
func anyOf(p Part, expression string, special func(element string) dayMatch, number func(day time.Time) int) dayMatch {
	plain := make([]bool, p.greatest-p.least+1)
	var specials []dayMatch
	for element := range strings.SplitSeq(expression, ",") {
		if match := special(element); match != nil {
			specials = append(specials, match)
		} else {
			p.add(plain, element)
		}
	}
	return func(day time.Time) bool {
		if plain[number(day)-p.least] {
			return true
		}
		for _, match := range specials {
			if match(day) {
				return true
			}
		}
		return false
	}
}

func lastOfMonth(day time.Time) int {
	return time.Date(day.Year(), day.Month()+1, 0, 12, 0, 0, 0, time.UTC).Day()
}

// workingDay returns the day from Monday to Friday that is nearest to a day in the same month, or 0 if the month has no such day.
func workingDay(month time.Time, number int) int {
	last := lastOfMonth(month)
	if number < 1 || number > last {
		return 0
	}
	switch time.Date(month.Year(), month.Month(), number, 12, 0, 0, 0, time.UTC).Weekday() {
	case time.Saturday:
		if number == 1 {
			return 3
		}
		return number - 1
	case time.Sunday:
		if number == last {
			return number - 2
		}
		return number + 1
	default:
		return number
	}
}
