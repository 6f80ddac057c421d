// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Part is one of the six parts of a cron expression. The interface document shows only their names and the wildcards * and ? (section 2.6).
// Schedulers that know ? and years also have lists, ranges, steps, names, and L, W and # for days; all of these are accepted here.
type Part struct {
	Attribute       string // name in the engine's JSON
	noun            string // names the values in messages: "hours"
	least, greatest int
	impossible      int      // no scheduler accepts this number or a greater one; 0 means there is no limit
	names           []string // names of the values, in upper case, beginning with that of least
	special         func(p Part, element string) (ok bool, err error)
	Examples        string
}

// Parts returns the six parts in the order of a cron expression.
func Parts() []Part {
	return []Part{
		{Attribute: "cron_minutes", noun: "minutes", greatest: 59, impossible: 60, Examples: `"0", "0,30" or "*/15"`},
		{Attribute: "cron_hours", noun: "hours", greatest: 23, impossible: 24, Examples: `"6", "8-18" or "*/2"`},
		{Attribute: "cron_dom", noun: "days of the month", least: 1, greatest: 31, impossible: 32, special: specialDayOfMonth, Examples: `"?", "1,15", "L" for the last day or "15W" for the working day next to the 15th`},
		{Attribute: "cron_month", noun: "months", least: 1, greatest: 12, impossible: 13, names: months(), Examples: `"*", "JAN-MAR" or "*/3"`},
		{Attribute: "cron_dow", noun: "days of the week", least: 1, greatest: 7, impossible: 8, names: weekdays(), special: specialWeekday, Examples: `"?", "MON-FRI", "6L" for the last Friday of a month or "2#1" for its first Monday`},
		{Attribute: "cron_year", noun: "years", least: 1970, greatest: 2199, Examples: `"*" or "2030-2035"`},
	}
}

func months() []string {
	return []string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"}
}

func weekdays() []string {
	return []string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"}
}

// IsImpossible reports whether a part contains a number that no scheduler accepts, such as the hour 25.
func (p Part) IsImpossible(expression string) bool {
	for element := range strings.SplitSeq(expression, ",") {
		values, _, _ := strings.Cut(element, "/")
		for value := range strings.SplitSeq(values, "-") {
			if n, ok := unsigned(value); ok && p.impossible > 0 && n >= p.impossible {
				return true
			}
		}
	}
	return false
}

// Check returns an error that says what is wrong with a part and shows correct examples. The text has no full stop.
func (p Part) Check(expression string) error {
	if err := p.checkElements(expression); err != nil {
		return fmt.Errorf("%w. Right is, for example, %s", err, p.Examples)
	}
	return nil
}

func (p Part) checkElements(expression string) error {
	switch {
	case expression == "":
		return fmt.Errorf("it has no %s", p.noun)
	case strings.ContainsAny(expression, " \t\r\n"):
		return errors.New("it has a space in it")
	case expression == "*" || expression == "?" && p.isDay():
		return nil
	}
	for element := range strings.SplitSeq(strings.ToUpper(expression), ",") {
		if err := p.checkElement(element); err != nil {
			return err
		}
	}
	return nil
}

// isDay reports whether the part may be "?", which leaves the choice of days to the other day part.
func (p Part) isDay() bool { return p.special != nil }

// checkElement checks an element of a list: a value, a range or *, each optionally with a step, or a special element such as L.
func (p Part) checkElement(element string) error {
	switch {
	case element == "":
		return errors.New("an element next to a comma is empty")
	case strings.Contains(element, "?") && p.isDay():
		return errors.New("? stands alone or not at all")
	case strings.Contains(element, "?"):
		return fmt.Errorf("only cron_dom and cron_dow can be ?; * stands for all %s", p.noun)
	}
	if p.special != nil {
		if ok, err := p.special(p, element); ok || err != nil {
			return err
		}
	}
	values, step, stepped := strings.Cut(element, "/")
	if stepped {
		if err := p.checkStep(step); err != nil {
			return err
		}
	}
	if values == "*" {
		return nil
	}
	return p.checkRange(values)
}

func (p Part) checkStep(step string) error {
	if n, ok := unsigned(step); !ok || n < 1 || n > p.greatest {
		return fmt.Errorf("the step %q is not a number from 1 to %d", step, p.greatest)
	}
	return nil
}

// checkRange checks a value or a range. A range that runs backwards is refused, because schedulers disagree on its meaning.
func (p Part) checkRange(values string) error {
	first, last, isRange := strings.Cut(values, "-")
	from, err := p.value(first)
	if err != nil || !isRange {
		return err
	}
	to, err := p.value(last)
	if err != nil {
		return err
	}
	if from > to {
		return fmt.Errorf("the range %s runs backwards; it is %s-%s, or %s-%s,%s-%s to go on past the end", values, last, first, first, p.spell(p.greatest), p.spell(p.least), last)
	}
	return nil
}

// value parses a value, which may be a name such as MON.
func (p Part) value(text string) (int, error) {
	if i := slices.Index(p.names, text); i >= 0 {
		return p.least + i, nil
	}
	n, ok := unsigned(text)
	if !ok || n < p.least || n > p.greatest {
		return 0, fmt.Errorf("%q is not one of the %s, %s", text, p.noun, p.span())
	}
	return n, nil
}

// span describes the allowed values for a message: "1 to 12 or JAN to DEC".
func (p Part) span() string {
	span := fmt.Sprintf("%d to %d", p.least, p.greatest)
	if len(p.names) > 0 {
		span += fmt.Sprintf(" or %s to %s", p.names[0], p.names[len(p.names)-1])
	}
	return span
}

// spell returns the name of a value, or the number if the part has no names.
func (p Part) spell(value int) string {
	if len(p.names) > 0 {
		return p.names[value-p.least]
	}
	return strconv.Itoa(value)
}

// specialDayOfMonth checks L (the last day), LW (the last working day), L-3 (three days before the last one) and 15W (the working day
// nearest to the 15th). ok is false if the element has none of these forms.
func specialDayOfMonth(p Part, element string) (bool, error) {
	if element == "L" || element == "LW" {
		return true, nil
	}
	if back, ok := strings.CutPrefix(element, "L-"); ok {
		if n, ok := unsigned(strings.TrimSuffix(back, "W")); !ok || n < 1 || n > 30 {
			return false, fmt.Errorf("%q is not a number from 1 to 30 behind L-", back)
		}
		return true, nil
	}
	if day, ok := strings.CutSuffix(element, "W"); ok {
		_, err := p.value(day)
		return err == nil, err
	}
	return false, nil
}

// specialWeekday checks L (the last day of the week), 6L (the last Friday of a month) and 6#3 (its third Friday).
func specialWeekday(p Part, element string) (bool, error) {
	if element == "L" {
		return true, nil
	}
	day, nth, numbered := strings.Cut(element, "#")
	if numbered {
		if n, ok := unsigned(nth); !ok || n < 1 || n > 5 {
			return false, fmt.Errorf("%q is not a number from 1 to 5 behind #", nth)
		}
	}
	day, last := strings.CutSuffix(day, "L")
	switch {
	case numbered && last:
		return false, fmt.Errorf("%q is the last one and one by number at once", element)
	case !numbered && !last:
		return false, nil
	}
	_, err := p.value(day)
	return err == nil, err
}

// unsigned parses a whole number without a sign.
func unsigned(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return int(n), err == nil
}
