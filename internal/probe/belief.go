// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	_ "embed"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// Belief is something that this project believes about engines, and that a run can find out. It is named after the habit with which the
// reference server does the opposite.
type Belief struct {
	// Name is the habit, such as small-pages. Summary says what an engine with it does.
	Name, Summary string
	// Reading is true if a run that only reads can find it out, on an engine that has such objects.
	Reading bool
	// Effect says what a user of the provider sees on an engine with the habit, in Markdown. It begins with "Nothing." if the user sees
	// nothing.
	Effect string
	// Topic is the topic of a run that tells, and the section about it in the guide "probe".
	Topic string
}

// IsNoticed reports whether a user notices that an engine has the habit.
func (b Belief) IsNoticed() bool { return !strings.HasPrefix(b.Effect, "Nothing.") }

//go:embed beliefs.txt
var beliefLines string

// beliefs returns all beliefs, in the order in which the reference server lists its habits.
func beliefs() []Belief {
	summaries := map[string]string{}
	for _, h := range habit.All() {
		summaries[h.Name] = h.Summary
	}
	var all []Belief
	for line := range strings.Lines(beliefLines) {
		parts := strings.SplitN(strings.TrimSpace(line), " | ", 4)
		if len(parts) == 4 && !strings.HasPrefix(line, "#") {
			all = append(all, Belief{
				Name: parts[0], Summary: summaries[parts[0]], Topic: parts[1], Reading: parts[2] == "reading", Effect: parts[3],
			})
		}
	}
	return all
}
