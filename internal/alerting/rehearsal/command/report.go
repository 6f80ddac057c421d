// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

type alertResult struct {
	Address     string         `json:"address"`
	Change      string         `json:"change"`       // new, changed or removed; "" otherwise
	FiredBefore *int           `json:"fired_before"` // null if there is no comparison, or if the alert is new
	Runs        int            `json:"runs"`
	Fired       int            `json:"fired"`
	FirstFired  *time.Time     `json:"first_fired"`
	WorstStatus string         `json:"worst_status"`
	Statuses    map[string]int `json:"statuses"`
	Summary     string         `json:"summary"`
	Problems    []string       `json:"problems"`
	Unmatched   []string       `json:"items_without_data"` // a message for each item whose series has no points
	Changes     []change       `json:"changes"`
}

type change struct {
	Timestamp     time.Time `json:"timestamp"`
	OldStatus     string    `json:"old_status"`
	NewStatus     string    `json:"new_status"`
	OldStatusText string    `json:"old_status_text"`
	NewStatusText string    `json:"new_status_text"`
}

// add records the timeline of the alert as it will be after the planned changes.
func (r *alertResult) add(timeline rehearsal.Timeline) {
	r.Runs, r.Fired, r.Statuses, r.WorstStatus = len(timeline.Runs), timeline.FiredCount(), timeline.Statuses(), timeline.Worst()
	r.Summary, r.Problems = timeline.Summary, append(r.Problems, timeline.Alert.Problems()...)
	r.Unmatched = append(r.Unmatched, timeline.Unmatched...)
	for _, c := range timeline.Changes {
		r.Changes = append(r.Changes, change(c))
	}
	if fired := timeline.Fired(); fired != nil {
		r.FirstFired = &fired.Timestamp
	}
}

// report prints the results. If there is a comparison, the table also shows how the plan changes each alert, and how often the alert fired
// before the change.
func (set settings) report(w io.Writer, results []alertResult) error {
	if set.json {
		return document.Print(w, map[string]any{"alerts": results})
	}
	compares := slices.ContainsFunc(results, func(r alertResult) bool { return r.Change != "" || r.FiredBefore != nil })
	table := commandline.Report{Header: []string{"Alert", "Fired", "First", "Changes", "Runs", "Worst status"}}
	if compares {
		table.Header = slices.Insert(table.Header, 1, "Plan", "Fired before")
	}
	fired, alerts := 0, 0
	for _, r := range results {
		first := "-"
		if r.FirstFired != nil {
			fired++
			first = r.FirstFired.Format(time.RFC3339)
		}
		cells := []any{r.Address, r.Fired, first, len(r.Changes), r.Runs, r.WorstStatus}
		if r.Change == removed {
			cells = []any{r.Address, "-", "-", "-", "-", "-"}
		} else {
			alerts++
		}
		if compares {
			before := "-"
			if r.FiredBefore != nil {
				before = strconv.Itoa(*r.FiredBefore)
			}
			cells = slices.Insert(cells, 1, any(cmp.Or(r.Change, "-")), any(before))
		}
		table.Add(cells...)
	}
	show := table.Text
	if set.markdown {
		show = table.Markdown
	}
	if err := show(w); err != nil {
		return err
	}
	text := fmt.Sprintf("\n%d of %d alerts fired.\n", fired, alerts)
	if set.markdown {
		text += "\n" + summaryList(results)
	}
	_, err := io.WriteString(w, text)
	return err
}

// summaryList returns a Markdown list with the summary of each alert that fired, changed or has problems.
func summaryList(results []alertResult) (text string) {
	for _, r := range results {
		if r.Change != removed && (r.Fired > 0 || r.Change != "" || len(r.Problems)+len(r.Unmatched) > 0) {
			text += "- " + commandline.Markdown(r.Address+" "+r.Summary) + "\n"
		}
	}
	return text
}
