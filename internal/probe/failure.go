// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"net/http"
	"slices"
)

const (
	// fewestWrites is the number of writes after which a run would have met an engine that makes one write in ten and answers a failure.
	fewestWrites = 60
	// fewestResponses is the number of responses after which a run would have met an engine that asks to wait for one request in ten.
	fewestResponses = 40
)

// askFailures makes nodes until the run makes enough writes to meet an engine that makes writes and answers a failure. The deletion of each
// object is a write too.
func askFailures(ctx context.Context, r *run) {
	for range fewestWrites {
		if !r.Write || r.judged+len(r.ledger.made) >= fewestWrites || r.createAccepted(ctx, "node", examples()["node"].Create) == nil {
			return
		}
	}
}

// seeDone notes that the engine made an object. Without lists, the run would not find an object whose create has failed.
func (r *run) seeDone(o *object) {
	if r.ledger.listed[o.kind] != nil {
		r.judged++
	}
}

// seeGone notes how an object disappeared. If the read before the second attempt no longer showed it, the first attempt was made.
func (r *run) seeGone(o *object, answer *reply) {
	switch {
	case o.deletions > 1 || r.hasDeletedParent(o):
	case answer.isInstead:
		r.seeDoneAfterFailure(answer)
	case answer.failures == 0:
		r.judged++
	}
}

// hasDeletedParent reports whether the engine may have deleted an object with another one.
func (r *run) hasDeletedParent(o *object) bool {
	return slices.ContainsFunc(r.ledger.made, func(other *object) bool {
		return other.deletions > 0 && slices.Contains([]any{o.sent["dashboard"], o.sent["tab"], o.sent["component_id"]}, any(other.id))
	})
}

// seeDoneAfterFailure notes that the engine has done what it answered with 503. Other failures are those of a connection or of a gateway
// that waited too long, on which every engine may do what was asked. If several attempts failed, nobody knows which one was done.
func (r *run) seeDoneAfterFailure(answer *reply) {
	if answer == nil || answer.failures != 1 || answer.failure.Status != http.StatusServiceUnavailable {
		return
	}
	if isFromGateway(answer.failure) {
		r.verdicts.see("failed-after-write", true)
	} else {
		r.verdicts.see("refused-after-write", true)
	}
}

// seeFailures decides, after the last request, about engines that make a write and answer a failure, and about engines that ask clients to
// wait until a date. The share of such responses is only known roughly.
func (r *run) seeFailures() {
	switch {
	case r.door.dated > 0:
		r.verdicts.see("dated-429", true, share(r.door.dated, r.door.asked))
	case r.door.asked >= fewestResponses:
		r.verdicts.see("dated-429", false)
	default:
		r.unknown("the run sent too few requests", "dated-429")
	}
	for habit, failures := range map[string]int{
		"failed-after-write": r.door.gatewayFailures, "refused-after-write": r.door.engineFailures,
	} {
		switch c := r.verdicts.of(habit); {
		case c.with > 0:
			c.parameter = share(failures, r.door.writes)
		case r.judged >= fewestWrites:
			r.verdicts.see(habit, false)
		case r.Write:
			r.unknown("the run made too few writes", habit)
		}
	}
}

// share returns part of all as a round number, such as 0.1.
func share(part, all int) string {
	steps := []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1}
	best := steps[0]
	for _, step := range steps {
		ratio := float64(part) / float64(all)
		if near(step, ratio) < near(best, ratio) {
			best = step
		}
	}
	return fmt.Sprint(best)
}

// near returns how far two positive numbers are apart, as a factor of at least 1.
func near(a, b float64) float64 { return max(a/b, b/a) }
