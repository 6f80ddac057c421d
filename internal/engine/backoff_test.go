// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"testing"
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
		if got := ceiling(attempts).Milliseconds(); got != limit {
			t.Errorf("ceiling(%d) = %d ms, want %d ms", attempts, got, limit)
		}
		for range 100 {
			if got := backoff(attempts); got < 0 || got > ceiling(attempts) {
				t.Errorf("backoff(%d) = %s", attempts, got)
			}
		}
	}
	if got := ceiling(1000); got != backoffCap {
		t.Errorf("ceiling(1000) = %s, want %s", got, backoffCap)
	}
}
