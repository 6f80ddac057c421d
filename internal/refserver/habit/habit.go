// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package habit makes the reference server behave like engines that differ from INTERFACE.md. A habit is a switch. It makes the server do
// the opposite of a belief in quirks.go, where this project lists what it believes about the engine without proof. The package imports
// document, table and store.
//
// Start reading here: Habit describes one habit, and All lists them. A habit acts through hooks (set.go), functions that the server calls
// at fixed points of a request. For a habit without hooks, the server calls Set.Has instead. Each other file has the habits of one
// subject.
//
// A habit can show a value differently, for example "5m" for 300. It then changes only the answer, not the stored object, and accepts
// "5m" in request bodies too. The server applies the habits to an answer in the order of All. For a request body it uses the reverse
// order, so that the last change is reversed first.
package habit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Habit is a switch that makes the server imitate an engine that differs from INTERFACE.md in one way.
type Habit struct {
	Name string
	// Summary says in one line how an engine with this switch behaves.
	Summary string
	// Quirks are the numbers of the beliefs in quirks.go that do not hold on a server with this habit.
	Quirks []int
	// Default is the parameter that applies if the user gives only the name: "small-bodies" means "small-bodies=4096". If Default is
	// empty, the switch has no parameter.
	Default string
	// Group joins switches that exclude each other, for example "empty-text". If the user names several switches of a group, only the last
	// of them is active.
	Group string

	// reads parses the parameter of a switch, such as the 4096 in "small-bodies=4096". If reads is nil, any text
	// is a valid parameter.
	reads reader
	hooks hooks
	// build makes those hooks of the switch that depend on the switch's parameter or on other active switches. If there are none, build is
	// nil.
	build func(set *Set, p parameter) hooks
}

// parameter is the text after the equals sign of "name=text", and the value that the habit's reader parsed from it.
type parameter struct {
	text   string
	time   time.Duration
	number int
	share  float64
}

// reader parses the text of a parameter. If the text is wrong, it returns a description of the valid texts for the error message.
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

// All returns all habits, the switches that make the server behave differently. The server applies them to an answer in this order.
func All() []Habit {
	return slices.Concat(
		paths(), lists(), limits(), deletions(), delays(), deployments(), strictness(), clearing(), rules(),
		secrets(), movements(), elements(), blanks(), references(), spellings(), replies(),
	)
}

// Names returns the names of all switches that a user can choose.
func Names() []string {
	var names []string
	for _, h := range All() {
		names = append(names, h.Name)
	}
	return names
}

// find returns the switch for a name as the user writes it, such as "small-bodies=4096", and its parameter.
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
