// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// progress records up to which time (until) an alert has run, and with which condition.
type progress struct {
	condition string
	alert     *rehearsal.Alert
	until     time.Time
}

// conditionFields are the alert fields that affect the alert's runs. After any of these fields changes, the alert runs again on all data.
var conditionFields = []string{
	"active", "type", "rate_value", "rate_unit",
	"cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
	"alert_items", "stmt_time_window", "stmt_target_variable", "stmt_operator", "stmt_aggregation", "stmt_thresholds",
}

// conditionOf joins the fields of an alert that determine its runs. If conditionOf returns the same string for two alerts, their runs are
// the same.
func conditionOf(alert []byte) string {
	var joined strings.Builder
	for _, field := range conditionFields {
		joined.Write(jsondoc.Field(alert, field))
		joined.WriteByte('\n')
	}
	return joined.String()
}

// result is the outcome of a run. The text is the alert's new status_text, a string or nil.
type result struct {
	status string
	text   any
}

// step records a run that changes or may change the status of an alert, for example from no_alert to alert.
type step struct {
	result
	// event is the id of the event that records the status change.
	event string
	alert *plan
	at    time.Time
	// before is the result of the alert's previous run in this batch, or no_alert if the alert is run from the start of the data. It is nil
	// if the previous run was in an earlier batch. The stored alert then contains the result.
	before *result
}

// plan contains the runs of one alert in a batch.
type plan struct {
	id     string
	record *store.Record
	order  int // The alert's position in the batch. Older alerts come first.
	next   progress
	// fromStart is true if the alert runs again from the start of the data. The events from these runs replace those from earlier runs.
	fromStart bool
	// isFirst is true if the alert has not run since the server started. The store may then contain events from before the restart.
	isFirst bool
	// last is the result of the alert's last run in this batch, or nil if there was no run.
	last *result

	// apply sets the following fields when it stores the batch. doc is the alert with its new status. It is nil if the batch must not
	// change the alert, because the alert was deleted or another request has changed its condition.
	doc jsondoc.Object
	// isCurrent is true if the stored alert already contains the result of the alert's last run. isComplete is true if there are no events
	// to create for this alert, because the store already contains them or has dropped them as too old.
	isCurrent, isComplete bool
	// isReset is true once the method begin has removed the events from earlier runs. sentIDs contains the ids of these events. If the
	// alert's new runs create an event with the same id again, the method apply does not send another e-mail about it.
	isReset bool
	sentIDs map[string]bool
}

// batch contains computed runs of one or more alerts. The method apply stores all their results in one transaction.
type batch struct {
	// recording contains the recorded data. If the user has set the clock, it ends at the clock's time.
	recording rehearsal.Recording
	plans     []*plan
	steps     []step
	runs      int
}

// newBatch returns a batch without runs. If the user has set the clock, the batch contains the recorded data only up to the clock's time.
func (r *Runner) newBatch(at Setting) *batch {
	b := &batch{recording: rehearsal.NewRecording(r.series)}
	b.recording.Location, b.recording.Metadata = r.options.Location, r.options.Metadata
	if at.Given {
		now := at.At
		if at.Running() {
			now = time.Now().UTC()
		}
		b.recording.End = &now
	}
	return b
}

// runAll runs all alerts up to the current time on the server's clock. Normally, an alert runs only for the time since its last run. An
// alert runs from the start of the data if it is new, if its condition has changed, if it has already run up to a later time, for example
// because the clock was moved back, or if restart returns true.
func (r *Runner) runAll(ctx context.Context, at Setting, restart func(*progress) bool) error {
	b := r.newBatch(at)
	if !r.hasData.Load() && len(r.alerts) == 0 {
		return nil
	}
	exists := map[string]bool{}
	for _, record := range r.store.List("alert") {
		exists[record.ID()] = true
		known := r.alerts[record.ID()]
		fromStart := known == nil || known.condition != conditionOf(record.Bytes()) || restart(known) ||
			known.until.After(b.recording.Until(known.alert))
		if !fromStart && !b.isDue(known) {
			continue
		}
		var err error
		if r.started {
			err = b.plan(ctx, record, known, fromStart)
		} else { // An alert with too many runs must not prevent the server from starting.
			err = r.planOrTimeOut(b, record, known, fromStart)
		}
		if err != nil {
			return err
		}
		b.plans[len(b.plans)-1].isFirst = known == nil
	}
	if err := r.apply(b); err != nil {
		return err
	}
	for id := range r.alerts {
		if !exists[id] {
			delete(r.alerts, id)
		}
	}
	return nil
}

// runOne runs an alert from the start of the data. It does nothing if the alert has already run and its condition hasn't changed since
// then.
func (r *Runner) runOne(id string) error {
	data, ok := r.store.Get("alert", id)
	if !ok || r.alerts[id] != nil && r.alerts[id].condition == conditionOf(data) {
		return nil
	}
	b := r.newBatch(r.clock.Setting())
	if err := r.planOrTimeOut(b, store.NewRecord(id, data), nil, true); err != nil {
		return err
	}
	return r.apply(b)
}

// timeout is the status of an alert whose runs exceed MaxRuns or MaxTime.
const timeout = "timeout"

// planOrTimeOut is like plan, but if the runs exceed MaxRuns or MaxTime, the alert just gets the timeout status. That is not an error.
func (r *Runner) planOrTimeOut(b *batch, record *store.Record, known *progress, fromStart bool) error {
	ctx, end := context.WithTimeoutCause(r.closing, MaxTime, fmt.Errorf("the runs of the alert take more than %s", MaxTime))
	defer end()
	b.runs = 0
	err := b.plan(ctx, record, known, fromStart)
	if err == nil || r.closing.Err() != nil {
		return err
	}
	b.replaceRuns(b.plans[len(b.plans)-1], result{timeout, err.Error()})
	return nil
}

// replaceRuns replaces the runs of the alert in p with a single run that has the given result.
func (b *batch) replaceRuns(p *plan, by result) {
	b.runs = 0
	b.steps = slices.DeleteFunc(b.steps, func(s step) bool { return s.alert == p })
	p.last = nil
	b.add(p, p.next.until, by)
}

// after returns a time, which the next run of the alert must be later than. This is the time up to which the alert has already run, or the
// time of the first point, whichever is later.
func (b *batch) after(known *progress) time.Time {
	if known.until.After(b.recording.Start) {
		return known.until
	}
	return b.recording.Start
}

func (b *batch) isDue(known *progress) bool {
	at, ok := known.alert.Next(b.after(known))
	return ok && !at.After(b.recording.Until(known.alert))
}

// plan computes an alert's runs and adds them to the batch. If the computation panics, the alert gets the status "error".
func (b *batch) plan(ctx context.Context, record *store.Record, known *progress, fromStart bool) error {
	p := &plan{
		id: record.ID(), record: record, order: len(b.plans), fromStart: fromStart, next: progress{condition: conditionOf(record.Bytes())},
	}
	b.plans = append(b.plans, p)
	defer func() {
		if problem := recover(); problem != nil {
			if p.next.alert == nil {
				p.next.alert = rehearsal.Compile(nil, b.recording)
			}
			b.replaceRuns(p, result{rehearsal.Error, fmt.Sprintf("the alert can't be run: that failed with %v", problem)})
		}
	}()
	from := b.recording.Start
	if fromStart {
		doc, err := jsondoc.Decode(record.Bytes())
		if err != nil {
			return err
		}
		p.next.alert = rehearsal.Compile(doc, b.recording)
	} else {
		p.next.alert, from = known.alert, b.after(known)
	}
	if !b.recording.HasData {
		return nil
	}
	p.next.until = b.recording.Until(p.next.alert)
	for run := range p.next.alert.Runs(ctx, b.recording.Data, from, p.next.until) {
		if b.runs++; b.runs > MaxRuns {
			return fmt.Errorf("the alerts would run more than %d times; add fewer points or advance the clock by less", MaxRuns)
		}
		now := result{status: run.Status}
		if run.StatusText != "" {
			now.text = run.StatusText
		}
		b.add(p, run.Timestamp, now)
	}
	return context.Cause(ctx)
}

// add records the result of a run. add also appends a step to the batch if the run changes the alert's status, or if it may change it,
// because the previous run was in an earlier batch. If the alert is run from the start of the data, its status before the first run counts
// as no_alert.
func (b *batch) add(p *plan, at time.Time, now result) {
	before := p.last
	if before == nil && p.fromStart {
		before = &result{status: rehearsal.NoAlert}
	}
	if before == nil || before.status != now.status {
		b.steps = append(b.steps, step{now, eventID(p.id, jsondoc.Time(at), now.status), p, at, before})
	}
	p.last = &now
}
