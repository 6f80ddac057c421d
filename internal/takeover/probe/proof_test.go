// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// seenWithoutObjects are the habits that a read-only run can detect if no list leads to an object.
var seenWithoutObjects = []string{"other-scheme", "no-lists"}

// canBeSeen reports whether a set of habits hides none of its members.
func canBeSeen(set []string) bool {
	groups := map[string]bool{"": false}
	for _, h := range habit.All() {
		if !slices.Contains(set, h.Name) {
			continue
		}
		if groups[h.Group] || slices.ContainsFunc(h.HiddenBy, func(other string) bool { return slices.Contains(set, other) }) {
			return false // Only the last habit of a group is active.
		}
		groups[h.Group] = h.Group != ""
	}
	return true
}

// draws returns the number of sets to draw: all in make soak, a fifth with HABITS=all, and a few otherwise.
func draws(all int) int {
	switch {
	case os.Getenv("ENGINE_SOAK") != "":
		return all
	case os.Getenv("ENGINE_HABITS") == "all":
		return all / 5
	}
	return all / 20
}

// TestSets probes engines with randomHabits pairs of habits, and with sets of five.
func TestSets(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(23, 0))
	for size, count := range map[int]int{2: draws(300), 5: draws(100)} {
		for range count {
			set := randomSet(random, size)
			inBubble(t, strings.Join(set, "+"), func(t *testing.T) {
				checkSet(t, set)
			})
		}
	}
}

func randomSet(random *rand.Rand, size int) []string {
	names := habit.Names()
	for {
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		if set := slices.Sorted(slices.Values(names[:size])); canBeSeen(set) {
			return set
		}
	}
}

// checkSet probes an engine with these habits, with writes and without. The run with writes names exactly the habits that can be detected,
// the run without exactly those of them that reading reveals.
func checkSet(t *testing.T, set []string) (reports []*Report) {
	t.Helper()
	server, client := start(t, refserver.Options{})
	furnish(t, server)
	if err := server.SetHabits(set); err != nil {
		t.Fatal(err)
	}
	before := export(t, server)
	for _, write := range []bool{false, true} {
		report, err := Run(t.Context(), Options{Client: client, Write: write})
		if err != nil {
			t.Fatal(err)
		}
		checkLeft(t, server, before, report.Left)
		want := wanted(set, write)
		if found := namesOf(report); !slices.Equal(found, want) {
			t.Errorf("write %v: found %v, want %v", write, found, want)
			explain(t, report, want)
		}
		reports = append(reports, report)
	}
	return reports
}

// namesOf returns the habits of a report without their parameters.
func namesOf(report *Report) []string {
	var names []string
	for _, name := range report.Habits() {
		name, _, _ = strings.Cut(name, "=")
		names = append(names, name)
	}
	return names
}

// explain logs what a report contains about the wanted habits that it did not find.
func explain(t *testing.T, report *Report, want []string) {
	for _, a := range report.Findings {
		if slices.Contains(want, a.Name) && a.State != Differs {
			t.Logf("%s: %s %s", a.Name, a.State, a.Why)
		}
	}
}

// TestNothingFalse probes engines without habits that fail now and then, and whose objects somebody else changes at the same time. No run
// may name a habit.
func TestNothingFalse(t *testing.T) {
	t.Parallel()
	for seed := range draws(200) {
		inBubble(t, strconv.Itoa(seed), func(t *testing.T) {
			server, client := start(t, refserver.Options{Seed: uint64(seed)})
			furnish(t, server)
			var turn atomic.Int64
			server.Before(func(r *http.Request) { rival(t, server, int(turn.Add(1))) })
			server.SetFaultRate(0.03)
			report, err := Run(t.Context(), Options{Client: client, Write: seed%2 == 0})
			if err != nil {
				t.Fatal(err)
			}
			if found := report.Habits(); len(found) > 0 {
				t.Errorf("found %v", found)
			}
			if diff := cmp.Diff(Facts{}, report.Facts); diff != "" {
				t.Errorf("found facts:\n%s", diff)
			}
		})
	}
}

// rival changes an object of somebody else with every fifth request, as a second client or an alert's run would.
func rival(t *testing.T, server *refserver.Server, turn int) {
	if turn%5 != 0 {
		return
	}
	kinds := []string{"alert", "dashboard", "function", "component"}
	kind := kinds[turn/5%len(kinds)]
	for _, doc := range server.Objects(kind) {
		name, _ := doc["name"].(string)
		id, _ := doc["id"].(string)
		if strings.HasPrefix(name, NamePrefix) {
			continue
		}
		if err := server.Edit(kind, id, func(doc map[string]any) {
			doc["description"] = "changed " + strconv.Itoa(turn)
			if kind == "alert" {
				doc["status"] = []string{"alert", "no_data"}[turn/5%2]
			}
		}); err != nil {
			t.Error(err)
		}
		return
	}
}
