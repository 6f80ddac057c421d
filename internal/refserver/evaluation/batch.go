// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/clock"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// watched is an alert that ran.
type watched struct {
	condition string
	alert     *rehearsal.Alert
	// ran is the time up to which it ran, next its next run, the zero time where there is none.
	ran, next time.Time
}

// deciding are the fields of an alert on which its runs depend.
var deciding = []string{
	"active", "type", "rate_value", "rate_unit",
	"cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
	"alert_items", "stmt_time_window", "stmt_target_variable", "stmt_operator", "stmt_aggregation", "stmt_thresholds",
}

// conditionOf is what decides on the runs of an alert, as one text.
func conditionOf(alert []byte) string {
	var text strings.Builder
	for _, field := range deciding {
		text.Write(document.Field(alert, field))
		text.WriteByte('\n')
	}
	return text.String()
}

// result is the status that a run gives, with its text.
type result struct{ status, text string }

// step is a run after which the status of an alert is another one.
type step struct {
	result
	alert *plan
	at    time.Time
	// before is what the run before gave. The first run of a plan that is not anew has none: the document says what it was.
	before *result
}

// plan is what is to be done with an alert.
type plan struct {
	id    string
	order int // among the alerts of the batch, in that of their creation
	next  watched
	// anew: the alert ran from the beginning of the data, and what earlier runs made goes.
	anew bool
	// resumed: nobody knows how far the alert ran before the server began.
	resumed bool
	// last is what the last run gives; nil where there was none.
	last *result
}

// batch is work that is done together.
type batch struct {
	data rehearsal.Series
	// options are what alerts are compiled with.
	options rehearsal.CompileOptions
	// first and last are the times of the first and the last point.
	first, last time.Time
	// now is the time up to which alerts run, the zero time where nobody says what time it is.
	now   time.Time
	plans []*plan
	steps []step
	runs  int
}

// newBatch begins work on the data of the runner, up to the time that a clock shows.
func (r *Runner) newBatch(at clock.Setting) *batch {
	b := &batch{data: r.series}
	b.first, b.last, _ = b.data.Span()
	b.options = rehearsal.CompileOptions{Location: r.given.Location, Anchor: b.first, Metadata: r.given.Metadata, Given: b.data.RefIDs()}
	switch {
	case at.Given && at.Running():
		b.now = time.Now().UTC()
	case at.Given:
		b.now = at.At
	}
	return b
}

// until is the time up to which an alert runs: where nobody says what time it is, to the run that has seen all data.
func (b *batch) until(alert *rehearsal.Alert) time.Time {
	if !b.now.IsZero() {
		return b.now
	}
	return alert.SawAll(b.first, b.last)
}

// runAll runs all alerts as far as a clock says, anew those of which that is said, and those that have run further than that.
func (r *Runner) runAll(ctx context.Context, at clock.Setting, anew func(*watched) bool) error {
	b := r.newBatch(at)
	if !r.hasData.Load() && len(r.alerts) == 0 {
		return nil
	}
	alive := map[string]bool{}
	idle := map[*watched]time.Time{}
	for _, record := range r.store.List("alert") {
		alive[record.ID()] = true
		known := r.alerts[record.ID()]
		condition := conditionOf(record.Bytes())
		again := known == nil || known.condition != condition || anew(known) || known.ran.After(b.until(known.alert))
		if !again && (known.next.IsZero() || known.next.After(b.until(known.alert))) {
			idle[known] = b.until(known.alert)
			continue
		}
		if err := r.planned(ctx, b, record, known, again); err != nil {
			return err
		}
		b.plans[len(b.plans)-1].resumed = known == nil
	}
	if err := r.apply(b); err != nil {
		return err
	}
	for w, until := range idle {
		w.ran = until
	}
	for id := range r.alerts {
		if !alive[id] {
			delete(r.alerts, id)
		}
	}
	return nil
}

// runOne runs an alert anew if its condition is another one than that which ran. One that would run too often or too long times out.
func (r *Runner) runOne(ctx context.Context, id string) error {
	data, ok := r.store.Get("alert", id)
	if !ok || r.alerts[id] != nil && r.alerts[id].condition == conditionOf(data) {
		return nil
	}
	b := r.newBatch(r.clock.Setting())
	record := store.NewRecord(id, data)
	if err := b.plan(ctx, record, nil, true); err != nil {
		if r.closing.Err() != nil {
			return err
		}
		b.timeOut(err)
	}
	return r.apply(b)
}

// planned plans an alert. While the server starts, an alert that would run too often or too long times out, and one that can't run is
// remembered: the server starts whatever its data file holds.
func (r *Runner) planned(ctx context.Context, b *batch, record *store.Record, known *watched, anew bool) error {
	if r.begun {
		return b.plan(ctx, record, known, anew)
	}
	ctx, end := context.WithTimeoutCause(r.closing, MaxTime, fmt.Errorf("the runs of the alert take more than %s", MaxTime))
	defer end()
	b.runs = 0
	err := b.plan(ctx, record, known, anew)
	if r.closing.Err() != nil {
		return err
	}
	if err != nil {
		b.timeOut(err)
	}
	p := b.plans[len(b.plans)-1]
	delete(r.unable, p.id)
	for _, s := range b.steps {
		if s.alert == p && slices.Contains([]string{rehearsal.Misconfigured, rehearsal.Error, timeout}, s.status) {
			r.unable[p.id] = s.result
			break
		}
	}
	return nil
}

// timeout is the status of an alert that would run too often or too long.
const timeout = "timeout"

// timeOut puts the status timeout in the place of all runs of the alert that was planned last.
func (b *batch) timeOut(cause error) {
	b.replaceRuns(b.plans[len(b.plans)-1], result{timeout, cause.Error()})
}

// replaceRuns puts one status in the place of all runs of an alert.
func (b *batch) replaceRuns(p *plan, by result) {
	b.runs = 0
	b.steps = slices.DeleteFunc(b.steps, func(s step) bool { return s.alert == p })
	p.last = nil
	b.add(p, p.next.ran, by)
}

// plan calculates the runs of an alert. A panic is an error of the alert.
func (b *batch) plan(ctx context.Context, record *store.Record, known *watched, anew bool) error {
	p := &plan{id: record.ID(), order: len(b.plans), anew: anew, next: watched{condition: conditionOf(record.Bytes())}}
	b.plans = append(b.plans, p)
	defer func() {
		if problem := recover(); problem != nil {
			if p.next.alert == nil {
				p.next.alert = rehearsal.Compile(nil, b.options)
			}
			b.replaceRuns(p, result{rehearsal.Error, fmt.Sprintf("the alert can't be run: that failed with %v", problem)})
		}
	}()
	from := b.first
	if anew {
		doc, err := document.Decode(record.Bytes())
		if err != nil {
			return err
		}
		p.next.alert = rehearsal.Compile(doc, b.options)
	} else {
		p.next.alert = known.alert
		if known.ran.After(from) {
			from = known.ran
		}
	}
	if b.first.IsZero() {
		return nil
	}
	p.next.ran = b.until(p.next.alert)
	for run := range p.next.alert.Runs(ctx, b.data, from, p.next.ran) {
		if ctx.Err() != nil {
			break
		}
		if b.runs++; b.runs > MaxRuns {
			return fmt.Errorf("the alerts would run more than %d times; make a smaller step", MaxRuns)
		}
		b.add(p, run.Timestamp, result{run.Status, run.StatusText})
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if p.next.ran.After(from) {
		from = p.next.ran
	}
	p.next.next, _ = p.next.alert.Next(from)
	return nil
}

// add notes what a run gave. The first status of an alert that runs anew is compared with no_alert.
func (b *batch) add(p *plan, at time.Time, now result) {
	before := p.last
	if before == nil && p.anew {
		before = &result{status: rehearsal.NoAlert}
	}
	if before == nil || before.status != now.status {
		b.steps = append(b.steps, step{now, p, at, before})
	}
	p.last = &now
}

// inOrder gives the steps in the order of time, those of one time in the order in which the alerts were created (quirk 243).
func (b *batch) inOrder() []step {
	slices.SortStableFunc(b.steps, func(x, y step) int {
		return cmp.Or(x.at.Compare(y.at), cmp.Compare(x.alert.order, y.alert.order))
	})
	return b.steps
}
