// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package cron parses the six parts (fields) of a cron expression, computes its run times, and describes schedules in words. The engine's
// interface document names the parts but does not define their syntax or meaning, so both are assumptions of this project.
//
// Start reading in part.go, which parses the parts. The file schedule.go computes run times, and words.go describes schedules. The package
// imports nothing from this module.
package cron

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Part is one of the six parts (fields) of a cron expression, such as the hours. A part may be * or ?, according to the interface document
// (section 2.6). As most schedulers do, this package also accepts lists, ranges, steps, names, and L, W and # for days.
type Part struct {
	Attribute       string // name in the engine's JSON
	Noun            string // noun for the values in messages, such as "hours"
	least, greatest int
	impossible      int      // smallest number that no scheduler accepts; 0 means no limit
	names           []string // names of the values in upper case, such as MON, starting with the name of least
	// special parses a special day such as L, and returns nil for an ordinary value such as 15. It is set only for cron_dom and cron_dow.
	special  func(p Part, element string) (dayMatch, error)
	Examples string
}

// Parts returns the six parts in the order of a cron expression: minutes, hours, days of the month, months, days of the week, years.
func Parts() []Part {
	return []Part{
		{Attribute: "cron_minutes", Noun: "minutes", greatest: 59, impossible: 60, Examples: `"0", "0,30" or "*/15"`},
		{Attribute: "cron_hours", Noun: "hours", greatest: 23, impossible: 24, Examples: `"6", "8-18" or "*/2"`},
		{
			Attribute: "cron_dom", Noun: "days of the month", least: 1, greatest: 31, impossible: 32, special: specialDayOfMonth,
			Examples: `"?", "1,15", "L" for the last day or "15W" for the working day next to the 15th`,
		},
		{
			Attribute: "cron_month", Noun: "months", least: 1, greatest: 12, impossible: 13, Examples: `"*", "JAN-MAR" or "*/3"`,
			names: []string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"},
		},
		{
			Attribute: "cron_dow", Noun: "days of the week", least: 1, greatest: 7, impossible: 8, special: specialWeekday,
			names:    []string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"},
			Examples: `"?", "MON-FRI", "6L" for the last Friday of a month or "2#1" for its first Monday`,
		},
		{Attribute: "cron_year", Noun: "years", least: 1970, greatest: 2199, Examples: `"*" or "2030-2035"`},
	}
}

// IsImpossible reports whether an expression contains a number that no scheduler accepts, such as 25 for the hours.
func (p Part) IsImpossible(expression string) bool {
	for element := range strings.SplitSeq(expression, ",") {
		values, _, _ := strings.Cut(element, "/")
		for value := range strings.SplitSeq(values, "-") {
			if n, ok := parseUnsigned(value); ok && p.impossible > 0 && n >= p.impossible {
				return true
			}
		}
	}
	return false
}

// Check validates an expression for the part. Its error contains the reason and valid examples.
func (p Part) Check(expression string) error {
	_, err := p.parse(expression)
	return err
}

// values is the set of numbers that a part matches. For the hours "8-10", these are 8, 9 and 10.
type values struct {
	least    int
	listed   []bool     // whether each value is in the set; index 0 stands for least
	specials []dayMatch // for elements such as L
}

// has reports whether v contains the value. It panics if the value is outside the range of the part, such as minute 60.
func (v values) has(value int) bool { return v.listed[value-v.least] }

func (p Part) parse(expression string) (values, error) {
	v := values{least: p.least, listed: make([]bool, p.greatest-p.least+1)}
	if err := p.addAll(&v, expression); err != nil {
		return v, fmt.Errorf("%w. Right is, for example, %s", err, p.Examples)
	}
	return v, nil
}

func (p Part) addAll(v *values, expression string) error {
	switch {
	case expression == "":
		return fmt.Errorf("it has no %s", p.Noun)
	case strings.ContainsAny(expression, " \t\r\n"):
		return errors.New("it has a space in it")
	case expression == "?" && p.isDay():
		expression = "*"
	}
	for element := range strings.SplitSeq(expression, ",") {
		if err := p.add(v, element); err != nil {
			return err
		}
	}
	return nil
}

// isDay reports whether the part is cron_dom or cron_dow. One of these two parts can be "?", and the other one then selects the days.
func (p Part) isDay() bool { return p.special != nil }

// add adds the values of one element of a list such as "1,5-7" to v. An element is a value, a range, *, or a special day such as L. A step
// may follow: */5 means every fifth value, and 5/10 means every tenth value from 5 on.
func (p Part) add(v *values, element string) error {
	switch {
	case element == "":
		return errors.New("an element next to a comma is empty")
	case strings.Contains(element, "?") && p.isDay():
		return errors.New("? stands alone or not at all")
	case strings.Contains(element, "?"):
		return fmt.Errorf("only cron_dom and cron_dow can be ?; * stands for all %s", p.Noun)
	}
	if p.special != nil {
		if match, err := p.special(p, element); match != nil || err != nil {
			v.specials = append(v.specials, match)
			return err
		}
	}
	text, stepText, hasStep := strings.Cut(element, "/")
	step := 1
	if hasStep {
		n, ok := parseUnsigned(stepText)
		if !ok || n < 1 || n > p.greatest {
			return fmt.Errorf("the step %q is not a number from 1 to %d", stepText, p.greatest)
		}
		step = n
	}
	from, to, err := p.span(text, element)
	if err != nil {
		return err
	}
	if hasStep && !strings.Contains(text, "-") {
		to = p.greatest
	}
	for value := from; value <= to; value += step {
		v.listed[value-p.least] = true
	}
	return nil
}

// span returns the first and last value of part of a cron field: a range such as 2-5, a single value, or *. It rejects reversed ranges such
// as 5-2, because schedulers disagree on their meaning. Error messages quote the invalid number or, if a number is missing, the whole
// element, such as -1/3.
func (p Part) span(text, element string) (from, to int, err error) {
	if text == "*" {
		return p.least, p.greatest, nil
	}
	first, last, isRange := strings.Cut(text, "-")
	if from, err = p.value(first, element); err != nil || !isRange {
		return from, from, err
	}
	if to, err = p.value(last, element); err == nil && from > to {
		err = fmt.Errorf("the range %s runs backwards; it is %s-%s, or %s-%s,%s-%s to go on past the end",
			text, last, first, first, p.format(p.greatest), p.format(p.least), last)
	}
	return from, to, err
}

// value parses a number or a name such as MON, in upper or lower case. If element lacks a number, as "-1" does before the hyphen, text is
// empty, and the error quotes element instead.
func (p Part) value(text, element string) (int, error) {
	if i := slices.Index(p.names, strings.ToUpper(text)); i >= 0 {
		return p.least + i, nil
	}
	n, ok := parseUnsigned(text)
	if !ok || n < p.least || n > p.greatest {
		allowed := fmt.Sprintf("%d to %d", p.least, p.greatest)
		if len(p.names) > 0 {
			allowed += fmt.Sprintf(" or %s to %s", p.format(p.least), p.format(p.greatest))
		}
		return 0, fmt.Errorf("%q is not one of the %s, %s", cmp.Or(text, element), p.Noun, allowed)
	}
	return n, nil
}

// format returns the name of a value, such as MON, or its number if the part has no names.
func (p Part) format(value int) string {
	if len(p.names) > 0 {
		return p.names[value-p.least]
	}
	return strconv.Itoa(value)
}

// parseUnsigned parses an integer from 0 to 65535 without a sign.
func parseUnsigned(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return int(n), err == nil
}
