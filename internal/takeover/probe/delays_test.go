// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"testing"
	"time"
)

// TestRoundTime checks that roundTime keeps one digit and rounds down.
func TestRoundTime(t *testing.T) {
	t.Parallel()
	for measured, want := range map[time.Duration]string{
		0: "1ms", 3 * time.Millisecond: "3ms", 57 * time.Millisecond: "50ms", 119 * time.Millisecond: "100ms", 5700 * time.Millisecond: "5s",
		65 * time.Second: "1m",
	} {
		if got := roundTime(measured); got != want {
			t.Errorf("roundTime(%s) = %s, want %s", measured, got, want)
		}
	}
}
