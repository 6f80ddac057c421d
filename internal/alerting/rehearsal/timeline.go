// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"fmt"
	"iter"
	"time"
)

// Timeline holds the runs of an alert in a time span and the changes of its status, both sorted by time.
type Timeline struct {
	Runs    []Run
	Changes []Change

	unmatched []string // the result of Alert.Unmatched, if the data are Series
}

// Change is a change of status. The engine creates an event for each.
type Change struct {
	Timestamp                    time.Time
	OldStatus, NewStatus         string
	OldStatusText, NewStatusText string
}

// MostRuns limits the runs of a timeline. It allows one run per minute for nearly two years.
const MostRuns = 1_000_000

// Rehearse returns all runs of the alert after start and up to end. The status before the first run is taken to be no_alert.
func (a *Alert) Rehearse(ctx context.Context, data Data, start, end time.Time) (Timeline, error) {
	var t Timeline
	if series, ok := data.(Series); ok {
		t.unmatched = a.Unmatched(series)
	}
	for run := range a.Runs(ctx, data, start, end) {
		if len(t.Runs) == MostRuns {
			return t, fmt.Errorf("the alert would run more than %d times from %s to %s: choose a shorter time", MostRuns,
				start.UTC().Format(time.RFC3339), end.UTC().Format(time.RFC3339))
		}
		t.add(run)
	}
	return t, ctx.Err()
}

// Runs runs the alert at all times of its schedule after start and up to end, until the context ends. An alert whose schedule can't be
// read has one run, at the end, which says why.
func (a *Alert) Runs(ctx context.Context, data Data, start, end time.Time) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		if a.schedule == nil {
			yield(a.Run(ctx, data, end))
			return
		}
		for at, ok := a.Next(start); ok && !at.After(end) && ctx.Err() == nil; at, ok = a.Next(at) {
			if !yield(a.Run(ctx, data, at)) {
				return
			}
		}
	}
}

// SawAll returns the end of a rehearsal that covers every point up to last: the time of the first run at or after last.
func (a *Alert) SawAll(start, last time.Time) time.Time {
	if a.inactive || a.schedule == nil {
		return last.Add(time.Nanosecond)
	}
	after := last.Add(-time.Nanosecond)
	if after.Before(start) {
		after = start
	}
	if at, ok := a.Next(after); ok {
		return at
	}
	return last.Add(time.Nanosecond)
}

func (t *Timeline) add(run Run) {
	change := Change{Timestamp: run.Timestamp, OldStatus: NoAlert, NewStatus: run.Status, NewStatusText: run.StatusText}
	if n := len(t.Runs); n > 0 {
		change.OldStatus, change.OldStatusText = t.Runs[n-1].Status, t.Runs[n-1].StatusText
	}
	if change.OldStatus != change.NewStatus {
		t.Changes = append(t.Changes, change)
	}
	t.Runs = append(t.Runs, run)
}
