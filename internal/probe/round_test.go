// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"testing"
	"time"
)

func TestRoundTime(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for _, c := range []struct {
		above, upTo time.Duration
		want        string
	}{
		{41 * ms, 63 * ms, "50ms"},
		{49 * ms, 50 * ms, "50ms"},
		{50 * ms, 60 * ms, "60ms"},
		{95 * ms, 130 * ms, "100ms"},
		{30 * ms, 120 * ms, "50ms"},
		{-time.Second, 3 * ms, "2ms"},
		{290 * ms, 310 * ms, "300ms"},
		{301 * ms, 325 * ms, "310ms"},
		{900 * ms, 1100 * ms, "1s"},
		{59 * time.Second, 61 * time.Second, "1m"},
		{time.Hour - 2*time.Second, time.Hour + time.Second, "1h"},
		{23*time.Hour + 59*time.Minute, 24*time.Hour + time.Minute, "24h"},
		{1234567 * time.Microsecond, 1235100 * time.Microsecond, "1.235s"},
		{-1, -1, "1ms"},
	} {
		if got := roundTime(c.above, c.upTo); got != c.want {
			t.Errorf("roundTime(%s, %s) = %s, want %s", c.above, c.upTo, got, c.want)
		}
	}
}
