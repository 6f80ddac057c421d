// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package habit turns beliefs about the engine the other way. A habit is one belief of quirks.go turned: the server then does
// what an engine would do of which we believed the wrong thing. It imports the packages document, refusal, table and store alone.
//
// Start reading here: Habit says what a habit is, All which there are, and points (set.go) where one acts: the server calls
// them from a few fixed places. What is a mere value to the server (a limit, a word) is in Settings (settings.go). Each other
// file has the habits of one subject, each habit a small piece of its own.
//
// The stored documents stay the truth: what a habit makes of a document is made on its way out, and undone on the way in.
// Habits act on a document that leaves in the order of All, and on a body that arrives in the reverse of it, so that what
// was done last is undone first. Of habits in one group only one counts, that which is named last.
package habit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Habit is one belief turned the other way.
type Habit struct {
	Name string
	// Summary says in one line what an engine with this habit does.
	Summary string
	// Quirks are the numbers of the beliefs that it turns (quirks.go).
	Quirks []int
	// Kinds are those of the objects that it concerns.
	Kinds []string
	// Default is the parameter if a name has none behind an equals sign. A habit without a default takes no parameter.
	Default string
	// Group names the question that the habit is one answer to, where there are several.
	Group string

	// reads reads the parameter. It is nil if any text will do.
	reads  reader
	points func(set *Set, p parameter) points
}

// parameter is what stands behind the equals sign of a name: text, and the value that the habit's reader makes of it.
type parameter struct {
	text   string
	time   time.Duration
	number int
	share  float64
}

// reader reads the text of a parameter. If the text is wrong, it says what it must be.
type reader func(p *parameter) (mustBe string)

func readTime(p *parameter) string {
	var err error
	if p.time, err = time.ParseDuration(p.text); err != nil || p.time < 0 {
		return "a time"
	}
	return ""
}

func readNumber(p *parameter) string {
	var err error
	if p.number, err = strconv.Atoi(p.text); err != nil || p.number < 1 {
		return "a number"
	}
	return ""
}

func readShare(p *parameter) string {
	var err error
	if p.share, err = strconv.ParseFloat(p.text, 64); err != nil || !(p.share >= 0 && p.share <= 1) {
		return "a share from 0 to 1"
	}
	return ""
}

// All gives the habits, in the order in which they act on what leaves the server.
func All() []Habit {
	return slices.Concat(
		paths(), lists(), limits(), deletions(), lateness(), deployments(), strictness(), clearing(), rules(),
		secrets(), movements(), elements(), blanks(), references(), spellings(), replies(), preconditions(),
	)
}

// Names gives the names of all habits.
func Names() []string {
	var names []string
	for _, h := range All() {
		names = append(names, h.Name)
	}
	return names
}

// find gives the habit that a name, with or without a parameter behind it, stands for.
func find(all []Habit, given string) (Habit, parameter, error) {
	name, value, valueGiven := strings.Cut(given, "=")
	at := slices.IndexFunc(all, func(h Habit) bool { return h.Name == name })
	if at < 0 {
		return Habit{}, parameter{}, fmt.Errorf("there is no habit %q; there are %s", name, strings.Join(Names(), ", "))
	}
	h := all[at]
	switch {
	case h.Default == "" && valueGiven:
		return Habit{}, parameter{}, fmt.Errorf("the habit %s takes no parameter", name)
	case h.Default == "":
		return h, parameter{}, nil
	case !valueGiven:
		value = h.Default
	case value == "":
		return Habit{}, parameter{}, fmt.Errorf("the parameter of the habit %s must not be empty", name)
	}
	p := parameter{text: value}
	if h.reads == nil {
		return h, p, nil
	}
	if mustBe := h.reads(&p); mustBe != "" {
		return Habit{}, parameter{}, fmt.Errorf("the parameter of the habit %s must be %s such as %s, not %q", name, mustBe, h.Default, value)
	}
	return h, p, nil
}

// everyKind are the kinds that clients write to.
func everyKind() []string {
	var kinds []string
	for _, t := range table.Tables() {
		kinds = append(kinds, t.Kind)
	}
	return kinds
}
