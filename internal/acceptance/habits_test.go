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

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
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

// TestHabits lives without habits and under sets of them, and compares what the engine then holds.
func TestHabits(t *testing.T) {
	t.Parallel()
	want := without(t)
	sets := sample()
	if os.Getenv("ENGINE_HABITS") == "all" {
		sets = aloneAndInPairs()
	}
	for _, habits := range sets {
		t.Run(strings.Join(habits, "+"), func(t *testing.T) {
			t.Parallel()
			underHabits(t, want, habits...)
		})
	}
}

// sample returns sets of up to four habits. Each habit is in one of them, and no set has a contradiction.
func sample() (sets [][]string) {
	names := habit.Names()
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		i := slices.IndexFunc(sets, func(set []string) bool { return len(set) < 4 && len(possible(append(set, name))) == len(set)+1 })
		if i < 0 {
			i, sets = len(sets), append(sets, nil)
		}
		sets[i] = append(sets[i], name)
	}
	return sets
}

// aloneAndInPairs returns each habit alone, and 20 pairs that a fixed seed draws. make check lives under these.
func aloneAndInPairs() (sets [][]string) {
	for _, name := range habit.Names() {
		sets = append(sets, []string{name})
	}
	// If lists leave out parts, and an engine leaves out what is empty, an object without parts looks complete.
	sets = append(sets, []string{"bare", "short-lists"})
	random := rand.New(rand.NewPCG(1, 2))
	for range 19 {
		sets = append(sets, drawHabits(random, 2))
	}
	return sets
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
	return possible(slices.Sorted(slices.Values(names[:count])))
}

// possible returns a set of habits without the second one of each contradiction.
func possible(set []string) []string {
	set = slices.Clone(set)
	for _, pair := range contradictions() {
		if slices.Contains(set, pair[0]) && slices.Contains(set, pair[1]) {
			set = slices.DeleteFunc(set, func(name string) bool { return name == pair[1] })
		}
	}
	return set
}
