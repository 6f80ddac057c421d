// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Words describes the schedule of an alert: "Every 5 minutes" or "Every Monday at 08:00". text returns the value of an attribute, such as
// rate_value, as text, and "" if the alert does not declare it.
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

// every returns "5 minutes", and "minute" for 1 minute.
func every(count, unit string) string {
	if count == "1" {
		return unit
	}
	return count + " " + unit + "s"
}

// cronWords describes a cron expression: "Every Monday at 08:00". It quotes an expression that is too complicated for words.
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

// stepWords describes the minutes and hours of a cron expression: "15 minutes" for */15 and *, "hour" for 0 and *. ok is false if the
// schedule is not regular.
func stepWords(minutes, hours string) (string, bool) {
	switch step, ok := stepOf(minutes, 60); {
	case hours == "*" && minutes == "*":
		return "minute", true
	case hours == "*" && ok:
		return every(strconv.Itoa(step), "minute"), true
	}
	at, ok := minuteWords(minutes)
	if !ok {
		return "", false
	}
	step, isStep := stepOf(hours, 24)
	first, last, _ := strings.Cut(hours, "-")
	from, okFrom := number(first, 0, 23)
	to, okTo := number(last, 0, 23)
	switch {
	case hours == "*":
		return "hour" + at, true
	case isStep:
		return every(strconv.Itoa(step), "hour") + at, true
	case okFrom && okTo && at == "":
		return fmt.Sprintf("hour from %02d:00 to %02d:00", from, to), true
	}
	return "", false
}

// minuteWords describes the minutes of an hourly schedule: " at minute 30" for 30, and "" for 0. ok is false for anything but one to six
// numbers.
func minuteWords(part string) (string, bool) {
	minutes, ok := numbers(part, 0, 59)
	switch {
	case !ok || len(minutes) > mostClocks:
		return "", false
	case len(minutes) == 1 && minutes[0] == 0:
		return "", true
	case len(minutes) == 1:
		return " at minute " + strconv.Itoa(minutes[0]), true
	}
	return " at the minutes " + joined(minutes), true
}

func joined(numbers []int) string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, strconv.Itoa(n))
	}
	return And(texts)
}

// stepOf returns 15 for the minutes */15 or 0/15. ok is false if the steps do not fill the hour (or the day) evenly, as in */7.
func stepOf(part string, whole int) (int, bool) {
	text, ok := strings.CutPrefix(part, "*/")
	if !ok {
		text, ok = strings.CutPrefix(part, "0/")
	}
	step, isNumber := number(text, 1, whole-1)
	if !ok || !isNumber || whole%step != 0 {
		return 0, false
	}
	return step, true
}

// mostClocks limits the times of day in one sentence.
const mostClocks = 6

// clockWords returns the times of day: "08:00 and 20:00" for the minutes 0 and the hours 8,20. ok is false if there are more than six times
// of day, or if a part is not a list of numbers.
func clockWords(minutes, hours string) (string, bool) {
	ms, ok := numbers(minutes, 0, 59)
	hs, okHours := numbers(hours, 0, 23)
	if !ok || !okHours || len(ms)*len(hs) > mostClocks {
		return "", false
	}
	var clocks []string
	for _, h := range hs {
		for _, m := range ms {
			clocks = append(clocks, fmt.Sprintf("%02d:%02d", h, m))
		}
	}
	slices.Sort(clocks)
	return And(slices.Compact(clocks)), true
}

func weekdays() []string {
	return []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
}

func months() []string {
	return []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
}

// dayWords describes the days of a cron expression: "day" for every day, "Monday and Friday", or "on day 1 of the month". ok is false for
// days without words for them.
func dayWords(dom, dow string) (string, bool) {
	anyDay, anyWeekday := dom == "*" || dom == "?", dow == "*" || dow == "?"
	switch {
	case dom == "?" && dow == "?":
		return "", false
	case anyDay && anyWeekday:
		return "day", true
	case anyDay:
		return names(dow, weekdays())
	case !anyWeekday:
		return "", false
	case strings.EqualFold(dom, "L"):
		return "on the last day of the month", true
	}
	days, ok := numbers(dom, 1, 31)
	if !ok {
		return "", false
	}
	noun := "day "
	if len(days) > 1 {
		noun = "days "
	}
	return "on " + noun + joined(days) + " of the month", true
}

// monthWords returns " in January" for the month 1, and "" for *.
func monthWords(part string) (string, bool) {
	if part == "*" {
		return "", true
	}
	words, ok := names(part, months())
	return " in " + words, ok
}

// names returns "Monday to Friday" for MON-FRI or 2-6. ok is false for anything but a list or range of months or weekdays.
func names(part string, of []string) (string, bool) {
	var words []string
	for element := range strings.SplitSeq(part, ",") {
		first, last, isRange := strings.Cut(element, "-")
		from, ok := name(first, of)
		to, okLast := name(last, of)
		if !ok || isRange && !okLast {
			return "", false
		}
		if isRange {
			from += " to " + to
		}
		words = append(words, from)
	}
	return And(words), true
}

func name(value string, of []string) (string, bool) {
	if n, ok := number(value, 1, len(of)); ok {
		return of[n-1], true
	}
	for _, full := range of {
		if strings.EqualFold(value, full[:3]) {
			return full, true
		}
	}
	return "", false
}

// numbers parses a list such as 0,30. ok is false if an element is not a number from least to most.
func numbers(part string, least, most int) ([]int, bool) {
	var all []int
	for element := range strings.SplitSeq(part, ",") {
		n, ok := number(element, least, most)
		if !ok {
			return nil, false
		}
		all = append(all, n)
	}
	return all, true
}

func number(text string, least, most int) (int, bool) {
	n, ok := unsigned(text)
	return n, ok && n >= least && n <= most
}

// And joins texts: "a", "a and b", "a, b and c". There has to be at least one text.
func And(texts []string) string {
	last := len(texts) - 1
	if last == 0 {
		return texts[0]
	}
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}
