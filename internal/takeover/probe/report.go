// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// Facts describes how an engine differs from the interface document in ways that are not habits, for example in the defaults that it sets.
// It contains no strings except those listed in the interface document.
type Facts = profile.Facts

// State is a run's conclusion about one habit (a deviation from INTERFACE.md).
type State string

// Differs means that the engine has the habit (a deviation from INTERFACE.md). Agrees means that it doesn't. Unknown means that the run
// couldn't determine it, for the reason in Finding.Why.
const (
	Differs State = "differs"
	Agrees  State = "as expected"
	Unknown State = "unknown"
)

// Finding is a run's result for one habit (a deviation from INTERFACE.md).
type Finding struct {
	habit.Habit

	State State `json:"state"`
	// Parameter is the parameter of the habit (deviation from INTERFACE.md) on this engine, such as 4096 for small-bodies, or "" if the
	// habit has none.
	Parameter string `json:"parameter,omitempty"`
	// Why explains why State is Unknown. It is empty for other states.
	Why string `json:"why,omitempty"`
}

// Option returns the habit (a deviation from INTERFACE.md) as a reference server option, such as small-bodies=4096.
func (a Finding) Option() string {
	if a.Parameter == "" {
		return a.Name
	}
	return a.Name + "=" + a.Parameter
}

// Report contains the results of a run.
type Report struct {
	// Written is true if Options.Write was set for the run.
	Written  bool `json:"written"`
	Requests int  `json:"requests"`
	// Findings contains a finding for each habit (a deviation from INTERFACE.md) that users can notice, sorted by state: Differs, then
	// Unknown, then Agrees.
	Findings []Finding `json:"habits"`
	Facts    Facts     `json:"facts"`
	// Left lists the objects that the run created, or may have created, but could not delete.
	Left []Leftover `json:"left"`
	// Noticed is true if users would notice at least one of this engine's habits (deviations from INTERFACE.md) or changed defaults.
	Noticed bool `json:"noticed"`
}

// Habits returns the engine's habits (deviations from INTERFACE.md), with their parameters, in alphabetical order.
func (r *Report) Habits() []string {
	var names []string
	for _, a := range r.Findings {
		if a.State == Differs {
			names = append(names, a.Option())
		}
	}
	slices.Sort(names)
	return names
}

// count counts the observations for and against a habit (a deviation from INTERFACE.md).
type count struct {
	with, without int
	parameter     string // from the last observation for the habit
	why           string // the reason to report if there are no observations
}

// countOf returns a habit's count, which the caller may change: in how many observations the engine did and did not have the habit (a
// deviation from INTERFACE.md).
func (r *run) countOf(habit string) *count {
	if r.counts[habit] == nil {
		r.counts[habit] = &count{}
	}
	return r.counts[habit]
}

// observe records one observation: whether the engine showed the habit (a deviation from INTERFACE.md), and with which parameter. It does
// nothing if the run has failed.
func (r *run) observe(habit string, has bool, parameter ...string) {
	c := r.countOf(habit)
	switch {
	case r.err != nil:
	case !has:
		c.without++
	default:
		c.with++
		c.parameter = strings.Join(parameter, "")
	}
}

// noteUnknown records why the run could not determine whether the engine has the given habits (deviations from INTERFACE.md). If the run
// observes one of the habits elsewhere, the report does not show the reason for this habit.
func (r *run) noteUnknown(why string, habits ...string) {
	for _, habit := range habits {
		r.countOf(habit).why = why
	}
}

func userVisibleHabits() []habit.Habit {
	return slices.DeleteFunc(habit.All(), func(h habit.Habit) bool { return h.Topic == "" })
}

// report draws conclusions from all observations. If the observations of a habit (a deviation from INTERFACE.md) contradict each other, its
// state is Unknown.
func (r *run) report() *Report {
	report := &Report{Written: r.Write, Facts: r.facts}
	for _, h := range userVisibleHabits() {
		a := Finding{Habit: h, State: Unknown}
		c := r.countOf(h.Name)
		switch {
		case c.with > 0 && c.without == 0:
			a.State, a.Parameter = Differs, c.parameter
		case c.without > 0 && c.with == 0:
			a.State = Agrees
		case c.with > 0:
			a.Why = "the engine does it in some places and not in others"
		case c.why != "":
			a.Why = c.why
		case slices.ContainsFunc(topics(), func(t topic) bool { return t.name == h.Topic && !r.wants(t) }):
			a.Why = "-only leaves out their topics"
		case h.NeedsWrites && !r.Write:
			a.Why = "only -write finds out"
		default:
			a.Why = "nothing on the engine shows it"
		}
		report.Findings = append(report.Findings, a)
	}
	report.Noticed = len(report.Habits())+len(report.Facts.Defaults) > 0
	order := []State{Differs, Unknown, Agrees}
	slices.SortStableFunc(report.Findings, func(a, b Finding) int {
		return slices.Index(order, a.State) - slices.Index(order, b.State)
	})
	return report
}
