// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

type alertResult struct {
	Address     string         `json:"address"`
	Runs        int            `json:"runs"`
	Fired       int            `json:"fired"`
	FirstFired  *time.Time     `json:"first_fired"`
	WorstStatus string         `json:"worst_status"`
	Statuses    map[string]int `json:"statuses"`
	Summary     string         `json:"summary"`
	Problems    []string       `json:"problems"`
	Changes     []change       `json:"changes"`
}

type change struct {
	Timestamp     time.Time `json:"timestamp"`
	OldStatus     string    `json:"old_status"`
	NewStatus     string    `json:"new_status"`
	OldStatusText string    `json:"old_status_text"`
	NewStatusText string    `json:"new_status_text"`
}

func newAlertResult(address string, timeline rehearsal.Timeline) alertResult {
	t := alertResult{
		Address: address, Runs: len(timeline.Runs), Statuses: timeline.Statuses(), Summary: timeline.Summary, WorstStatus: timeline.Worst(),
		Problems: append([]string{}, timeline.Alert.Problems()...), Changes: []change{},
	}
	for _, c := range timeline.Changes {
		if c.NewStatus == rehearsal.Alerting {
			t.Fired++
		}
		t.Changes = append(t.Changes, change(c))
	}
	if fired := timeline.Fired(); fired != nil {
		at := fired.Timestamp
		t.FirstFired = &at
	}
	return t
}

func (set settings) report(w io.Writer, results []alertResult) error {
	if set.json {
		return document.Print(w, map[string]any{"alerts": results})
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "ALERT\tFIRED\tFIRST\tCHANGES\tRUNS\tWORST STATUS") // Flush returns the error.
	fired := 0
	for _, t := range results {
		first := "-"
		if t.FirstFired != nil {
			fired++
			first = t.FirstFired.Format(time.RFC3339)
		}
		_, _ = fmt.Fprintf(table, "%s\t%d\t%s\t%d\t%d\t%s\n", document.Visible(t.Address), t.Fired, first, len(t.Changes), t.Runs, t.WorstStatus)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d of %d alerts fired.\n", fired, len(results))
	return err
}
