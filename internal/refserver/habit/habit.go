// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package habit makes the reference server behave like engines that differ. Each belief about the engine has a number in quirks.go. A
// habit is a switch that makes the server do the opposite of such a belief. The package imports document, table and store.
//
// Start reading here: Habit describes one habit, and All lists them. A habit acts through hooks (set.go), which the server calls at
// fixed points of a request. A habit without hooks is one that the server asks for by its name (Set.Has). Each other file has the
// habits of one subject.
//
// The stored documents stay as they are without habits. A habit that shows a document in another form also reads that form from bodies.
// Documents pass the habits in the order of All, and bodies in the reverse order, so that the last change is undone first.
package habit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Habit is one behavior in which engines may differ from the reference server.
type Habit struct {
	Name string
	// Summary describes in one line an engine with this habit.
	Summary string
	// Quirks are the numbers of the beliefs in quirks.go that do not hold for such an engine.
	Quirks []int
	// Default is the parameter if the user gives only the name. A habit with an empty Default takes no parameter.
	Default string
	// Group is set if several habits exclude each other. Of the habits of a group, the one that the user names last is active.
	Group string

	// reads parses the parameter. It is nil if any text is valid.
	reads reader
	hooks hooks
	// build makes the hooks if they need the set or the parameter.
	build func(set *Set, p parameter) hooks
}

// parameter is the text behind the equals sign of "name=text", and its value as the habit's reader parsed it.
type parameter struct {
	text   string
	time   time.Duration
	number int
	share  float64
}

// reader parses the text of a parameter. If the text is wrong, the reader returns what is valid, for the error.
type reader func(p *parameter) (valid string)

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

// All returns all habits, in the order in which documents pass them.
func All() []Habit {
	return slices.Concat(
		paths(), lists(), limits(), deletions(), delays(), deployments(), strictness(), clearing(), rules(),
		secrets(), movements(), elements(), blanks(), references(), spellings(), replies(),
	)
}

// Names returns the names of all habits.
func Names() []string {
	var names []string
	for _, h := range All() {
		names = append(names, h.Name)
	}
	return names
}

// find returns the habit with the given name, which may carry a parameter ("name=parameter").
func find(all []Habit, given string) (Habit, parameter, error) {
	name, value, valueGiven := strings.Cut(given, "=")
	at := slices.IndexFunc(all, func(h Habit) bool { return h.Name == name })
	if at < 0 {
		return Habit{}, parameter{}, fmt.Errorf("there is no habit %q; there are %s", name, strings.Join(Names(), ", "))
	}
	h := all[at]
	switch {
	case h.Default == "" && valueGiven:
		return h, parameter{}, fmt.Errorf("the habit %s takes no parameter", name)
	case !valueGiven:
		value = h.Default
	case value == "":
		return h, parameter{}, fmt.Errorf("the parameter of the habit %s must not be empty", name)
	}
	p := parameter{text: value}
	if h.reads == nil {
		return h, p, nil
	}
	if valid := h.reads(&p); valid != "" {
		return h, p, fmt.Errorf("the parameter of the habit %s must be %s such as %s, not %q", name, valid, h.Default, value)
	}
	return h, p, nil
}
