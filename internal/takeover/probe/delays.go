// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

const (
	// unmeasuredLag is how long a run waits for its writes to show while it still measures that time.
	unmeasuredLag = 2 * time.Second
	// quickTime is a time in which a write shows at once. Twice as long is the shortest delay of an engine that a user can notice.
	quickTime = 25 * time.Millisecond
	// maxRounds is the maximum number of objects that a run makes and changes to see delays.
	maxRounds = 3
)

// delay is what the reads after one kind of write showed.
type delay struct {
	// isLate is true if a read did not show a write, isQuick if the first read showed one at once.
	isLate, isQuick bool
	// slowest is the maximum time until a read showed a write.
	slowest time.Duration
}

func (d *delay) isClear() bool { return d.isLate || d.isQuick }

// askDelays finds out how long the engine needs to show a write. All later topics wait that long before they read.
func askDelays(ctx context.Context, r *run) {
	const before, after = "Made by a probe.", "Changed by a probe."
	r.ledger.lag = unmeasuredLag
	var creates, updates delay
	for round := 0; round < maxRounds && (!creates.isClear() || !updates.isClear()); round++ {
		o, write := r.create(ctx, "dashboard", map[string]any{"description": before})
		if o == nil {
			r.unknown("the engine rejects the create of a dashboard", "late-creates", "late-updates")
			break
		}
		if !r.measure(ctx, o, write, &creates, func(doc map[string]any) bool { return doc != nil }) {
			break
		}
		write = r.update(ctx, o, map[string]any{"description": after})
		if write.done() && !r.measure(ctx, o, write, &updates, func(doc map[string]any) bool { return doc["description"] == after }) {
			break
		}
	}
	r.ledger.lag = 0
	for name, d := range map[string]delay{"late-creates": creates, "late-updates": updates} {
		if d.isClear() || d.slowest > 0 {
			r.see(name, d.isLate, roundTime(d.slowest))
		}
		if d.isLate {
			r.ledger.lag = max(r.ledger.lag, d.slowest+d.slowest/4+quickTime)
		}
	}
}

// measure reads an object until a read shows a write, and reports whether one did.
func (r *run) measure(ctx context.Context, o *object, write *reply, d *delay, isShown func(doc map[string]any) bool) bool {
	isLate := false
	for start := time.Now(); time.Since(start) < settleTime && r.err == nil; r.sleep(ctx, max(2*time.Millisecond, time.Since(start)/6)) {
		read := r.get(ctx, r.objectPath(o))
		var doc map[string]any
		if read.done() {
			doc = read.object()
		}
		if !isShown(doc) {
			isLate = true
			continue
		}
		o.isShown = true
		if took := read.CameAt.Sub(write.SentAt); write.failure == nil { // Otherwise nobody knows when the engine made the write.
			d.isLate, d.isQuick, d.slowest = d.isLate || isLate, d.isQuick || !isLate && took <= quickTime, max(d.slowest, took)
		}
		return true
	}
	r.unknown("reads did not show a write within "+settleTime.String(), "late-creates", "late-updates")
	return false
}

// roundTime returns a measured time with one digit, such as 50ms. A measured time is a little too long, so the other digits are cut off.
func roundTime(d time.Duration) string {
	step := time.Millisecond
	for 10*step <= d {
		step *= 10
	}
	return habit.ShortDuration(max(d.Truncate(step), step))
}
