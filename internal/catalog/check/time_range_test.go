// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"testing"
)

func TestTimeRanges(t *testing.T) {
	t.Parallel()
	inOrder := [][2]string{
		{"2026-01-05T08:00:00Z", "2026-01-05T08:00:01Z"},
		{"2026-01-05T08:00:00+02:00", "2026-01-05T07:00:00Z"},
		{"2026-01-05", "2026-01-05"},
		{"2026-01-05T10:00:00", "2026-01-05T09:00:00Z"}, // in order if the first time is in a time zone east of UTC
		{"now - 7d", "now"},
		{"now", "now"},
		{"now", "now + 1d"},
		{"now-1M", "now - 30d"}, // in order if the month has 31 days
		{"now-31d", "now-1M"},
		{"now-60s", "now-1m"},
		{"2026-01-05", "now"},
		{"now", "2026-01-05"},
		{"now - 7d", ""},
		{"", "now - 7d"},
		{"later", "now"},
	}
	for _, r := range inOrder {
		if outOfOrder(r[0], r[1]) {
			t.Errorf("%q to %q is refused", r[0], r[1])
		}
	}
	for _, r := range [][2]string{
		{"2026-01-05T08:00:01Z", "2026-01-05T08:00:00Z"},
		{"2026-01-05T08:00:00Z", "2026-01-05T09:00:00+02:00"},
		{"2026-01-06", "2026-01-05T23:59"},
		{"now", "now - 1s"},
		{"now - 1d", "now - 7d"},
		{"now - 1d", "now - 25h"},
		{"now - 27d", "now - 1M"},
		{"now + 1y", "now + 364d"},
	} {
		if !outOfOrder(r[0], r[1]) {
			t.Errorf("%q to %q is taken", r[0], r[1])
		}
	}
}
