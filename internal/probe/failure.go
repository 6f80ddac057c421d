// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"net/http"
	"slices"
)

// fewestWrites is the number of writes after which a run would have met an engine that makes one write in ten and answers a failure.
const fewestWrites = 60

// askFailures makes nodes until the run has made enough writes to meet an engine that makes writes and answers a failure.
func askFailures(ctx context.Context, r *run) error {
	for range fewestWrites {
		expected := r.cast.judged
		if r.judgesDeletions() {
			expected += r.cast.deleted + r.deletable()
		}
		if expected >= fewestWrites {
			return nil
		}
		o, err := r.createAccepted(ctx, "node", examples()["node"].Create)
		if err != nil || o == nil {
			return err
		}
	}
	return nil
}

// judgesDeletions reports whether deletions tell if failed writes were made. An engine that answers 404 to each deletion, or 204 to the
// second, tells nothing.
func (r *run) judgesDeletions() bool {
	return r.verdicts.of("delete-answers-404").with == 0 && r.verdicts.of("delete-answers-204").with == 0
}

// deletable returns the number of objects whose deletion will tell something.
func (r *run) deletable() int {
	count := 0
	for _, o := range r.cast.made {
		if o.deletions == 0 && !r.hasDeletedParent(o) {
			count++
		}
	}
	return count
}

// seeDone notes how the engine answered a create that it made. Without lists, the run would not find an object whose create has failed.
func (r *run) seeDone(answer *reply) {
	if r.verdicts.of("no-lists").with == 0 {
		r.cast.judged++
	}
	if answer.lost {
		r.seeDoneAfterFailure(answer)
	}
}

// seeGone notes how the engine answered a deletion. A 404 after a failure says that the failed attempt was made, but only if the object was
// there before, and if the engine does not answer every deletion with 404. seeFailedWrites decides the latter.
func (r *run) seeGone(o *object, answer *reply) {
	if !answer.done() && answer.Status != http.StatusNotFound {
		return // The object is still there.
	}
	o.deletions++
	switch {
	case o.deletions > 1 || r.hasDeletedParent(o):
	case answer.done():
		r.cast.deleted++
	case answer.failures > 0:
		r.cast.goneBefore = append(r.cast.goneBefore, answer)
	}
}

// hasDeletedParent reports whether the engine may have deleted an object with another one.
func (r *run) hasDeletedParent(o *object) bool {
	return slices.ContainsFunc(r.cast.made, func(other *object) bool {
		return other.deletions > 0 && slices.Contains([]any{o.sent["dashboard"], o.sent["tab"], o.sent["component_id"]}, any(other.id))
	})
}

// seeDoneAfterFailure notes that the engine has done what it answered with 503. Other failures are those of a connection or of a gateway
// that waited too long, on which every engine may do what was asked. If several attempts failed, nobody knows which one was done.
func (r *run) seeDoneAfterFailure(answer *reply) {
	if answer.failures != 1 || answer.failure.Status != http.StatusServiceUnavailable {
		return
	}
	if isFromGateway(answer.failure) {
		r.verdicts.see("failed-after-write", true)
	} else {
		r.verdicts.see("refused-after-write", true)
	}
}

// seeFailedWrites decides about engines that make a write and answer a failure, after the last write.
func (r *run) seeFailedWrites() {
	if r.cast.deleted > 0 && r.verdicts.of("delete-answers-404").with == 0 {
		for _, answer := range r.cast.goneBefore {
			r.seeDoneAfterFailure(answer)
		}
		if r.judgesDeletions() {
			r.cast.judged += r.cast.deleted
		}
	}
	for habit, failures := range map[string]int{
		"failed-after-write": r.door.gatewayFailures, "refused-after-write": r.door.engineFailures,
	} {
		switch c := r.verdicts.of(habit); {
		case c.with > 0:
			c.parameter = share(failures, r.door.writes)
		case r.cast.judged >= fewestWrites:
			r.verdicts.see(habit, false)
		case r.Write:
			r.verdicts.untold(habit, "the run made too few writes")
		}
	}
}
