// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// An explanation is what may happen under a habit because nothing else can: in the steps whose names begin so, an error or a
// plan with these words. docs/guides/engines.md tells users the same.
type explanation struct{ step, words string }

// explanations are those of each habit. A habit that is not here changes nothing for users.
func explanations() map[string][]explanation {
	// An import shows what the engine answers: its names and its order, and less or more than was declared.
	imported := explanation{"plan import", "[update]"}
	// A component that is declared to run and does not is an error, and stays in every plan.
	stopped := []explanation{{"apply", "The component does not run"}, {"plan", errPlanNotEmpty.Error()}}
	return map[string][]explanation{
		"text-durations":     {{"hold", "refresh_interval"}},
		"own-defaults":       {imported, {"hold", ""}},
		"id-references":      {imported},
		"reordered-elements": {imported},
		"renamed-references": {imported, {"hold", "name"}},
		"own-elements":       {imported},
		// What is no longer declared can't be cleared.
		"null-refused":       {{"apply minimal", "Could not update the "}},
		"empty-list-refused": {{"apply minimal", "Could not update the "}},
		"null-ignored":       {{"hold minimal", ""}},
		"empty-list-ignored": {{"hold minimal", ""}},
		"joined-elements":    {{"hold changed", ""}},
		"no-deployment":      stopped,
		"start-refused":      stopped,
		"start-fails":        stopped,
		"never-stops":        {{"apply", "did not stop in time"}},
		// Data sources in the plural, and those by name, are read from lists.
		"no-lists": {{"", "Could not list the "}},
	}
}

// explainedBy tells what the habits explain.
func explainedBy(habits []string) func(step, text string) bool {
	var all []explanation
	for _, name := range habits {
		name, _, _ = strings.Cut(name, "=")
		all = append(all, explanations()[name]...)
	}
	return func(step, text string) bool {
		return slices.ContainsFunc(all, func(e explanation) bool {
			return strings.HasPrefix(step, e.step) && strings.Contains(text, e.words)
		})
	}
}

// underHabits lives the estate's life on an engine with habits. In each stage that it reaches, the engine holds what one
// without habits would.
func underHabits(t *testing.T, want map[string]any, habits ...string) {
	t.Helper()
	explain := explainedBy(habits)
	got := live(t, refserver.Options{Habits: habits}, explain)
	for stage, truth := range got {
		if diff := cmp.Diff(want[stage], truth); diff != "" && !explain("hold "+stage, diff) {
			t.Errorf("stage %s: the engine holds something else (-without habits +with %s):\n%s", stage, habits, diff)
		}
	}
}

// TestHabits lives through each habit alone.
func TestHabits(t *testing.T) {
	t.Parallel()
	want := live(t, refserver.Options{}, nil)
	for _, name := range habit.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			underHabits(t, want, name)
		})
	}
}

// TestPairsOfHabits lives through pairs that a fixed seed draws.
func TestPairsOfHabits(t *testing.T) {
	t.Parallel()
	const pairs = 20
	want := live(t, refserver.Options{}, nil)
	random := rand.New(rand.NewPCG(1, 2))
	for range pairs {
		habits := drawHabits(random, 2)
		t.Run(strings.Join(habits, "+"), func(t *testing.T) {
			t.Parallel()
			underHabits(t, want, habits...)
		})
	}
}

// TestSoak draws combinations until the time of ENGINE_SOAK is over; `make soak` sets it.
func TestSoak(t *testing.T) {
	duration, err := time.ParseDuration(os.Getenv("ENGINE_SOAK"))
	if err != nil {
		t.Skip("ENGINE_SOAK is no duration: make soak sets it")
	}
	want := live(t, refserver.Options{}, nil)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for end := time.Now().Add(duration); time.Now().Before(end); {
		habits := drawHabits(random, 1+random.IntN(4))
		if !t.Run(strings.Join(habits, "+"), func(t *testing.T) { underHabits(t, want, habits...) }) {
			t.Logf("failed with %v", habits)
		}
	}
}

func drawHabits(random *rand.Rand, count int) []string {
	names := habit.Names()
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return slices.Sorted(slices.Values(names[:count]))
}
