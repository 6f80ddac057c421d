// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"testing"
	"time"
)

// TestSpanOf checks that a more precise creation time covers a shorter time range, and that spanOf rejects values that are not times.
func TestSpanOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"2026-01-05T08:00:05Z": time.Second, "2026-01-05T08:00:05+01:00": time.Second,
		"2026-01-05T08:00:05.1Z": 100 * time.Millisecond, "2026-01-05T08:00:05.123+01:00": time.Millisecond,
		"2026-01-05T08:00:05.123456Z": time.Microsecond, "2026-01-05T08:00:05.1234567891Z": time.Nanosecond,
	} {
		made, shown, ok := spanOf(Document{createdAt: text})
		if got := made.to.Sub(made.from); !ok || shown != text || got != want {
			t.Errorf("%s is %s long, text %q, %t; want %s", text, got, shown, ok, want)
		}
	}
	for _, other := range []any{nil, 7, "", "yesterday", "2026-01-05"} {
		if _, _, ok := spanOf(Document{createdAt: other}); ok {
			t.Errorf("%v is a time", other)
		}
	}
}
