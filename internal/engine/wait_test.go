// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	tests := map[string]struct {
		value, date string
		want        time.Duration
	}{
		"absent":              {"", "", 0},
		"zero":                {"0", "", 0},
		"seconds":             {"17", "", 17 * time.Second},
		"spaces":              {" 17 ", "", 17 * time.Second},
		"negative":            {"-1", "", 0},
		"fraction":            {"1.5", "", 0},
		"garbage":             {"soon", "", 0},
		"huge":                {"9223372036854775807", "", maxRetryAfter},
		"too many digits":     {"99999999999999999999", "", 0},
		"date":                {"Fri, 02 Jan 2026 03:04:35 GMT", "", 30 * time.Second},
		"past date":           {"Fri, 02 Jan 2026 03:04:00 GMT", "", 0},
		"far date":            {"Fri, 02 Jan 9998 03:04:00 GMT", "", maxRetryAfter},
		"engine's clock":      {"Fri, 02 Jan 2026 13:04:35 GMT", "Fri, 02 Jan 2026 13:04:05 GMT", 30 * time.Second},
		"engine without time": {"Fri, 02 Jan 2026 03:04:35 GMT", "today", 30 * time.Second},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			header := http.Header{}
			header.Set("Retry-After", test.value)
			header.Set("Date", test.date)
			if got := retryAfter(header, now); got != test.want {
				t.Errorf("retryAfter(%q) = %s, want %s", test.value, got, test.want)
			}
		})
	}
}

func TestBackoffStaysBelowItsCeiling(t *testing.T) {
	want := []int64{250, 500, 1000, 2000, 4000, 8000, 15000, 15000, 15000}
	for i, limit := range want {
		attempts := i + 1
		if got := maxWait(attempts).Milliseconds(); got != limit {
			t.Errorf("ceiling(%d) = %d ms, want %d ms", attempts, got, limit)
		}
		for range 100 {
			if got := backoff(attempts); got < 0 || got > maxWait(attempts) {
				t.Errorf("backoff(%d) = %s", attempts, got)
			}
		}
	}
	if got := maxWait(1000); got != backoffCap {
		t.Errorf("ceiling(1000) = %s, want %s", got, backoffCap)
	}
}

// TestPause checks that a request waits during the client's pause. The wait ends with the pause, after retry_max_wait, or when the context
// ends.
func TestPause(t *testing.T) {
	tests := map[string]struct {
		seconds         []int // the initial pauses
		later           int   // the duration of a second pause, which begins after 5 seconds
		budget, timeout time.Duration
		waits           time.Duration
		isCanceled      bool
	}{
		"the maximum counts":      {seconds: []int{10, 1}, budget: time.Minute, waits: 10 * time.Second},
		"it becomes longer":       {seconds: []int{10}, later: 10, budget: time.Minute, waits: 15 * time.Second},
		"the budget ends before":  {seconds: []int{3600}, budget: time.Second, waits: time.Second},
		"the context ends before": {seconds: []int{3600}, budget: time.Minute, timeout: time.Second, waits: time.Second, isCanceled: true},
		"there is no pause":       {budget: time.Minute},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := inMemory(t, Config{}, nil)
				for _, seconds := range test.seconds {
					c.pause.extend(time.Duration(seconds)*time.Second, 0)
				}
				time.AfterFunc(5*time.Second, func() { c.pause.extend(time.Duration(test.later)*time.Second, 0) })
				ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(test.timeout, time.Hour))
				defer cancel()
				start, r := time.Now(), &request{url: c.base, budget: test.budget}
				err := c.waitToSend(ctx, r)
				if waited := time.Since(start); waited != test.waits || r.budget != test.budget-test.waits && !test.isCanceled {
					t.Errorf("waited %s, and %s of the budget are left", waited, r.budget)
				}
				if errors.Is(err, context.DeadlineExceeded) != test.isCanceled || (err != nil) != test.isCanceled {
					t.Errorf("the error is %v", err)
				}
			})
		})
	}
}

func TestRequestsPerSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := inMemory(t, Config{MaxRequestsPerSecond: 1}, respondToAll(t))
		start := time.Now()
		for range 3 {
			must(t, errorOf(c.Read(t.Context(), Alerts, "7")))
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("3 requests at 1 per second took %s, want 2s", took)
		}
	})
}
