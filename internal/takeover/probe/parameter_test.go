// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"slices"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestParameters checks that a run measures the size of the largest body.
func TestParameters(t *testing.T) {
	t.Parallel()
	for _, want := range []string{"small-bodies=2000", "small-bodies=1023", "small-bodies=65536", "small-bodies=1048575"} {
		inBubble(t, want, func(t *testing.T) {
			_, client := start(t, refserver.Options{Habits: []string{want}})
			report, err := Run(t.Context(), Options{Client: client, Write: true, Only: []string{"limits"}})
			if err != nil {
				t.Fatal(err)
			}
			if got := report.Habits(); !slices.Equal(got, []string{want}) {
				t.Errorf("found %v, want %s", got, want)
			}
		})
	}
}

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
