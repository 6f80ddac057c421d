// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/development/budgettest"
)

func TestMomentsOfOneMeaning(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		engine, declared string
		same             bool
	}{
		{"2026-01-05T08:00:00.000000Z", "2026-01-05T08:00:00Z", true},
		{"2026-01-05T08:00:00.000000Z", "2026-01-05T09:00:00+01:00", true},
		{"2026-01-05T08:00:00.000000Z", "2026-01-05T08:00", true},
		{"2026-01-05T00:00:00.000000Z", "2026-01-05", true},
		{"2026-01-05T08:00:00.000001Z", "2026-01-05T08:00:00Z", false},
		{"2026-01-05T08:00:00.000000Z", "2026-01-05T08:00:00+01:00", false},
		{"2026-01-05T08:00:00.000000Z", "now", false},
		{"now - 7d", "now - 1d", false},
	} {
		if got := Timestamp().EqualStrings(c.engine, c.declared); got != c.same {
			t.Errorf("%q for %q: got %t", c.engine, c.declared, got)
		}
	}
}

// FuzzTimes compares pairs of strings as times, durations and rates. If a equals b, then b must equal a. If a is later than b, then b must
// not be later than a.
func FuzzTimes(f *testing.F) {
	for _, seed := range []string{
		"2026-01-05", "2026-01-05 08:00Z", "2026-01-05T08:00:00.5+0100", "now", "now - 7d", "now+15M", "5m",
		"1h 30m", "1.5e3", "5.0", " 2 d", "1e999999999", "９",
	} {
		f.Add(seed, "now-1w")
		f.Add("300", seed)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for name, equal := range map[string]func(a, b string) bool{
			"moment": timestamp{}.EqualStrings, "seconds": Seconds().EqualStrings, "rate": RateValue().EqualStrings,
		} {
			if equal(a, b) != equal(b, a) {
				t.Errorf("%s: whether %q is %q depends on the side", name, a, b)
			}
		}
		for _, meaning := range []NumericMeaning{Seconds(), RateValue()} {
			if _, ok := meaning.number(a); ok && !meaning.EqualStrings(a, meaning.Canonical(a)) {
				t.Errorf("%q is not its spelling %q", a, meaning.Canonical(a))
			}
		}
		budgettest.Within(t, a, func() { ParseRelative(a) })
		x, isX := ParseRelative(a)
		y, isY := ParseRelative(b)
		if isX && isY && x.SurelyAfter(y) && y.SurelyAfter(x) {
			t.Errorf("%q and %q are each after the other", a, b)
		}
		i, isI := instant.Parse(a)
		j, isJ := instant.Parse(b)
		if isI && isJ && i.SurelyAfter(j) && j.SurelyAfter(i) {
			t.Errorf("%q and %q are each after the other", a, b)
		}
	})
}
