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

// Run is what one run of an alert gives.
type Run struct {
	Timestamp   time.Time
	From, Until time.Time // the time window: points after From, up to Until
	Status      string
	StatusText  string // as the alert would have it: that of the threshold, or why it could not run
	Aggregation *float64
	Count       int            // values that were aggregated
	Items       map[string]any // the values of the window of each item, aggregated; nil where there are none
	Threshold   *Decision      // nil where none was reached
	Err         string         // why the status is error or misconfigured
}

// Decision is the threshold that decided.
type Decision struct {
	Index  int // in stmt_thresholds
	Value  float64
	Status string
}

// mostStatusText bounds the status_text of an alert (wire shapes section 7).
const mostStatusText = 400

// Run runs the alert at a time. Where the context ends, the run does, with the status error.
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

// evaluated is a run with what the items, all of them (quirk 219), and the thresholds give.
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

// failed is a run that ended before it had a value.
func (r Run) failed(status, reason string) Run {
	r.Status, r.Err = status, reason
	r.StatusText = shortened(reason, mostStatusText)
	return r
}

// shown is what a run shows of an item: its aggregation, or what it has at last where there is no number.
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

// decide compares the aggregation of the target's values with the thresholds in their order (quirks 151 and 218).
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
