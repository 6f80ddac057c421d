// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// Facts are the values of an engine that differ from the tables of the interface and that no habit names. They hold no string of the engine
// except words that the interface documents.
type Facts = profile.Facts

// State is the result of a run for one habit.
type State string

// The states of a finding. Unknown means that the run could not find out; Finding.Why is the reason.
const (
	Differs State = "differs"
	Agrees  State = "as expected"
	Unknown State = "unknown"
)

// Finding is what a run found out about one habit.
type Finding struct {
	habit.Habit

	State State `json:"state"`
	// Parameter is the habit's parameter on this engine, such as 20 for small-pages. It is "" if the habit has none.
	Parameter string `json:"parameter,omitempty"`
	// Why is the reason why nothing was found out. It is "" otherwise.
	Why string `json:"why,omitempty"`
}

// Option returns the option of the reference server that makes it behave like the engine, such as small-pages=20.
func (a Finding) Option() string {
	if a.Parameter == "" {
		return a.Name
	}
	return a.Name + "=" + a.Parameter
}

// Report is the result of a run.
type Report struct {
	// Written is true if the run made objects.
	Written bool `json:"written"`
	// Requests is the number of requests that the run sent.
	Requests int `json:"requests"`
	// Findings has one finding for each habit: first the differences, then what is unknown, then what is as expected.
	Findings []Finding `json:"habits"`
	// Facts are the values in which the engine differs from the tables of the interface.
	Facts Facts `json:"facts"`
	// Left names the objects that the run made and could not delete.
	Left []Leftover `json:"left"`
}

// Habits returns the habits of the engine with their parameters, in alphabetical order.
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

// count is what the topics saw of one habit: how often the engine had it, how often not, and why it could not be seen.
type count struct {
	with, without int
	parameter     string
	why           string
}

// of returns what the topics saw of a habit.
func (r *run) of(habit string) *count {
	if r.counts[habit] == nil {
		r.counts[habit] = &count{}
	}
	return r.counts[habit]
}

// see notes one observation: whether the engine has the habit, and with which parameter. It does nothing if the run has failed.
func (r *run) see(habit string, has bool, parameter ...string) {
	c := r.of(habit)
	switch {
	case r.err != nil:
	case !has:
		c.without++
	default:
		c.with++
		c.parameter = strings.Join(parameter, "")
	}
}

// unknown notes why habits could not be seen. Observations count more.
func (r *run) unknown(why string, habits ...string) {
	for _, habit := range habits {
		r.of(habit).why = why
	}
}

// noticed returns the habits that a run looks for: those that users of the provider notice.
func noticed() []habit.Habit {
	return slices.DeleteFunc(habit.All(), func(h habit.Habit) bool { return h.Topic == "" })
}

// report decides about each habit. If the observations of a habit contradict each other, it stays unknown.
func (r *run) report() *Report {
	report := &Report{Written: r.Write, Facts: r.facts}
	for _, h := range noticed() {
		a := Finding{Habit: h, State: Unknown}
		c := r.of(h.Name)
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
	order := []State{Differs, Unknown, Agrees}
	slices.SortStableFunc(report.Findings, func(a, b Finding) int {
		return slices.Index(order, a.State) - slices.Index(order, b.State)
	})
	return report
}
