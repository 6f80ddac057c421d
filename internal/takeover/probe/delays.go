// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

const (
	// After a write, the run waits for the measured delay before it reads. As a safety margin, it adds a quarter of the delay, plus
	// lagMargin.
	lagMargin = 25 * time.Millisecond
	// maxRounds is the maximum number of objects created to measure delays.
	maxRounds = 3
)

// probeDelays measures how long reads keep returning old data after a write. In the rest of the run, reads that must reflect the last write
// wait for this time, plus a margin (see settle). If a write had to be retried, the time at which the engine processed it is unknown, so
// probeDelays starts over with a new object.
func probeDelays(ctx context.Context, r *run) {
	const before, after = "Made by a probe.", "Changed by a probe."
	delays := map[string]time.Duration{}
	for round := 0; round < maxRounds && len(delays) < 2; round++ {
		o, write := r.create(ctx, "dashboard", map[string]any{"description": before})
		if o == nil {
			r.noteUnknown("the engine rejects the create of a dashboard", "late-creates", "late-updates")
			break
		}
		if !r.measure(ctx, o, write, "late-creates", delays, func(doc map[string]any) bool { return doc != nil }) {
			break
		}
		write = r.update(ctx, o, map[string]any{"description": after})
		isShown := func(doc map[string]any) bool { return doc["description"] == after }
		if write.isSuccess() && !r.measure(ctx, o, write, "late-updates", delays, isShown) {
			break
		}
	}
	for habit, delay := range delays {
		if r.countOf(habit).with > 0 {
			r.ledger.lag = max(r.ledger.lag, delay+delay/4+lagMargin)
		}
	}
}

// measure reads an object until isShown returns true, and reports whether it did so within settleTime. It records the first delay that it
// measures for each habit (a deviation from INTERFACE.md). If the write had to be retried, it records no delay, because the time at which
// the engine processed the write is unknown.
func (r *run) measure(
	ctx context.Context, o *object, write *reply, habit string, delays map[string]time.Duration, isShown func(doc map[string]any) bool,
) bool {
	isLate := false
	for start := time.Now(); time.Since(start) < settleTime && r.err == nil; r.sleep(ctx, max(2*time.Millisecond, time.Since(start)/6)) {
		read := r.get(ctx, r.objectPath(o))
		var doc map[string]any
		if read.isSuccess() {
			doc = read.object()
		}
		if !isShown(doc) {
			isLate = true
			continue
		}
		o.isShown = true
		if _, isMeasured := delays[habit]; write.failure == nil && !isMeasured {
			delays[habit] = read.CameAt.Sub(write.SentAt)
			r.observe(habit, isLate, roundTime(delays[habit]))
		}
		return true
	}
	r.noteUnknown("reads did not show a write within "+settleTime.String(), "late-creates", "late-updates")
	return false
}

// roundTime formats a duration with one significant digit, such as 50ms. It rounds down because measured delays are slightly too long.
func roundTime(d time.Duration) string {
	step := time.Millisecond
	for 10*step <= d {
		step *= 10
	}
	return habit.ShortDuration(max(d.Truncate(step), step))
}
