// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// excuses lists the failures that are expected with some habits (deviations from INTERFACE.md). used[i] counts the failures that all[i]
// explains.
type excuses struct {
	all  []providertest.Explanation
	used []int
}

func excusesFor(habits []string) *excuses {
	x := &excuses{}
	for _, name := range habits {
		name, _, _ = strings.Cut(name, "=")
		x.all = append(x.all, providertest.Explanations()[name]...)
	}
	x.used = make([]int, len(x.all))
	return x
}

// unexplained returns those failures of a step that no excuse in x.all explains. It also counts how many failures each excuse explains.
func (x *excuses) unexplained(step string, lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(complaint string) bool {
		isExplained := false
		for i, e := range x.all {
			if strings.HasPrefix(step, e.Step) && regexp.MustCompile(e.Words).MatchString(complaint) {
				x.used[i]++
				isExplained = true
			}
		}
		return isExplained
	})
}

// checkWithHabits applies, changes, imports and destroys testdata/estate on a reference server with the given habits (deviations from
// INTERFACE.md). After each stage, the objects in the engine must equal those in want (from a server without habits), except for expected
// differences. With a single habit, every expected difference must occur. Otherwise, the expectation is obsolete.
func checkWithHabits(t *testing.T, want map[string]any, habits ...string) {
	t.Helper()
	excuses := excusesFor(habits)
	got := runEstate(t, refserver.Options{Habits: habits}, excuses)
	for stage, truth := range got {
		for _, difference := range excuses.unexplained("hold "+stage, differences(want[stage], truth)) {
			t.Errorf("stage %s: with %s, the engine holds something else: %s", stage, habits, difference)
		}
	}
	for i, e := range excuses.all {
		if len(habits) == 1 && excuses.used[i] == 0 {
			t.Errorf("%s: nothing needs the explanation %q", habits, e)
		}
	}
}

// differences returns a line for each difference between want and have. For example, if the name of an alert's first tag is "north" in have
// and "south" in want, the line is `alert 1.tags[0].name: "north", not "south"`.
func differences(want, have any) []string {
	reporter := &lines{}
	cmp.Equal(want, have, cmp.Reporter(reporter))
	return reporter.found
}

// lines is a reporter for package cmp that collects one line for each difference.
type lines struct {
	path  cmp.Path
	found []string
}

// PushStep adds a step to the current path.
func (l *lines) PushStep(step cmp.PathStep) { l.path = append(l.path, step) }

// PopStep removes the last step from the current path.
func (l *lines) PopStep() { l.path = l.path[:len(l.path)-1] }

// Report adds a line if the values at the current path differ.
func (l *lines) Report(result cmp.Result) {
	if result.Equal() {
		return
	}
	var path strings.Builder
	for _, step := range l.path {
		switch step := step.(type) {
		case cmp.MapIndex:
			fmt.Fprintf(&path, ".%v", step.Key())
		case cmp.SliceIndex:
			before, after := step.SplitKeys()
			fmt.Fprintf(&path, "[%d]", max(before, after))
		}
	}
	value := func(v reflect.Value) any {
		if !v.IsValid() {
			return "nothing"
		}
		return fmt.Sprintf("%#v", v)
	}
	want, have := l.path.Last().Values()
	l.found = append(l.found, fmt.Sprintf("%s: %v, not %v", strings.TrimPrefix(path.String(), "."), value(have), value(want)))
}

// TestHabits checks that the provider creates the same objects under every habit as without habits. A habit is a switch that makes the
// reference server behave like an engine that differs in one respect. The test compares the objects after each stage of testdata/estate.
func TestHabits(t *testing.T) {
	t.Parallel()
	terraformtest.Since(t, terraformtest.NewReattached(t, t.TempDir(), comparedServer), 11, 11)
	want := without(t)
	sets := sample()
	if os.Getenv("ENGINE_HABITS") == "all" {
		sets = aloneAndInPairs()
	}
	for _, habits := range sets {
		t.Run(strings.Join(habits, "+"), func(t *testing.T) {
			t.Parallel()
			checkWithHabits(t, want, habits...)
		})
	}
}

// sample divides all habits (deviations from INTERFACE.md) into sets of at most 16. No set contains two contradictory habits.
func sample() (sets [][]string) {
	names := habit.Names()
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		i := slices.IndexFunc(sets, func(set []string) bool { return len(set) < 16 && len(consistent(append(set, name))) == len(set)+1 })
		if i < 0 {
			i, sets = len(sets), append(sets, nil)
		}
		sets[i] = append(sets[i], name)
	}
	return sets
}

// aloneAndInPairs returns the sets of habits (deviations from INTERFACE.md) for TestHabits with ENGINE_HABITS=all.
func aloneAndInPairs() (sets [][]string) {
	for _, name := range habit.Names() {
		sets = append(sets, []string{name})
	}
	// Always test this pair, because its effects are hard to tell apart. With "short-lists", list responses omit some fields. With "bare",
	// the engine omits empty fields. On an engine with both, a field that is missing from a list response may be empty or omitted.
	sets = append(sets, []string{"bare", "short-lists"})
	random := rand.New(rand.NewPCG(1, 2))
	for range 19 {
		sets = append(sets, drawHabits(random, 2))
	}
	return sets
}

// without returns the engine's objects after each stage of testdata/estate. It uses a reference server without habits, so there are no
// deviations from INTERFACE.md.
func without(t *testing.T) (documents map[string]any) {
	t.Helper()
	documents = runEstate(t, refserver.Options{}, excusesFor(nil))
	if len(documents) != 3 {
		t.Errorf("the estate lived through %d stages, want 3", len(documents))
	}
	if t.Failed() {
		t.FailNow()
	}
	return documents
}

// TestRandomHabits runs the checks in TestHabits with random sets of habits (deviations from INTERFACE.md).
func TestRandomHabits(t *testing.T) {
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
		if !t.Run(strings.Join(habits, "+"), func(t *testing.T) { checkWithHabits(t, want, habits...) }) {
			t.Logf("failed with %v", habits)
		}
	}
}

// contradictions returns pairs of habits (deviations from INTERFACE.md) that no provider can handle together.
func contradictions() [][2]string {
	return [][2]string{
		{"active-deletes-refused", "never-stops"}, // A component must be stopped before it can be deleted.
		{"delete-answers-404", "no-lists"},        // After the 404, only a list can show whether the object still exists.
		{"empty-list-refused", "own-elements"},    // The engine adds an element to each list, and rejects updates that would clear a list.
		{"never-stops", "running-creates"},        // A create request starts the component, and nothing can stop it.
		{"no-deployment", "running-creates"},      // A create request starts the component, and nothing can stop it.
		{"renamed-references", "rich-references"}, // A function's tags are strings, so the provider can't recognize a renamed tag.
	}
}

func drawHabits(random *rand.Rand, count int) []string {
	names := habit.Names()
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return consistent(slices.Sorted(slices.Values(names[:count])))
}

// consistent returns the given habits (deviations from INTERFACE.md) without contradictions. If both habits of a pair in the contradictions
// function are given, it omits the second one.
func consistent(set []string) []string {
	set = slices.Clone(set)
	for _, pair := range contradictions() {
		if slices.Contains(set, pair[0]) && slices.Contains(set, pair[1]) {
			set = slices.DeleteFunc(set, func(name string) bool { return name == pair[1] })
		}
	}
	return set
}
