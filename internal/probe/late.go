// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"net/http"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

const (
	// unmeasuredLag is how long a run waits for its writes to show while it still measures that time.
	unmeasuredLag = 2 * time.Second
	// quickTime is a time in which a write shows at once. Twice as long is the shortest delay of an engine that a user can notice.
	quickTime = 25 * time.Millisecond
	// A run makes, changes and deletes at least fewestRounds objects to see delays, and at most mostRounds.
	fewestRounds, mostRounds = 2, 4
	// longList is the number of objects on an engine without filters from which on a run does not watch lists: each look would read all.
	longList = 500
)

// span is how long one write stayed hidden: longer than above, and at most upTo.
type span struct {
	above, upTo time.Duration
	// late is true if a read did not show the write. seen is true if a later one did.
	late, seen bool
}

// look notes a read after a write. The read was sent at the given time, and its answer has just come.
func (s *span) look(write *reply, sent time.Time, shows bool) {
	if shows {
		s.seen, s.upTo = true, time.Since(write.SentAt)
		return
	}
	s.late, s.above = true, sent.Sub(write.CameAt)
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
	case s.late:
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

// see decides about a habit: the engine has it if at least so many writes were late.
func (d *delay) see(r *run, habit string, atLeast int) {
	switch {
	case d.late >= atLeast && d.upTo > d.above:
		r.verdicts.see(habit, true, roundTime(d.above, d.upTo))
	case d.late >= atLeast: // The delays differ from write to write.
		r.verdicts.see(habit, true, roundTime(d.above, d.longest))
	case d.quick+d.slow > 0:
		r.verdicts.see(habit, false)
	}
}

// delays measures how long writes of each kind stay hidden from reads. lists is how much longer they stay hidden from lists.
type delays struct {
	creates, updates, deletes, lists delay
	// watchesLists is false if the engine has no lists, or too long ones.
	watchesLists bool
	// roundTrip is the shortest time of a read.
	roundTrip time.Duration
	// why says why no delay could be measured.
	why string
}

// askDelays finds out how long the engine needs to show a write. All later topics wait that long before they read.
func askDelays(ctx context.Context, r *run) error {
	r.cast.lag = unmeasuredLag
	m := &delays{
		watchesLists: r.verdicts.of("no-lists").with == 0 &&
			(r.verdicts.of("no-filters").with == 0 || r.listing.pages["dashboard"].count < longList),
	}
	for round := range mostRounds {
		if round >= fewestRounds && m.isClear() || m.why != "" {
			break
		}
		if err := m.round(ctx, r); err != nil {
			return err
		}
	}
	m.decide(r)
	return nil
}

func (m *delays) isClear() bool {
	return m.creates.isClear() && m.updates.isClear() && m.deletes.isClear() && (m.lists.isClear() || !m.watchesLists)
}

// round makes, changes and deletes one dashboard.
func (m *delays) round(ctx context.Context, r *run) error {
	const before, after = "Made by a probe.", "Changed by a probe."
	o, write, err := r.create(ctx, "dashboard", map[string]any{"description": before})
	if err != nil {
		return err
	}
	if o == nil {
		m.why = "the engine refuses to create a dashboard"
		return nil
	}
	if err := m.watch(ctx, r, o, write, &m.creates, func(doc map[string]any) bool { return doc != nil }); err != nil {
		return err
	}
	if write, err = r.update(ctx, o, map[string]any{"description": after}); err != nil {
		return err
	}
	if write.done() {
		isChanged := func(doc map[string]any) bool { return doc["description"] == after }
		if err := m.watch(ctx, r, o, write, &m.updates, isChanged); err != nil {
			return err
		}
	}
	// run.remove would wait until the object is gone.
	write, err = r.door.ask(ctx, engine.Exchange{Method: http.MethodDelete, Path: r.objectPath(o)})
	r.cast.lastWrite = time.Now()
	if err != nil || !write.done() && write.Status != http.StatusNotFound {
		return err
	}
	r.seeGone(o, write)
	err = m.watch(ctx, r, o, write, &m.deletes, func(doc map[string]any) bool { return doc == nil })
	o.gone = err == nil && m.why == ""
	return err
}

// watch reads an object, alone and in the list, until both show a write. isShown gets the object, or nil if it is not found.
func (m *delays) watch(
	ctx context.Context, r *run, o *object, write *reply, delay *delay, isShown func(doc map[string]any) bool,
) error {
	var read, list span
	listIsLater := false
	for start := time.Now(); ; {
		if !read.seen {
			sent := time.Now()
			answer, err := r.door.get(ctx, r.objectPath(o))
			if err != nil {
				return err
			}
			read.look(write, sent, isShown(found(answer)))
			if trip := time.Since(sent); m.roundTrip == 0 || trip < m.roundTrip {
				m.roundTrip = trip
			}
		}
		if m.watchesLists && !list.seen {
			sent := time.Now()
			doc, err := r.findInList(ctx, o)
			if err != nil {
				return err
			}
			list.look(write, sent, isShown(doc))
			listIsLater = listIsLater || read.seen && !list.seen
		}
		passed := time.Since(start)
		if read.seen && (list.seen || !m.watchesLists) || passed > settleTime {
			break
		}
		if err := engine.Sleep(ctx, max(2*time.Millisecond, passed/6)); err != nil {
			return err
		}
	}
	list.late = listIsLater
	m.note(r, write, delay, read, list)
	return nil
}

// note collects what watch saw. A write that was answered at the second attempt tells nothing: nobody knows when the engine made it.
func (m *delays) note(r *run, write *reply, delay *delay, read, list span) {
	if !read.seen {
		m.why = "reads did not show a write within " + settleTime.String()
		return
	}
	if m.watchesLists && !list.seen {
		m.watchesLists = false
		r.verdicts.untold("late-lists", "a list did not show a write within "+settleTime.String())
	}
	if write.lost || write.failure != nil {
		return
	}
	delay.note(read, max(quickTime, 3*m.roundTrip)) // A write, a read, and some time in between.
	if m.watchesLists && (list.late || !read.late) {
		m.lists.note(list, max(quickTime, 4*m.roundTrip))
	}
}

// decide sees the habits, and sets how long later topics wait.
func (m *delays) decide(r *run) {
	r.cast.lag = 0
	for habit, d := range map[string]*delay{
		"late-creates": &m.creates, "late-updates": &m.updates, "slow-deletes": &m.deletes, "late-lists": &m.lists,
	} {
		if m.why != "" {
			r.verdicts.untold(habit, m.why)
		}
		atLeast := 1
		if habit == "late-lists" {
			// A list that lacks an object once may have been cut into pages while somebody else deleted another object.
			atLeast = fewestRounds
		}
		d.see(r, habit, atLeast)
		if d.late >= atLeast {
			r.cast.lag = max(r.cast.lag, d.longest+d.longest/4+quickTime)
		}
	}
	if m.watchesLists && m.lists.late+m.lists.quick+m.lists.slow == 0 && m.creates.late > 0 {
		r.verdicts.untold("late-lists", "reads show writes late too")
	}
}

// found returns the object in the answer to a read, or nil if the object was not found.
func found(read *reply) map[string]any {
	if !read.done() {
		return nil
	}
	return read.object()
}

// findInList returns an object of the run as the list shows it, or nil.
func (r *run) findInList(ctx context.Context, o *object) (map[string]any, error) {
	for doc, err := range r.all(ctx, o.kind, o.name) {
		if err != nil || doc["id"] == o.id {
			return doc, err
		}
	}
	return nil, nil
}
