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

	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// explainedBy tells what the habits explain.
func explainedBy(habits []string) func(step, text string) bool {
	var all []providertest.Explanation
	for _, name := range habits {
		name, _, _ = strings.Cut(name, "=")
		all = append(all, providertest.Explanations()[name]...)
	}
	return func(step, text string) bool {
		return slices.ContainsFunc(all, func(e providertest.Explanation) bool {
			return strings.HasPrefix(step, e.Step) && strings.Contains(text, e.Words)
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

// TestHabits lives without habits, through each habit alone, and through pairs that a fixed seed draws.
func TestHabits(t *testing.T) {
	t.Parallel()
	want := without(t)
	for _, name := range habit.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			underHabits(t, want, name)
		})
	}
	// In lists that leave out parts, objects without any look whole, of an engine that leaves out what is empty.
	pairs := [][]string{{"bare", "short-lists"}}
	for random := rand.New(rand.NewPCG(1, 2)); len(pairs) < 20; {
		pairs = append(pairs, drawHabits(random, 2))
	}
	for _, habits := range pairs {
		t.Run(strings.Join(habits, "+"), func(t *testing.T) {
			t.Parallel()
			underHabits(t, want, habits...)
		})
	}
}

// without lives the life that the others are compared to, which has to be flawless.
func without(t *testing.T) (truths map[string]any) {
	t.Helper()
	truths = live(t, refserver.Options{}, nil)
	if len(truths) != 3 {
		t.Errorf("the estate lived through %d stages, want 3", len(truths))
	}
	if t.Failed() {
		t.FailNow()
	}
	return truths
}

// TestSoak draws combinations until the time of ENGINE_SOAK is over; `make soak` sets it.
func TestSoak(t *testing.T) {
	duration, err := time.ParseDuration(os.Getenv("ENGINE_SOAK"))
	if err != nil {
		t.Skip("ENGINE_SOAK is no duration: make soak sets it")
	}
	want := without(t)
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

// contradictions are pairs of habits that no provider can serve: a component that neither stops nor can be deleted while it runs; one
// that runs unasked and whose stop is waited for as long as is the default, or that has no stop; deletions that are answered as if the
// object had never been there, and no list that proves it; elements of the engine's own in lists that it does not let anybody empty; and
// function tags, which are texts, that come back as objects with other names.
func contradictions() [][2]string {
	return [][2]string{
		{"active-deletes-refused", "never-stops"},
		{"delete-answers-404", "no-lists"},
		{"empty-list-refused", "own-elements"},
		{"never-stops", "running-creates"},
		{"no-deployment", "running-creates"},
		{"renamed-references", "rich-references"},
	}
}

func drawHabits(random *rand.Rand, count int) []string {
	names := habit.Names()
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	drawn := slices.Sorted(slices.Values(names[:count]))
	for _, pair := range contradictions() {
		if slices.Contains(drawn, pair[0]) && slices.Contains(drawn, pair[1]) {
			drawn = slices.DeleteFunc(drawn, func(name string) bool { return name == pair[1] })
		}
	}
	return drawn
}
