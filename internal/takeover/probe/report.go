// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// Facts are the values in which an engine differs from the interface document, apart from its habits. They contain only strings that the
// interface document lists.
type Facts = profile.Facts

// State is the conclusion of a run about one habit.
type State string

// A finding has one of these states. Differs means that the engine has the habit, and Agrees that it does not. Unknown means that the run
// could not find out, and Finding.Why is the reason.
const (
	Differs State = "differs"
	Agrees  State = "as expected"
	Unknown State = "unknown"
)

// Finding is the result of a run for one habit.
type Finding struct {
	habit.Habit

	State State `json:"state"`
	// Parameter is the habit's parameter on this engine, such as 4096 for small-bodies. It is "" if the habit has no parameter.
	Parameter string `json:"parameter,omitempty"`
	// Why is the reason if State is Unknown, and otherwise "".
	Why string `json:"why,omitempty"`
}

// Option returns the habit in the form that the reference server accepts, such as small-bodies=4096.
func (a Finding) Option() string {
	if a.Parameter == "" {
		return a.Name
	}
	return a.Name + "=" + a.Parameter
}

// Report is the result of a run.
type Report struct {
	// Written is true if the run had Options.Write.
	Written bool `json:"written"`
	// Requests is the number of requests that the run sent.
	Requests int `json:"requests"`
	// Findings contains a finding for each habit that users notice. Those with the state Differs come first, then Unknown, then Agrees.
	Findings []Finding `json:"habits"`
	// Facts are the values in which the engine differs from the interface document.
	Facts Facts `json:"facts"`
	// Left contains the objects that the run created, or may have created, and could not delete.
	Left []Leftover `json:"left"`
	// Noticed is true if users notice a difference: a habit or a default.
	Noticed bool `json:"noticed"`
}

// Habits returns the engine's habits with their parameters, in alphabetical order.
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

// count counts the observations of a habit, and those of its absence. parameter is the habit's parameter in the last observation of the
// habit. why is the reason to report if there are no observations at all.
type count struct {
	with, without int
	parameter     string
	why           string
}

// countOf returns the count for a habit. The caller may change it.
func (r *run) countOf(habit string) *count {
	if r.counts[habit] == nil {
		r.counts[habit] = &count{}
	}
	return r.counts[habit]
}

// observe records an observation: whether the engine has the habit, and its parameter if it has one. If the run has failed, observe does
// nothing.
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

// noteUnknown records a reason why habits are unknown. The report uses it only for habits without any observation.
func (r *run) noteUnknown(why string, habits ...string) {
	for _, habit := range habits {
		r.countOf(habit).why = why
	}
}

// userVisibleHabits returns the habits that a run looks for, which are those that users of the provider notice.
func userVisibleHabits() []habit.Habit {
	return slices.DeleteFunc(habit.All(), func(h habit.Habit) bool { return h.Topic == "" })
}

// report returns the conclusions from all observations. If the observations of a habit contradict each other, the habit is unknown.
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
