// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Words returns a description such as "Every 5 minutes" or "Every Monday at 08:00" for an alert's schedule. It calls the text function to
// get each attribute, such as rate_value, as a string. For an attribute that is not set, text must return "".
func Words(text func(attribute string) string) string {
	switch strings.ToLower(text("type")) {
	case "rate":
		if value, unit := text("rate_value"), strings.ToLower(text("rate_unit")); value != "" && unit != "" {
			return "Every " + every(value, unit)
		}
	case "cron":
		var parts []string
		for _, part := range Parts() {
			parts = append(parts, text(part.Attribute))
		}
		if !slices.Contains(parts, "") {
			return cronWords(parts)
		}
	}
	return "On a schedule that is not declared"
}

// every returns the words that follow "Every", such as "5 minutes". For a count of 1, it returns just "minute".
func every(count, unit string) string {
	if count == "1" {
		return unit
	}
	return count + " " + unit + "s"
}

// cronWords describes a cron expression in words, such as "Every Monday at 08:00". If the expression is too complicated to describe,
// cronWords quotes it.
func cronWords(parts []string) string {
	quoted := `By the cron expression "` + strings.Join(parts, " ") + `"`
	days, ok := dayWords(parts[2], parts[4])
	months, okMonths := monthWords(parts[3])
	if !ok || !okMonths || parts[5] != "*" {
		return quoted
	}
	if words, ok := stepWords(parts[0], parts[1]); ok {
		switch rest, on := strings.CutPrefix(days, "on "); {
		case on:
			words += ", on " + rest
		case days != "day":
			words += ", every " + days
		}
		return "Every " + words + months
	}
	clocks, ok := clockWords(parts[0], parts[1])
	if !ok {
		return quoted
	}
	if rest, on := strings.CutPrefix(days, "on "); on {
		return "On " + rest + months + " at " + clocks
	}
	return "Every " + days + months + " at " + clocks
}

// stepWords returns the interval between runs within a day: "15 minutes" for the minutes */15 and the hours *, and "hour" for the minutes 0
// and the hours *. It returns false if the interval varies.
func stepWords(minutes, hours string) (string, bool) {
	switch step, ok := stepOf(minutes, 60); {
	case hours == "*" && minutes == "*":
		return "minute", true
	case hours == "*" && ok:
		return every(strconv.Itoa(step), "minute"), true
	}
	at, ok := minuteWords(minutes)
	step, isStep := stepOf(hours, 24)
	first, last, _ := strings.Cut(hours, "-")
	span, isSpan := numbers(1, first, last)
	switch {
	case !ok:
		return "", false
	case hours == "*":
		return "hour" + at, true
	case isStep:
		return every(strconv.Itoa(step), "hour") + at, true
	case isSpan && at == "":
		return fmt.Sprintf("hour from %02d:00 to %02d:00", span[0], span[1]), true
	}
	return "", false
}

// minuteWords describes the minutes of an hourly schedule: " at minute 30" for the expression 30, and "" for 0. It returns false if the
// expression is not a list of at most six numbers.
func minuteWords(expression string) (string, bool) {
	minutes, ok := numbers(0, strings.Split(expression, ",")...)
	switch {
	case !ok || len(minutes) > maxClocks:
		return "", false
	case len(minutes) > 1:
		return " at the minutes " + joinNumbers(minutes), true
	case minutes[0] == 0:
		return "", true
	}
	return " at minute " + joinNumbers(minutes), true
}

func joinNumbers(numbers []int) string {
	var words []string
	for _, n := range numbers {
		words = append(words, strconv.Itoa(n))
	}
	return JoinWords(words)
}

// stepOf returns the step of an expression, such as 15 for */15 or 0/15. whole is 60 for minutes and 24 for hours. If whole is not a
// multiple of the step, ok is false.
func stepOf(expression string, whole int) (step int, ok bool) {
	start, length, _ := strings.Cut(expression, "/")
	step, ok = parseUnsigned(length)
	ok = ok && (start == "*" || start == "0") && step > 0 && step < whole && whole%step == 0
	return step, ok
}

// maxClocks is the maximum number of entries (times of day, or minutes) that a description lists.
const maxClocks = 6

// clockWords lists times of day: "08:00 and 20:00" for the minutes 0 and the hours 8,20. It returns false if there are more than six times,
// or if an argument is not a list of numbers.
func clockWords(minutes, hours string) (string, bool) {
	ms, ok := numbers(0, strings.Split(minutes, ",")...)
	hs, okHours := numbers(1, strings.Split(hours, ",")...)
	if !ok || !okHours || len(ms)*len(hs) > maxClocks {
		return "", false
	}
	var clocks []string
	for _, h := range hs {
		for _, m := range ms {
			clocks = append(clocks, fmt.Sprintf("%02d:%02d", h, m))
		}
	}
	slices.Sort(clocks)
	return JoinWords(slices.Compact(clocks)), true
}

// dayWords describes the days of a cron expression: "day" for every day, "Monday and Friday", or "on day 1 of the month". It returns false
// if the days are too complicated to describe.
func dayWords(dom, dow string) (string, bool) {
	anyDay, anyWeekday := dom == "*" || dom == "?", dow == "*" || dow == "?"
	switch {
	case dom == "?" && dow == "?":
		return "", false
	case anyDay && anyWeekday:
		return "day", true
	case anyDay:
		return names(4, dow, func(n int) string { return time.Weekday(n - 1).String() })
	case !anyWeekday:
		return "", false
	case strings.EqualFold(dom, "L"):
		return "on the last day of the month", true
	}
	days, ok := numbers(2, strings.Split(dom, ",")...)
	if len(days) > 1 {
		return "on days " + joinNumbers(days) + " of the month", ok
	}
	return "on day " + joinNumbers(days) + " of the month", ok
}

// monthWords returns " in January" for the month 1, and "" for *.
func monthWords(expression string) (string, bool) {
	if expression == "*" {
		return "", true
	}
	words, ok := names(3, expression, func(n int) string { return time.Month(n).String() })
	return " in " + words, ok
}

// names returns the months or weekdays in a list or range: "Monday to Friday" for MON-FRI or 2-6. For other expressions, it returns false.
func names(part int, expression string, name func(int) string) (string, bool) {
	var words []string
	for element := range strings.SplitSeq(expression, ",") {
		span, ok := numbers(part, strings.Split(element, "-")...)
		switch {
		case !ok || len(span) > 2:
			return "", false
		case len(span) == 2:
			words = append(words, name(span[0])+" to "+name(span[1]))
		default:
			words = append(words, name(span[0]))
		}
	}
	return JoinWords(words), true
}

// numbers parses values such as 30 or MON for the part with the given index. ok is false if any value is invalid.
func numbers(part int, values ...string) (all []int, ok bool) {
	for _, value := range values {
		n, err := Parts()[part].value(value, "")
		if err != nil {
			return nil, false
		}
		all = append(all, n)
	}
	return all, true
}

// JoinWords joins words into "a", "a and b" or "a, b and c".
func JoinWords(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
