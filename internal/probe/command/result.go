// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"io"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/probe"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// newProfile returns the profile of the engine that a run asked.
func newProfile(report *probe.Report) *profile.Profile {
	p := &profile.Profile{Habits: report.Habits(), Untold: map[string]string{}, Facts: public(report.Facts)}
	for _, a := range report.Answers {
		if a.State == probe.Unknown {
			p.Untold[a.Name] = a.Why
		}
	}
	return p
}

// public returns facts without the texts that the interface does not document. They may be names of somebody.
func public(facts profile.Facts) profile.Facts {
	defaults := map[string]map[string]any{}
	for _, t := range table.Tables() {
		for path, value := range facts.Defaults[t.Kind] {
			field := t.At(path)
			word, isText := value.(string)
			if field == nil || isText && word != "" && !slices.Contains(field.OneOf, word) {
				continue
			}
			if defaults[t.Kind] == nil {
				defaults[t.Kind] = map[string]any{}
			}
			defaults[t.Kind][path] = value
		}
	}
	facts.Defaults = defaults
	return facts
}

// result is the report as JSON. The guide "Ask your engine" explains each field.
type result struct {
	Written  bool          `json:"written"`
	Requests int           `json:"requests"`
	Noticed  bool          `json:"noticed"`
	Habits   []answer      `json:"habits"`
	Facts    profile.Facts `json:"facts"`
	Findings []string      `json:"findings"`
	Left     []leftover    `json:"left"`
}

type answer struct {
	Name string `json:"name"`
	// Parameter is the habit's parameter on this engine, such as 20 for small-pages.
	Parameter string      `json:"parameter,omitempty"`
	State     probe.State `json:"state"`
	// Engine says what an engine with the habit does, and Effect what a user sees.
	Engine string `json:"engine"`
	Effect string `json:"effect"`
	Topic  string `json:"topic"`
	Why    string `json:"why,omitempty"`
}

type leftover struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Name string `json:"name"`
}

func printJSON(w io.Writer, report *probe.Report) error {
	r := result{
		Written: report.Written, Requests: report.Requests, Noticed: isNoticed(report),
		Habits: []answer{}, Facts: public(report.Facts), Findings: append([]string{}, report.Findings...), Left: []leftover{},
	}
	for _, a := range report.Answers {
		r.Habits = append(r.Habits, answer{a.Name, a.Parameter, a.State, a.Summary, a.Effect, a.Topic, a.Why})
	}
	for _, o := range report.Left {
		r.Left = append(r.Left, leftover{o.Kind, o.ID, o.Name})
	}
	return document.Print(w, r)
}

// isNoticed reports whether the engine differs in a way that users notice.
func isNoticed(report *probe.Report) bool {
	isDifferent := func(a probe.Answer) bool { return a.State == probe.Differs }
	return slices.ContainsFunc(report.Answers, isDifferent) || len(factLines(report.Facts)) > 0
}
