// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"
)

// Run is the result of a single run of an alert.
type Run struct {
	Timestamp   time.Time
	From, Until time.Time // the time window, which excludes From and includes Until
	Status      string
	StatusText  string // status_text of the threshold, or the reason why the run failed
	Aggregation *float64
	Count       int            // number of aggregated values
	Items       map[string]any // aggregated value of each item by ref_id; nil if the item has no value
	Threshold   *Decision      // nil if no threshold was reached
	Err         string         // reason for the status error or misconfigured
}

// Decision is a copy of the threshold that determined the status of an alert's run.
type Decision struct {
	Index  int // index of the threshold in stmt_thresholds
	Value  float64
	Status string
}

// maxStatusText is the maximum length of status_text in characters (interface document, section 7 of "Wire shapes").
const maxStatusText = 400

// Run evaluates the alert once, at the given time. If ctx is canceled while an expression is evaluated, the status of the run is error.
func (a *Alert) Run(ctx context.Context, data Data, at time.Time) Run {
	run := Run{Timestamp: at.UTC(), From: at.Add(-a.window).UTC(), Until: at.UTC(), Status: NoAlert, Items: map[string]any{}}
	switch {
	case a.inactive:
		run.Status = Disabled
		return run
	case len(a.problems) > 0:
		return run.withFailure(Misconfigured, strings.Join(a.problems, "; "))
	}
	return a.evaluate(ctx, run, data)
}

// evaluate computes all items and the status of the run. If any item fails, the run fails, even if its status does not depend on the item.
func (a *Alert) evaluate(ctx context.Context, run Run, data Data) (result Run) {
	defer func() {
		if problem := recover(); problem != nil {
			result = run.withFailure(Error, fmt.Sprintf("can't be rehearsed: the run failed with %v", problem))
		}
	}()
	w := window{from: run.From, until: run.Until, data: data, items: make(map[string]values, len(a.items))}
	for _, item := range a.items {
		v, err := item.node.values(ctx, w)
		if err != nil {
			return run.withFailure(Error, fmt.Sprintf("item %s: %v", item.name, item.public(err)))
		}
		w.items[item.ref] = v
		run.Items[item.ref] = a.reportedValue(v)
	}
	a.decide(&run, w.items[a.target])
	return run
}

func (r Run) withFailure(status, reason string) Run {
	r.Status, r.Err = status, reason
	r.StatusText = shorten(reason, maxStatusText)
	return r
}

// reportedValue returns the value that a run reports for an item. This is the aggregated number, or the last value if some values are
// strings. For a constant item, it is the constant. If there are no values, it is nil.
func (a *Alert) reportedValue(v values) any {
	switch {
	case v.isConstant:
		return v.constant
	case v.isEmpty():
		return nil
	}
	if n, err := aggregate(a.aggregation, v.points); err == nil {
		return finite(n)
	}
	return v.points[len(v.points)-1].Value
}

// decide sets the run's status. It aggregates target, the values of the alert's target item. The first threshold that the result reaches
// determines the status.
func (a *Alert) decide(run *Run, target values) {
	if target.isEmpty() {
		run.Status = NoData
		return
	}
	points := target.points
	if target.isConstant {
		points = []Point{{run.Until, target.constant}}
	}
	n, err := aggregate(a.aggregation, points)
	switch {
	case err != nil && a.hidesValues():
		*run = run.withFailure(Error, fmt.Sprintf("item %s%v", a.targetName(), errSecret))
		return
	case err != nil:
		*run = run.withFailure(Error, fmt.Sprintf("item %s %v", a.target, err))
		return
	case math.IsInf(n, 0):
		*run = run.withFailure(Error, fmt.Sprintf("the %s is larger than any number", a.subject()))
		return
	}
	run.Aggregation, run.Count = &n, len(points)
	for i, t := range a.thresholds {
		if reaches(a.operator, n, t.value) {
			run.Status, run.StatusText = t.status, t.statusText
			run.Threshold = &Decision{Index: i, Value: t.value, Status: t.status}
			return
		}
	}
}

// Timeline contains the runs of an alert that have Start < time <= End, and the status changes between them. Both are sorted by time.
type Timeline struct {
	Alert      *Alert
	Start, End time.Time
	Runs       []Run
	Changes    []Change
	// Summary is one sentence that explains when and why the alert first fired, or why it did not. It begins with a verb: "did not run,
	// because active is false".
	Summary   string
	Unmatched []string // a message for each QUERY item whose series has no points
}

// Change is a change of an alert's status: a run whose status differs from that of the previous run. A real engine creates an event for it.
type Change struct {
	Timestamp                    time.Time
	OldStatus, NewStatus         string
	OldStatusText, NewStatusText string
}

// MostRuns is the maximum number of runs in a rehearsal. If an alert has more, Rehearse returns an error.
const MostRuns = 1_000_000

// Rehearse runs the alert at each scheduled time with start < time <= end, and returns the runs, the status changes and a summary.
func (a *Alert) Rehearse(ctx context.Context, data Data, start, end time.Time) (Timeline, error) {
	t := Timeline{Alert: a, Start: start, End: end}
	if series, ok := data.(Series); ok {
		t.Unmatched = a.emptySeriesMessages(series)
	}
	count := 0
	for at, ok := a.Next(start); ok && !at.After(end) && ctx.Err() == nil; at, ok = a.Next(at) {
		if count++; count > MostRuns {
			return t, fmt.Errorf("the alert would run more than %d times from %s to %s: choose a shorter time", MostRuns,
				start.UTC().Format(time.RFC3339), end.UTC().Format(time.RFC3339))
		}
	}
	for run := range a.Runs(ctx, data, start, end) {
		t.add(run)
	}
	t.Summary = a.summary(t)
	a.hide(t.Runs)
	return t, ctx.Err()
}

// hide removes from the runs every result that would reveal a sensitive value.
func (a *Alert) hide(runs []Run) {
	for i := range runs {
		r := &runs[i]
		for _, item := range a.items {
			if item.isSecret || a.secret["stmt_aggregation"] || a.secret["stmt_time_window"] {
				delete(r.Items, item.ref)
			}
		}
		if a.hidesValues() {
			r.Aggregation = nil
		}
		if r.Threshold != nil && a.thresholds[r.Threshold.Index].isSecret {
			r.Threshold = nil
		}
	}
}

// Runs yields the runs with start < time <= end, until ctx is canceled. If the schedule is invalid, it yields a single run at the end time,
// and the status text of that run explains the problem.
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
