// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// Belief is something that this project believes about engines, and that a run can find out. It is named after the habit with which the
// reference server does the opposite.
type Belief struct {
	// Name is the habit, such as null-ignored. Summary describes an engine with it.
	Name    string `json:"name"`
	Summary string `json:"engine"`
	// Reading is true if a run that only reads can find it out, on an engine that has such objects.
	Reading bool `json:"-"`
	// Effect is what a user of the provider sees on an engine with the habit, in Markdown.
	Effect string `json:"effect"`
	// Topic is the topic of a run that finds it out, and the section about it in the guide "probe". It is "" for a habit that no user of the
	// provider notices.
	Topic string `json:"topic"`
}

//go:embed beliefs.txt
var beliefLines string

// beliefs returns what a run finds out, in the order in which the reference server lists its habits.
func beliefs() []Belief {
	return slices.DeleteFunc(allBeliefs(), func(b Belief) bool { return b.Topic == "" })
}

// allBeliefs returns the beliefs of all habits, including those that no run asks about.
func allBeliefs() (all []Belief) {
	summaries := map[string]string{}
	for _, h := range habit.All() {
		summaries[h.Name] = h.Summary
	}
	for line := range strings.Lines(beliefLines) {
		parts := strings.SplitN(strings.TrimSpace(line), " | ", 4)
		if len(parts) == 4 && !strings.HasPrefix(line, "#") {
			all = append(all, Belief{
				Name: parts[0], Summary: summaries[parts[0]], Topic: strings.Trim(parts[1], "-"), Reading: parts[2] == "reading", Effect: parts[3],
			})
		}
	}
	return all
}
