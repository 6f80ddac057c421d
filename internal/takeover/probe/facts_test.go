// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// otherFacts returns the facts about an engine whose defaults differ from the interface document in many fields.
func otherFacts() profile.Facts {
	return profile.Facts{Defaults: map[string]map[string]any{
		"alert": {
			"mute": true, "stmt_aggregation": "avg", "stmt_time_window": json.Number("300"), "notify_error": nil,
			"alert_items.query_limit": json.Number("50"),
		},
		"widget":   {"labels_display": true, "height": json.Number("4"), "labels_aggregation": "avg", "chart_items.hidden": true},
		"function": {"active": false},
	}}
}

// hidesFacts lists habits (deviations from INTERFACE.md) that prevent probe from finding some of the facts in otherFacts.
var hidesFacts = []string{"own-defaults", "wide-values", "more-kinds", "synonyms", "text-durations"}

// TestFacts probes an engine whose defaults (facts) are those in otherFacts. The engine has no habits (deviations from INTERFACE.md) in the
// first run, and a random pair of habits in each later run. The report must contain exactly these facts and habits.
func TestFacts(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(23, 1))
	sets := [][]string{nil}
	for len(sets) <= sampleSize(60) {
		set := randomSet(random, 2)
		if !slices.ContainsFunc(set, func(habit string) bool { return slices.Contains(hidesFacts, habit) }) {
			sets = append(sets, set)
		}
	}
	for _, set := range sets {
		inBubble(t, strings.Join(set, "+"), func(t *testing.T) {
			_, client := start(t, refserver.Options{Habits: set, Like: &profile.Profile{Facts: otherFacts()}})
			report := mustRun(t, Options{Client: client, Write: true})
			if diff := cmp.Diff(otherFacts(), report.Facts); diff != "" {
				t.Errorf("the facts differ (-engine +report):\n%s", diff)
			}
			if found, want := namesOf(report), expectedHabits(set, true); !slices.Equal(found, want) {
				t.Errorf("found %v, want %v", found, want)
				logMissing(t, report, want)
			}
		})
	}
}
