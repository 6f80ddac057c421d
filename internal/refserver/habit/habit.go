// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package habit makes the reference server deviate from INTERFACE.md, as some engines may do. Each known deviation is called a habit. A
// table in INTERFACE.md lists all habits.
//
// Start reading here: Habit describes a habit, and All returns all habits. Most habits consist of hooks (set.go): functions that the server
// calls at fixed points while it handles a request. The server implements the other habits itself, and checks for them with Set.Has. Each
// of the other files contains the hooks of related habits.
//
// A habit may change the form of a value, for example from 300 to "5m". The server then stores 300, returns "5m" in responses, and accepts
// "5m" in request bodies. It applies habits to responses in the order of All. In request bodies, it undoes their changes in reverse order.
// The package imports jsondoc, store and table.
package habit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Habit is one way in which an engine may deviate from INTERFACE.md. INTERFACE.md contains a table with a row for each habit.
type Habit struct {
	Name string `json:"name"`
	// Summary describes, in one line, how an engine with this habit behaves.
	Summary string `json:"engine"`
	// Quirks lists the numbers of the assumptions in quirks.go that are false for an engine with this habit.
	Quirks []string `json:"-"`
	// Default is the parameter if the user does not specify one. For example, with the default 4096, "small-bodies" means
	// "small-bodies=4096". If Default is empty, the habit has no parameter.
	Default string `json:"-"`
	// Group is the name of a group of mutually exclusive habits, for example "empty-text". If a user specifies several habits of a group,
	// only the last one is active.
	Group string `json:"-"`
	// Effect describes, in Markdown, what a user of the provider notices. Its links to guides contain only the file name.
	Effect string `json:"effect"`
	// Topic is the topic of the probe subcommand (a group of related checks) that detects the habit. It is "" if users don't notice the
	// habit, or if the habit affects only random requests. NeedsWrites is true if probe can detect the habit only with -write.
	Topic       string `json:"topic"`
	NeedsWrites bool   `json:"-"`
	// HiddenBy lists other habits. If an engine has one of them, probe can't detect this habit.
	HiddenBy []string `json:"-"`

	hooks
}

// parameter contains the parameter of a habit (a deviation from INTERFACE.md), such as 4096 in "small-bodies=4096". The field text contains
// the string after the equals sign. The other fields contain the value that a reader function has parsed from this string.
type parameter struct {
	text   string
	time   time.Duration
	number int
	share  float64
}

// reader parses p.text and stores the value in p. If p.text is invalid, it returns a description of valid parameters, such as "a number".
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

// All returns all habits, in the order in which the server applies them to responses.
func All() (all []Habit) {
	behaviors := map[string]hooks{}
	for _, some := range []map[string]hooks{
		requests(), delays(), deployments(), bodies(), rules(), movements(), elements(), blanks(), references(), forms(), replies(),
	} {
		maps.Copy(behaviors, some)
	}
	for _, row := range table.Rows("habits", 7) {
		name, parameter, _ := strings.Cut(strings.Trim(row[0], "`"), "=")
		topic, writes, _ := strings.Cut(row[3], ", ")
		all = append(all, Habit{
			Name: name, Default: parameter, Quirks: words(row[1]), Group: row[2], Topic: topic, NeedsWrites: writes != "",
			Summary: row[4], Effect: cmp.Or(strings.ReplaceAll(row[5], "../../../docs/guides/", ""), "Nothing."),
			HiddenBy: words(row[6]), hooks: behaviors[name],
		})
		delete(behaviors, name)
	}
	if len(behaviors) > 0 {
		panic(fmt.Sprintf("INTERFACE.md lacks the habits %v", slices.Collect(maps.Keys(behaviors)))) // Can't happen: every test would fail.
	}
	return all
}

// words returns the names or numbers in a cell of the table of habits.
func words(cell string) []string {
	return strings.Fields(strings.NewReplacer("`", "", ",", "").Replace(cell))
}

// Names returns the names of all habits.
func Names() []string {
	var names []string
	for _, h := range All() {
		names = append(names, h.Name)
	}
	return names
}

// find returns the habit and the parameter that a user has specified, for example as "small-bodies=4096".
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
