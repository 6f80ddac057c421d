// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// TestHabits runs adopt on an engine for each habit (deviation from INTERFACE.md). adopt must import all objects. There are two exceptions:
// adopt may fail if the engine has no lists (no-lists), and may leave objects out if the engine adds its own elements to arrays
// (own-elements).
func TestHabits(t *testing.T) {
	explained := map[string]string{"no-lists": "There is no list;", "own-elements": "13 to import, 0 to change, 2 left out"}
	for _, h := range habit.All() {
		t.Run(h.Name, func(t *testing.T) {
			p := newProjectWith(t, refserver.Options{Habits: []string{h.Name}}, pumps())
			if h.Name == "other-scheme" {
				t.Setenv("ENGINE_AUTH_SCHEME", "Bearer") // Only the user can know this scheme.
			}
			status, stdout, stderr := p.run(t.Context())
			if words := explained[h.Name]; words != "" && strings.Contains(stdout+stderr, words) {
				return
			}
			if status != 0 || !strings.HasSuffix(stdout, "\n15 to import, 0 to change\n") {
				t.Errorf("status %d:\n%s\n%s", status, stdout, stderr)
			}
		})
	}
}
