// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestPace probes engines whose components start or stop slowly or never. The map named want maps habits (deviations from INTERFACE.md) to
// the expected results. "" means Agrees, the habit's name means Differs, and any other string is the end of the reason for Unknown.
func TestPace(t *testing.T) {
	t.Parallel()
	const tooLong = "longer than 10s"
	for _, test := range []struct {
		habits string
		want   map[string]string
	}{
		{"", map[string]string{"never-stops": "", "start-fails": ""}},
		{"slow-deployment=20ms", map[string]string{"never-stops": "", "start-fails": ""}},
		{"slow-deployment=5s", map[string]string{"never-stops": "", "start-fails": ""}},
		{"slow-deployment=30s", map[string]string{"start-fails": tooLong, "never-stops": tooLong}},
		{"start-fails", map[string]string{"start-fails": "start-fails"}},
		{"never-stops", map[string]string{"never-stops": "never-stops"}},
		{"never-stops slow-deployment=100ms", map[string]string{"never-stops": "never-stops"}},
		{"never-stops slow-deployment=2s", map[string]string{"never-stops": tooLong}},
	} {
		inBubble(t, test.habits, func(t *testing.T) {
			server, client := start(t, refserver.Options{Habits: strings.Fields(test.habits)})
			report := mustRun(t, Options{Client: client, Write: true, Only: []string{"deployment"}})
			checkLeft(t, server, nil, report.Left)
			if len(report.Left) > 0 {
				t.Error(report.Left)
			}
			for _, a := range report.Findings {
				want, isAsked := test.want[a.Name]
				isRight := map[State]bool{
					Agrees: want == "", Differs: want == a.Option(), Unknown: want != "" && strings.HasSuffix(a.Why, want),
				}[a.State]
				if isAsked && !isRight {
					t.Errorf("%s: %s %s, want %q", a.Option(), a.State, a.Why, want)
				}
			}
		})
	}
}
