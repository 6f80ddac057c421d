// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron

import (
	"fmt"
	"strings"
	"time"
)

// dayMatch reports whether a day matches a special element of cron_dom or cron_dow, such as L for the last day of the month.
type dayMatch func(day time.Time) bool

// hasDay reports whether day matches v, the parsed value of cron_dom (day of the month) or cron_dow (day of the week).
func (v values) hasDay(day time.Time, number int) bool {
	if v.has(number) {
		return true
	}
	for _, match := range v.specials {
		if match(day) {
			return true
		}
	}
	return false
}

// specialDayOfMonth parses an element of cron_dom such as L (last day of the month), LW (last working day), L-3 (three days before the
// last), L-3W (working day nearest to L-3) or 15W (working day nearest to the 15th). It returns nil for an ordinary value such as 15.
func specialDayOfMonth(p Part, element string) (dayMatch, error) {
	text, working := cutLetter(element, "W")
	first := text[:min(1, len(text))]
	back, fromEnd := text[len(first):], strings.EqualFold(first, "L")
	number := 0
	switch {
	case !working && !fromEnd:
		return nil, nil
	case fromEnd && back == "":
	case fromEnd:
		n, ok := parseUnsigned(strings.TrimPrefix(back, "-"))
		if !ok || n < 1 || n > 30 || back[0] != '-' {
			return nil, fmt.Errorf("%q is not a number from 1 to 30 after L-", strings.TrimPrefix(back, "-"))
		}
		number = n
	default:
		var err error
		if number, err = p.value(text, element); err != nil {
			return nil, err
		}
	}
	return func(day time.Time) bool {
		wanted := number
		if fromEnd {
			wanted = lastOfMonth(day) - number
		}
		if working {
			wanted = workingDay(day, wanted)
		}
		return wanted == day.Day()
	}, nil
}

// weekday returns the number of a weekday in cron_dow, from 1 for Sunday to 7 for Saturday.
func weekday(day time.Time) int { return int(day.Weekday()) + 1 }

// specialWeekday parses an element of cron_dow such as L (Saturday), 6L (last Friday of the month) or 6#3 (third Friday of the month). It
// returns nil for an ordinary value such as 6.
func specialWeekday(p Part, element string) (dayMatch, error) {
	if strings.EqualFold(element, "L") {
		return func(day time.Time) bool { return weekday(day) == p.greatest }, nil
	}
	text, nthText, isNumbered := strings.Cut(element, "#")
	nth, ok := parseUnsigned(nthText)
	if isNumbered && (!ok || nth < 1 || nth > 5) {
		return nil, fmt.Errorf("%q is not a number from 1 to 5 after #", nthText)
	}
	text, isLast := cutLetter(text, "L")
	switch {
	case isNumbered && isLast:
		return nil, fmt.Errorf("%q has both L and #; only one of them can stand there", element)
	case !isNumbered && !isLast:
		return nil, nil
	}
	value, err := p.value(text, element)
	if err != nil {
		return nil, err
	}
	return func(day time.Time) bool {
		if isLast {
			return weekday(day) == value && day.Day() > lastOfMonth(day)-7
		}
		return weekday(day) == value && (day.Day()-1)/7 == nth-1
	}, nil
}

// cutLetter removes a letter, in upper or lower case, from the end of text. It also reports whether text ended with the letter.
func cutLetter(text, letter string) (before string, found bool) {
	last := len(text) - 1
	if last < 0 || !strings.EqualFold(text[last:], letter) {
		return text, false
	}
	return text[:last], true
}

func lastOfMonth(day time.Time) int {
	return time.Date(day.Year(), day.Month()+1, 0, 12, 0, 0, 0, time.UTC).Day()
}

// workingDay returns the working day (Monday to Friday) nearest to a day of the month, within the same month. For the 1st, it returns 3 if
// the 1st is a Saturday. For a day that does not exist, such as 31 April, it returns 0.
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
