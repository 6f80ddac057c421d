// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"
)

// Run is the result of one run of an alert.
type Run struct {
	Timestamp   time.Time
	From, Until time.Time // the time window: points after From, up to and including Until
	Status      string
	StatusText  string // the alert's status_text: from the threshold, or why the run failed
	Aggregation *float64
	Count       int            // how many values were aggregated
	Items       map[string]any // the aggregated values of each item; nil if it has none
	Threshold   *Decision      // nil if no threshold was reached
	Err         string         // the reason for the status error or misconfigured
}

// Decision identifies the threshold that determined the status.
type Decision struct {
	Index  int // in stmt_thresholds
	Value  float64
	Status string
}

// mostStatusText is the maximum length of status_text (wire shapes section 7).
const mostStatusText = 400

// Run runs the alert once. If the context ends, the result has the status error.
func (a *Alert) Run(ctx context.Context, data Data, at time.Time) Run {
	run := Run{Timestamp: at.UTC(), From: at.Add(-a.window).UTC(), Until: at.UTC(), Status: NoAlert, Items: map[string]any{}}
	switch {
	case a.inactive:
		run.Status = Disabled
		return run
	case len(a.problems) > 0:
		return run.failed(Misconfigured, strings.Join(a.problems, "; "))
	}
	a.meter.Begin(ctx)
	return a.evaluated(run, data)
}

// evaluated computes all items, then the status. Items that the target does not use are computed too: their errors fail the run (quirk
// 219).
func (a *Alert) evaluated(run Run, data Data) (result Run) {
	defer func() {
		if problem := recover(); problem != nil {
			result = run.failed(Error, fmt.Sprintf("can't be rehearsed: the run failed with %v", problem))
		}
	}()
	w := window{from: run.From, until: run.Until, data: data, items: make(map[string]values, len(a.items))}
	for _, item := range a.items {
		v, err := item.node.values(w)
		if err != nil {
			return run.failed(Error, fmt.Sprintf("item %s: %v", item.ref, err))
		}
		w.items[item.ref] = v
		run.Items[item.ref] = a.shown(v)
	}
	a.decide(&run, w.items[a.target])
	return run
}

// failed returns a run that ended without a value.
func (r Run) failed(status, reason string) Run {
	r.Status, r.Err = status, reason
	r.StatusText = shortened(reason, mostStatusText)
	return r
}

// shown returns an item's value for the results of a run: its aggregation, or its last value if it has no numeric aggregation.
func (a *Alert) shown(v values) any {
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

// decide aggregates the target's values and sets the status of the first threshold that is reached (quirks 151 and 218).
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
	case err != nil:
		*run = run.failed(Error, fmt.Sprintf("item %s %v", a.target, err))
		return
	case math.IsInf(n, 0):
		*run = run.failed(Error, fmt.Sprintf("the %s of item %s is larger than any number", a.aggregation, a.target))
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
