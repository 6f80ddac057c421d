// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// rehearsalResult is the result of the rehearse function, which runs an alert on recorded data.
type rehearsalResult struct {
	Fired    *string          `tfsdk:"fired"`
	Summary  string           `tfsdk:"summary"`
	Statuses map[string]int64 `tfsdk:"statuses"`
	Problems []string         `tfsdk:"problems"`
	Runs     []rehearsalRun   `tfsdk:"runs"`
	Changes  []statusChange   `tfsdk:"changes"`
}

type rehearsalRun struct {
	Timestamp   string              `tfsdk:"timestamp"`
	Window      timeWindow          `tfsdk:"time_window"`
	Status      string              `tfsdk:"status"`
	StatusText  string              `tfsdk:"status_text"`
	Aggregation *float64            `tfsdk:"aggregation_value"`
	Items       map[string]*float64 `tfsdk:"items"`
	Threshold   *reachedThreshold   `tfsdk:"threshold"`
}

type timeWindow struct {
	From  string `tfsdk:"from"`
	Until string `tfsdk:"until"`
}

type reachedThreshold struct {
	Index  int64   `tfsdk:"index"`
	Value  float64 `tfsdk:"value"`
	Status string  `tfsdk:"status"`
}

type statusChange struct {
	Timestamp     string `tfsdk:"timestamp"`
	OldStatus     string `tfsdk:"old_status"`
	NewStatus     string `tfsdk:"new_status"`
	OldStatusText string `tfsdk:"old_status_text"`
	NewStatusText string `tfsdk:"new_status_text"`
}

func newRehearsalResult(timeline rehearsal.Timeline) *rehearsalResult {
	result := &rehearsalResult{
		Summary: timeline.Summary, Statuses: map[string]int64{}, Problems: append([]string{}, timeline.Alert.Problems()...),
		Runs: make([]rehearsalRun, len(timeline.Runs)), Changes: make([]statusChange, len(timeline.Changes)),
	}
	if fired := timeline.Fired(); fired != nil {
		at := utcText(fired.Timestamp)
		result.Fired = &at
	}
	for status, count := range timeline.Statuses() {
		result.Statuses[status] = int64(count)
	}
	for i, run := range timeline.Runs {
		result.Runs[i] = newRehearsalRun(run)
	}
	for i, c := range timeline.Changes {
		result.Changes[i] = statusChange{utcText(c.Timestamp), c.OldStatus, c.NewStatus, c.OldStatusText, c.NewStatusText}
	}
	return result
}

func newRehearsalRun(run rehearsal.Run) rehearsalRun {
	r := rehearsalRun{
		Timestamp: utcText(run.Timestamp), Window: timeWindow{utcText(run.From), utcText(run.Until)},
		Status: run.Status, StatusText: run.StatusText, Aggregation: run.Aggregation, Items: make(map[string]*float64, len(run.Items)),
	}
	for ref, value := range run.Items {
		r.Items[ref] = nil
		if n, ok := value.(float64); ok {
			r.Items[ref] = &n
		}
	}
	if run.Threshold != nil {
		r.Threshold = &reachedThreshold{int64(run.Threshold.Index), run.Threshold.Value, run.Threshold.Status}
	}
	return r
}

func utcText(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
