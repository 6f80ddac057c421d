// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// The report must say the same as the guide "Engines that differ".
func TestEffectsAreThoseOfTheGuide(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../templates/guides/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	effects := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); strings.HasPrefix(line, "| `") && len(cells) == 3 {
			effects[strings.Trim(cells[0], "| `")] = strings.TrimSuffix(cells[2], " |")
		}
	}
	for _, b := range allBeliefs() {
		if isNothing := strings.HasPrefix(b.Effect, "Nothing."); isNothing != (b.Topic == "") {
			t.Errorf("%s has the topic %q and the effect %q", b.Name, b.Topic, b.Effect)
		}
		if effects[b.Name] != b.Effect {
			t.Errorf("%s: the guide says %q, and beliefs.txt says %q", b.Name, effects[b.Name], b.Effect)
		}
	}
	if len(effects) != len(allBeliefs()) {
		t.Errorf("the guide has %d habits, and beliefs.txt has %d", len(effects), len(allBeliefs()))
	}
}

// The guide "Ask your engine" must have a section for each topic, with the habits about which the topic tells.
func TestTopicsOfTheGuide(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../templates/guides/probe.md")
	if err != nil {
		t.Fatal(err)
	}
	_, sections, _ := strings.Cut(string(text), "\n## Topics\n")
	var names []string
	for section := range strings.SplitSeq(sections, "\n### ") {
		name, body, _ := strings.Cut(section, "\n")
		if len(names) == 0 && strings.Contains(section, "-only TOPIC") {
			continue // The introduction.
		}
		names = append(names, name)
		_, body, _ = strings.Cut(body, "Habits: ")
		listed := strings.Fields(strings.NewReplacer("`", "", ",", "", ".", "").Replace(body))
		var told []string
		for _, b := range beliefs() {
			if b.Topic == name {
				told = append(told, b.Name)
			}
		}
		slices.Sort(listed)
		slices.Sort(told)
		if !slices.Equal(listed, told) {
			t.Errorf("%s: the guide lists %v, and beliefs.txt has %v", name, listed, told)
		}
	}
	if !slices.Equal(names, Topics()) {
		t.Errorf("the guide has the topics %v, and a run has %v", names, Topics())
	}
	for _, b := range beliefs() {
		if !slices.Contains(Topics(), b.Topic) {
			t.Errorf("%s: there is no topic %q", b.Name, b.Topic)
		}
	}
}

// The last section of INTERFACE.md must have a row for each belief that a habit contradicts: with the habits, and links to their topics.
func TestBeliefsOfTheInterface(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../refserver/table/INTERFACE.md")
	if err != nil {
		t.Fatal(err)
	}
	topics := map[string]string{}
	for _, b := range beliefs() {
		topics[b.Name] = b.Topic
	}
	habits, links := map[int][]string{}, map[int][]string{}
	for _, h := range habit.All() {
		for _, quirk := range h.Quirks {
			link := fmt.Sprintf("[%[1]s](../../../docs/guides/probe.md#%[1]s)", topics[h.Name])
			habits[quirk] = append(habits[quirk], "`"+h.Name+"`")
			if topics[h.Name] != "" && !slices.Contains(links[quirk], link) {
				links[quirk] = append(links[quirk], link)
			}
		}
	}
	var want strings.Builder
	for _, quirk := range slices.Sorted(maps.Keys(habits)) {
		fmt.Fprintf(&want, "| %d | %s | %s |\n", quirk, strings.Join(habits[quirk], ", "), strings.Join(links[quirk], ", "))
	}
	_, rows, _ := strings.Cut(string(text), "| Quirk | Habits | Topics |\n|---|---|---|\n")
	if diff := cmp.Diff(want.String(), rows); diff != "" {
		t.Errorf("-habits +INTERFACE.md:\n%s", diff)
	}
}
