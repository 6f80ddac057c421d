// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron

import (
	"strings"
	"testing"
	"unicode"

	"github.com/engine-platform/terraform-provider-engine/internal/development/budgettest"
)

func partNamed(t *testing.T, attribute string) Part {
	t.Helper()
	for _, p := range Parts() {
		if p.Attribute == attribute {
			return p
		}
	}
	t.Fatalf("there is no part %s", attribute)
	return Part{}
}

func TestValidParts(t *testing.T) {
	t.Parallel()
	right := map[string][]string{
		"cron_minutes": {"0", "59", "*", "00", "0,15,30,45", "10-20", "*/5", "3/20", "0-30/10", "0-10,50-59", "*/1", "*/59"},
		"cron_hours":   {"0", "23", "*", "8-18", "8-18/2,22"},
		"cron_dom":     {"1", "31", "*", "?", "1,15", "1-7", "*/2", "L", "LW", "L-1", "L-3", "L-30", "L-3W", "15W", "1W,15W", "l", "1,L"},
		"cron_month":   {"1", "12", "*", "JAN", "jan-Mar", "1,JUL", "JAN-DEC/3", "2-11", "*/3"},
		"cron_dow":     {"1", "7", "*", "?", "MON-FRI", "sun,sat", "2-6", "L", "6L", "FRIL", "6#3", "FRI#1", "MON#1,MON#3", "*/2"},
		"cron_year":    {"*", "1970", "2199", "2030-2035", "2030,2032", "2030/2"},
	}
	for attribute, expressions := range right {
		for _, expression := range expressions {
			if err := partNamed(t, attribute).Check(expression); err != nil {
				t.Errorf("%s %q: %v", attribute, expression, err)
			}
		}
	}
}

func TestInvalidParts(t *testing.T) {
	t.Parallel()
	wrong := []struct{ attribute, expression, want string }{
		{
			attribute: "cron_minutes", expression: "60",
			want: `"60" is not one of the minutes, 0 to 59. Right is, for example, "0", "0,30" or "*/15"`,
		},
		{attribute: "cron_minutes", expression: "", want: "it has no minutes. Right is"},
		{attribute: "cron_minutes", expression: "-5", want: `"-5" is not one of the minutes`},
		{attribute: "cron_minutes", expression: "1,/5", want: `"/5" is not one of the minutes`},
		{attribute: "cron_minutes", expression: "5-", want: `"5-" is not one of the minutes`},
		{attribute: "cron_hours", expression: "six", want: `"six" is not one of the hours`},
		{attribute: "cron_minutes", expression: "+5", want: `"+5" is not one of the minutes`},
		{attribute: "cron_minutes", expression: "5,", want: "an element next to a comma is empty"},
		{attribute: "cron_minutes", expression: "5, 10", want: "it has a space in it"},
		{attribute: "cron_minutes", expression: "?", want: "only cron_dom and cron_dow can be ?; * stands for all minutes"},
		{attribute: "cron_minutes", expression: "L", want: `"L" is not one of the minutes`},
		{attribute: "cron_minutes", expression: "*/0", want: `the step "0" is not a number from 1 to 59`},
		{attribute: "cron_minutes", expression: "*/60", want: `the step "60" is not a number from 1 to 59`},
		{attribute: "cron_minutes", expression: "*/", want: `the step "" is not a number from 1 to 59`},
		{attribute: "cron_minutes", expression: "0-30/5/5", want: `the step "5/5" is not`},
		{attribute: "cron_minutes", expression: "**", want: `"**" is not one of the minutes`},
		{attribute: "cron_minutes", expression: "1-2-3", want: `"2-3" is not one of the minutes`},
		{attribute: "cron_minutes", expression: "99999999999999999999", want: "is not one of the minutes"},
		{attribute: "cron_hours", expression: "24", want: `"24" is not one of the hours`},
		{attribute: "cron_hours", expression: "22-2", want: "the range 22-2 runs backwards; it is 2-22, or 22-23,0-2 to go on past the end"},
		{attribute: "cron_hours", expression: "MON", want: `"MON" is not one of the hours`},
		{attribute: "cron_dom", expression: "0", want: `"0" is not one of the days of the month, 1 to 31`},
		{attribute: "cron_dom", expression: "32W", want: `"32" is not one of the days of the month`},
		{attribute: "cron_dom", expression: "w", want: `"w" is not one of the days of the month`},
		{attribute: "cron_dom", expression: "L-31", want: `"31" is not a number from 1 to 30 after L-`},
		{attribute: "cron_dom", expression: "?,5", want: "? stands alone or not at all"},
		{attribute: "cron_dom", expression: "6#3", want: `"6#3" is not one of the days of the month`},
		{attribute: "cron_month", expression: "13", want: `"13" is not one of the months, 1 to 12 or JAN to DEC`},
		{attribute: "cron_month", expression: "JANUARY", want: `"JANUARY" is not one of the months`},
		{attribute: "cron_month", expression: "JAN,january", want: `"january" is not one of the months, 1 to 12 or JAN to DEC`},
		{attribute: "cron_month", expression: "OCT-FEB", want: "it is FEB-OCT, or OCT-DEC,JAN-FEB to go on past the end"},
		{attribute: "cron_dow", expression: "0", want: `"0" is not one of the days of the week, 1 to 7 or SUN to SAT`},
		{attribute: "cron_dow", expression: "8", want: `"8" is not one of the days of the week`},
		{attribute: "cron_dow", expression: "MON#6", want: `"6" is not a number from 1 to 5 after #`},
		{attribute: "cron_dow", expression: "XXX#1", want: `"XXX" is not one of the days of the week`},
		{attribute: "cron_dow", expression: "l#2", want: `"l#2" has both L and #`},
		{attribute: "cron_dow", expression: "fridayL", want: `"friday" is not one of the days of the week`},
		{attribute: "cron_dow", expression: "#1", want: `"#1" is not one of the days of the week`},
		{attribute: "cron_dow", expression: "15W", want: `"15W" is not one of the days of the week`},
		{attribute: "cron_dow", expression: "6L#3", want: `"6L#3" has both L and #; only one of them can stand there`},
		{attribute: "cron_year", expression: "1969", want: `"1969" is not one of the years, 1970 to 2199`},
		{attribute: "cron_year", expression: "?", want: "only cron_dom and cron_dow can be ?"},
	}
	for _, c := range wrong {
		err := partNamed(t, c.attribute).Check(c.expression)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: got %v, want %s", c.attribute, c.expression, err, c.want)
		}
	}
}

// TestImpossible checks that IsImpossible returns true for the smallest number that no scheduler accepts, such as 60 for the minutes, and
// false for the number below it. A day of the week may be any number from 0 to 7, because some schedulers number the days from 0 and others
// from 1. Every year is possible.
func TestImpossible(t *testing.T) {
	t.Parallel()
	for attribute, numbers := range map[string][2]string{
		"cron_minutes": {"59", "60"}, "cron_hours": {"23", "24"}, "cron_dom": {"31", "32"}, "cron_month": {"12", "13"}, "cron_dow": {"7", "8"},
	} {
		p, possible, impossible := partNamed(t, attribute), numbers[0], numbers[1]
		for expression, want := range map[string]bool{
			possible: false, impossible: true, "1," + impossible: true, "1-" + impossible: true, impossible + "/2": true, "*/" + impossible: false,
			"-1": false,
		} {
			if got := p.IsImpossible(expression); got != want {
				t.Errorf("%s %q: got %v", attribute, expression, got)
			}
		}
	}
	if partNamed(t, "cron_year").IsImpossible("65535") {
		t.Error("a year is impossible")
	}
}

// FuzzParts checks every string that Check accepts: IsImpossible must return false, and Check must also accept the string in lower case.
func FuzzParts(f *testing.F) {
	for _, seed := range []string{
		"*", "?", "0,15", "1-5/2", "JAN-mar", "6#3", "L-3W", "15W", "99999999999999999999", "-", "/", "ﬁ", "1,",
		"L-L",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsFunc(text, func(c rune) bool { return c > unicode.MaxASCII }) {
			return // some letters have more than two case forms
		}
		budgettest.Within(t, text, func() {
			for _, p := range Parts() {
				_ = p.Check(text)
			}
		})
		for _, p := range Parts() {
			err := p.Check(text)
			if err == nil && p.IsImpossible(text) {
				t.Errorf("%s: %q is right and impossible", p.Attribute, text)
			}
			if lower := p.Check(strings.ToLower(text)); (err == nil) != (lower == nil) {
				t.Errorf("%s: %q is %v, in lower case %v", p.Attribute, text, err, lower)
			}
		}
	})
}
