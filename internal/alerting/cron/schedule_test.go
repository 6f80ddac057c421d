// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/development/budgettest"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	location, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return location
}

func schedule(t testing.TB, expression string, zone *time.Location) *Schedule {
	t.Helper()
	s, err := Parse([6]string(strings.Fields(expression)), zone)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return s
}

func (s *Schedule) runs(after time.Time, most int) []string {
	var runs []string
	for range most {
		at, ok := s.Next(after)
		if !ok {
			break
		}
		runs = append(runs, at.Format("2006-01-02T15:04Z"))
		after = at
	}
	return runs
}

// TestNext checks the first runs of cron expressions against dates from a calendar. 1 January 2026 is a Thursday.
func TestNext(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for expression, want := range map[string]string{
		"*/20 * * * ? *":        "2026-01-01T00:20Z 2026-01-01T00:40Z 2026-01-01T01:00Z",
		"50/5 23 * * ? *":       "2026-01-01T23:50Z 2026-01-01T23:55Z 2026-01-02T23:50Z",
		"0 9 * * ? *":           "2026-01-01T09:00Z 2026-01-02T09:00Z 2026-01-03T09:00Z",
		"0 0 ? * MON-FRI *":     "2026-01-02T00:00Z 2026-01-05T00:00Z 2026-01-06T00:00Z",
		"0 0 ? * 1 *":           "2026-01-04T00:00Z 2026-01-11T00:00Z 2026-01-18T00:00Z", // Sundays
		"0 0 ? * L *":           "2026-01-03T00:00Z 2026-01-10T00:00Z 2026-01-17T00:00Z", // Saturdays
		"0 0 ? * 6L *":          "2026-01-30T00:00Z 2026-02-27T00:00Z 2026-03-27T00:00Z", // last Fridays
		"0 0 ? * 7L *":          "2026-01-31T00:00Z 2026-02-28T00:00Z 2026-03-28T00:00Z", // last Saturdays
		"0 0 ? * MON#1 *":       "2026-01-05T00:00Z 2026-02-02T00:00Z 2026-03-02T00:00Z",
		"0 0 ? * FRI#5 *":       "2026-01-30T00:00Z 2026-05-29T00:00Z 2026-07-31T00:00Z",
		"0 0 L * ? *":           "2026-01-31T00:00Z 2026-02-28T00:00Z 2026-03-31T00:00Z",
		"0 0 L-3 * ? *":         "2026-01-28T00:00Z 2026-02-25T00:00Z 2026-03-28T00:00Z",
		"0 0 LW * ? *":          "2026-01-30T00:00Z 2026-02-27T00:00Z 2026-03-31T00:00Z", // 31 January and 28 February are Saturdays
		"0 0 L-3W * ? *":        "2026-01-28T00:00Z 2026-02-25T00:00Z 2026-03-27T00:00Z", // 28 March is a Saturday
		"0 0 1W * ? *":          "2026-02-02T00:00Z 2026-03-02T00:00Z 2026-04-01T00:00Z", // 1 February and 1 March are Sundays
		"0 0 1W 8 ? *":          "2026-08-03T00:00Z 2027-08-02T00:00Z 2028-08-01T00:00Z", // 1 August is a Saturday, a Sunday and a Tuesday
		"0 0 31W * ? *":         "2026-01-30T00:00Z 2026-03-31T00:00Z 2026-05-29T00:00Z", // 31 May is a Sunday
		"0 0 31W 4-5 ? 2027":    "2027-05-31T00:00Z",                                     // April has no 31st
		"0 0 L-28W 2-3 ? 2027":  "2027-03-03T00:00Z",                                     // February has only 28 days
		"0 0 29 FEB ? *":        "2028-02-29T00:00Z 2032-02-29T00:00Z 2036-02-29T00:00Z",
		"0 0 13 * FRI *":        "2026-02-13T00:00Z 2026-03-13T00:00Z 2026-11-13T00:00Z", // every 13th that is a Friday
		"0 0 1 1 ? 2030/2":      "2030-01-01T00:00Z 2032-01-01T00:00Z 2034-01-01T00:00Z",
		"0 0 1 1 ? 2026-2027":   "2027-01-01T00:00Z",
		"0 0 30 2 ? *":          "",
		"0 0 1 1 ? 1999":        "",
		"59 23 31 12 ? 2199":    "2199-12-31T23:59Z", // the last year that a schedule may name
		"0 0 1,L JAN,FEB ? *":   "2026-01-31T00:00Z 2026-02-01T00:00Z 2026-02-28T00:00Z",
		"0-10/5,30 12 * * ? *":  "2026-01-01T12:00Z 2026-01-01T12:05Z 2026-01-01T12:10Z",
		"0 0 * jan-mar/2 sun *": "2026-01-04T00:00Z 2026-01-11T00:00Z 2026-01-18T00:00Z",
	} {
		if got := strings.Join(schedule(t, expression, time.UTC).runs(start, 3), " "); got != want {
			t.Errorf("%s: got %s, want %s", expression, got, want)
		}
	}
}

// TestFirstYear checks that Next returns only times after its argument, even if the argument is before 1971.
func TestFirstYear(t *testing.T) {
	t.Parallel()
	for after, want := range map[time.Time]string{
		time.Date(1970, 6, 1, 0, 0, 0, 0, time.UTC): "1971-01-01T00:00Z",
		time.Date(1969, 6, 1, 0, 0, 0, 0, time.UTC): "1970-01-01T00:00Z",
	} {
		if got := strings.Join(schedule(t, "0 0 1 1 ? *", time.UTC).runs(after, 1), " "); got != want {
			t.Errorf("after %s: got %s, want %s", after, got, want)
		}
	}
}

// TestClocksThatAreChanged checks the run times on the nights when clocks change in Berlin. The hour from 2:00 to 3:00 is skipped in March
// and repeated in October.
func TestClocksThatAreChanged(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	for _, c := range []struct{ expression, after, want string }{
		{"30 2 * * ? *", "2026-03-28T00:00:00Z", "2026-03-28T01:30Z 2026-03-30T00:30Z"}, // 2:30 is skipped on the 29th
		// On 25 October, 2:30 happens twice.
		{expression: "30 2 * * ? *", after: "2026-10-24T12:00:00Z", want: "2026-10-25T00:30Z 2026-10-25T01:30Z 2026-10-26T01:30Z"},
		{"0 * * * ? *", "2026-03-29T00:00:00Z", "2026-03-29T01:00Z 2026-03-29T02:00Z"},   // 3:00, 4:00
		{"0 3 29 3 ? *", "2026-03-29T00:00:00Z", "2026-03-29T01:00Z"},                    // the hour after the gap
		{"0 0 ? * SUN *", "2026-03-28T00:00:00Z", "2026-03-28T23:00Z 2026-04-04T22:00Z"}, // midnight in winter time, then in summer time
	} {
		after, err := time.Parse(time.RFC3339, c.after)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(schedule(t, c.expression, berlin).runs(after, strings.Count(c.want, " ")+1), " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.expression, got, c.want)
		}
	}
}

// TestNextIsTheFirstMinuteThatFits compares Next with a search through every minute of four days, for random expressions and time zones.
func TestNextIsTheFirstMinuteThatFits(t *testing.T) {
	t.Parallel()
	zones := []*time.Location{time.UTC}
	for _, name := range []string{
		"Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Cairo",
		"Pacific/Apia",
	} {
		zones = append(zones, zone(t, name))
	}
	list := func(t *rapid.T, name string, least, greatest int) string {
		if rapid.Bool().Draw(t, name+" all") {
			return "*"
		}
		var values []string
		for _, n := range rapid.SliceOfN(rapid.IntRange(least, greatest), 1, 4).Draw(t, name) {
			values = append(values, strconv.Itoa(n))
		}
		return strings.Join(values, ",")
	}
	rapid.Check(t, func(t *rapid.T) {
		texts := [6]string{list(t, "minutes", 0, 59), list(t, "hours", 0, 23), list(t, "days", 1, 31), "*", list(t, "weekdays", 1, 7), "*"}
		in := rapid.SampledFrom(zones).Draw(t, "zone")
		s, err := Parse(texts, in)
		if err != nil {
			t.Fatal(err)
		}
		has := func(part, value int) bool {
			return texts[part] == "*" || slices.Contains(strings.Split(texts[part], ","), strconv.Itoa(value))
		}
		after := time.Date(rapid.SampledFrom([]int{2006, 2011, 2026}).Draw(t, "year"), time.January, 1, 0, 0, 0, 0, time.UTC).
			Add(time.Duration(rapid.IntRange(0, 366*24*60*60).Draw(t, "second")) * time.Second)
		end := after.Add(4 * 24 * time.Hour)
		var want []string
		for at := after.Truncate(time.Minute).Add(time.Minute); !at.After(end); at = at.Add(time.Minute) {
			if local := at.In(in); has(0, local.Minute()) && has(1, local.Hour()) && has(2, local.Day()) && has(4, int(local.Weekday())+1) {
				want = append(want, at.Format("2006-01-02T15:04Z"))
			}
		}
		if got := s.runs(after, len(want)); !slices.Equal(got, want) {
			t.Fatalf("%v in %v after %v: got %v, want %v", texts, in, after, got, want)
		}
		if at, ok := s.Next(after); ok && len(want) == 0 && !at.After(end) {
			t.Fatalf("%v: got %v", texts, at)
		}
	})
}

func TestSchedulesWithoutDay(t *testing.T) {
	t.Parallel()
	if _, err := Parse([6]string{"0", "0", "?", "*", "?", "*"}, time.UTC); err == nil {
		t.Error("two ? are taken")
	}
	if _, err := Parse([6]string{"60", "0", "*", "*", "?", "*"}, time.UTC); err == nil ||
		!strings.HasPrefix(err.Error(), `cron_minutes is "60": `) {
		t.Errorf("got %v", err)
	}
}

func FuzzNext(f *testing.F) {
	f.Add("0", "9", "15W", "*", "2#1", "2030/2", int64(0))
	f.Add("*/5", "0-6", "L-3W", "JAN-MAR", "6L", "*", int64(1_900_000_000))
	f.Fuzz(func(t *testing.T, minutes, hours, dom, month, dow, year string, second int64) {
		s, err := Parse([6]string{minutes, hours, dom, month, dow, year}, time.UTC)
		if err != nil {
			return
		}
		after := time.Unix(second%1e10, 0)
		budgettest.Within(t, minutes+hours+dom+month+dow+year, func() { s.Next(after) })
		if at, ok := s.Next(after); ok && (!at.After(after) || at.Second() != 0) {
			t.Errorf("after %v comes %v", after, at)
		}
	})
}
