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

// Part is one of the six parts of a cron expression. The interface shows only their names and the wildcards * and ?
// (section 2.6). The latter is known from schedulers that have a year too, and all else that such schedulers take is taken
// here: lists, ranges, steps, names, and L, W and # for days.
type Part struct {
	Attribute       string // wire name
	noun            string // what its values are
	least, greatest int
	impossible      int      // the least number that is none of the values in any scheduler; 0 where there is no such number
	names           []string // of the values from least on, in upper case
	special         func(p Part, element string) (ok bool, err error)
	Examples        string
}

// Parts are the parts in the order of a cron expression.
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

// IsImpossible tells whether a part has a number as a value or as the end of a range that no scheduler knows: there is no
// hour 25.
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

// Check tells what is wrong with the part of an expression and what would be right, in a text without a full stop.
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

// isDay tells whether the part can leave the day to the other one with ?.
func (p Part) isDay() bool { return p.special != nil }

// checkElement checks an element of a list: a value, a range, * or what is special to the part, the first three perhaps
// with a step.
func (p Part) checkElement(element string) error {
	switch {
	case element == "":
		return errors.New("nothing stands beside a comma")
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

// checkRange checks a single value or two with a dash. Schedulers differ in what a range means that runs backwards.
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

// value is the number of a value, which may be a name.
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

// span names the values of the part.
func (p Part) span() string {
	span := fmt.Sprintf("%d to %d", p.least, p.greatest)
	if len(p.names) > 0 {
		span += fmt.Sprintf(" or %s to %s", p.names[0], p.names[len(p.names)-1])
	}
	return span
}

// spell is the name of a value where there is one.
func (p Part) spell(value int) string {
	if len(p.names) > 0 {
		return p.names[value-p.least]
	}
	return strconv.Itoa(value)
}

// specialDayOfMonth knows L (the last day), LW (the last working day), L-3 (three days before the last one) and 15W (the
// working day next to the 15th).
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

// specialWeekday knows L (the last day of the week), 6L (the last Friday of a month) and 6#3 (its third Friday).
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

// unsigned is a number without a sign.
func unsigned(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return int(n), err == nil
}
