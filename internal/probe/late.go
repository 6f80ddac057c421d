// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

const (
	// unmeasuredLag is how long a run waits for its writes to show while it still measures that time.
	unmeasuredLag = 2 * time.Second
	// quickTime is a time in which a write shows at once. Twice as long is the shortest delay of an engine that a user can notice.
	quickTime = 25 * time.Millisecond
	// A run makes and changes at least fewestRounds objects to see delays, and at most mostRounds.
	fewestRounds, mostRounds = 2, 4
)

// span is how long one write stayed hidden: longer than above, and at most upTo.
type span struct {
	above, upTo time.Duration
	// isLate is true if a read did not show the write.
	isLate bool
}

// delay collects the spans of one kind of write.
type delay struct {
	// late is how many writes stayed hidden at first, quick how many showed at once. slow is how many showed in the first read, which came
	// too late to say much.
	late, quick, slow int
	// The time of the delay is longer than above and at most upTo. longest is the longest upTo of any write.
	above, upTo, longest time.Duration
}

func (d *delay) note(s span, quick time.Duration) {
	switch {
	case s.isLate:
		d.late++
		d.above = max(d.above, s.above)
		if d.upTo == 0 || s.upTo < d.upTo {
			d.upTo = s.upTo
		}
		d.longest = max(d.longest, s.upTo)
	case s.upTo <= quick:
		d.quick++
	default:
		d.slow++
	}
}

// isClear reports whether further writes would tell no more.
func (d *delay) isClear() bool { return d.late >= fewestRounds || d.quick > 0 }

// see decides about a habit.
func (d *delay) see(r *run, habit string) {
	switch {
	case d.late > 0 && d.upTo > d.above:
		r.see(habit, true, roundTime(d.above, d.upTo))
	case d.late > 0: // The delays differ from write to write.
		r.see(habit, true, roundTime(d.above, d.longest))
	case d.quick+d.slow > 0:
		r.see(habit, false)
	}
}

// delays measures how long creates and updates stay hidden from reads.
type delays struct {
	creates, updates delay
	// roundTrip is the shortest time of a read.
	roundTrip time.Duration
}

// askDelays finds out how long the engine needs to show a write. All later topics wait that long before they read.
func askDelays(ctx context.Context, r *run) {
	r.ledger.lag = unmeasuredLag
	m := &delays{}
	for round := range mostRounds {
		if round >= fewestRounds && m.creates.isClear() && m.updates.isClear() || !m.round(ctx, r) {
			break
		}
	}
	m.creates.see(r, "late-creates")
	m.updates.see(r, "late-updates")
	r.ledger.lag = 0
	if longest := max(m.creates.longest, m.updates.longest); longest > 0 {
		r.ledger.lag = longest + longest/4 + quickTime
	}
}

// round makes and changes one dashboard, and reports whether another round could tell more.
func (m *delays) round(ctx context.Context, r *run) bool {
	const before, after = "Made by a probe.", "Changed by a probe."
	o, write := r.create(ctx, "dashboard", map[string]any{"description": before})
	if o == nil {
		r.unknown("the engine rejects the create of a dashboard", "late-creates", "late-updates")
		return false
	}
	if !m.watch(ctx, r, o, write, &m.creates, func(doc map[string]any) bool { return doc != nil }) {
		return false
	}
	write = r.update(ctx, o, map[string]any{"description": after})
	return !write.done() || m.watch(ctx, r, o, write, &m.updates, func(doc map[string]any) bool { return doc["description"] == after })
}

// watch reads an object until a read shows a write, and reports whether one did.
func (m *delays) watch(ctx context.Context, r *run, o *object, write *reply, d *delay, isShown func(doc map[string]any) bool) bool {
	var s span
	for start := time.Now(); time.Since(start) < settleTime && r.err == nil; {
		read := r.get(ctx, r.objectPath(o))
		if trip := read.CameAt.Sub(read.SentAt); m.roundTrip == 0 || trip < m.roundTrip {
			m.roundTrip = trip
		}
		var doc map[string]any
		if read.done() {
			doc = read.object()
		}
		if isShown(doc) {
			o.isShown = true
			s.upTo = read.CameAt.Sub(write.SentAt)
			if write.failure == nil { // Otherwise nobody knows when the engine made the write.
				d.note(s, max(quickTime, 3*m.roundTrip)) // A write, a read, and some time in between.
			}
			return true
		}
		s.isLate, s.above = true, read.SentAt.Sub(write.CameAt)
		if err := engine.Sleep(ctx, max(2*time.Millisecond, time.Since(start)/6)); err != nil {
			r.fail(err)
		}
	}
	r.unknown("reads did not show a write within "+settleTime.String(), "late-creates", "late-updates")
	return false
}
