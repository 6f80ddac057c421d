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

// seenWithoutObjects lists the habits (deviations from INTERFACE.md) that a read-only run can detect on an engine without lists.
var seenWithoutObjects = []string{"other-scheme", "no-lists"}

// areDetectable reports whether a run can detect all habits (deviations from INTERFACE.md) in a set. It returns false if one of the habits
// hides or replaces another.
func areDetectable(set []string) bool {
	groups := map[string]bool{"": false}
	for _, h := range habit.All() {
		if !slices.Contains(set, h.Name) {
			continue
		}
		if groups[h.Group] || slices.ContainsFunc(h.HiddenBy, func(other string) bool { return slices.Contains(set, other) }) {
			return false // The last habit of a group replaces the others.
		}
		groups[h.Group] = h.Group != ""
	}
	return true
}

// sampleSize returns how many random cases to run: all of them with "make soak", a fifth with ENGINE_HABITS=all, and a twentieth otherwise.
func sampleSize(all int) int {
	switch {
	case os.Getenv("ENGINE_SOAK") != "":
		return all
	case os.Getenv("ENGINE_HABITS") == "all":
		return all / 5
	}
	return all / 20
}

// TestSets probes engines that have several habits (deviations from INTERFACE.md): two or five, chosen at random.
func TestSets(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(23, 0))
	for size, count := range map[int]int{2: sampleSize(300), 5: sampleSize(100)} {
		for range count {
			set := randomSet(random, size)
			inBubble(t, strings.Join(set, "+"), func(t *testing.T) {
				checkSet(t, set)
			})
		}
	}
}

// randomSet returns random habits (deviations from INTERFACE.md) in alphabetical order, such that probe can detect each of them in the
// presence of the others.
func randomSet(random *rand.Rand, size int) []string {
	names := habit.Names()
	for {
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		if set := slices.Sorted(slices.Values(names[:size])); areDetectable(set) {
			return set
		}
	}
}

// checkSet probes an engine with a set of habits (deviations from INTERFACE.md), first with reads only and then with writes, and returns
// both reports. Each run must report exactly those habits in the set that it can detect, and must leave no objects behind.
func checkSet(t *testing.T, set []string) (reports []*Report) {
	t.Helper()
	server, client := start(t, refserver.Options{})
	seedOthers(t, server)
	if err := server.SetHabits(set); err != nil {
		t.Fatal(err)
	}
	before := export(t, server)
	for _, write := range []bool{false, true} {
		report := mustRun(t, Options{Client: client, Write: write})
		checkLeft(t, server, before, report.Left)
		want := expectedHabits(set, write)
		if found := namesOf(report); !slices.Equal(found, want) {
			t.Errorf("write %v: found %v, want %v", write, found, want)
			logMissing(t, report, want)
		}
		reports = append(reports, report)
	}
	return reports
}

// namesOf returns the names of the habits (deviations from INTERFACE.md) in a report, without parameters.
func namesOf(report *Report) []string {
	var names []string
	for _, name := range report.Habits() {
		name, _, _ = strings.Cut(name, "=")
		names = append(names, name)
	}
	return names
}

// logMissing logs the findings for the expected habits (deviations from INTERFACE.md) that a run did not find.
func logMissing(t *testing.T, report *Report, want []string) {
	for _, a := range report.Findings {
		if slices.Contains(want, a.Name) && a.State != Differs {
			t.Logf("%s: %s %s", a.Name, a.State, a.Why)
		}
	}
}

// TestNoFalseFindings probes engines that have no habits (deviations from INTERFACE.md). However, requests fail at random, and a second
// client changes objects. In spite of this, no run may find a habit.
func TestNoFalseFindings(t *testing.T) {
	t.Parallel()
	for seed := range sampleSize(200) {
		inBubble(t, strconv.Itoa(seed), func(t *testing.T) {
			server, client := start(t, refserver.Options{Seed: uint64(seed)})
			seedOthers(t, server)
			var turn atomic.Int64
			server.Before(func(r *http.Request) { editAsRival(t, server, int(turn.Add(1))) })
			server.SetFaultRate(0.03)
			report := mustRun(t, Options{Client: client, Write: seed%2 == 0})
			if found := report.Habits(); len(found) > 0 {
				t.Errorf("found %v", found)
			}
			if diff := cmp.Diff(Facts{}, report.Facts); diff != "" {
				t.Errorf("found facts:\n%s", diff)
			}
		})
	}
}

// editAsRival acts as a second client. turn is the number of the request from probe that the server is about to handle. Before every fifth
// request, editAsRival changes an object that does not belong to probe.
func editAsRival(t *testing.T, server *refserver.Server, turn int) {
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
