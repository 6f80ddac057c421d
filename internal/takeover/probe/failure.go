// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"net/http"
	"slices"
)

const (
	// fewestWrites is the number of writes after which a run would have met an engine that makes one write in ten and answers a failure.
	fewestWrites = 40
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
		r.see("failed-after-write", true)
	} else {
		r.see("refused-after-write", true)
	}
}

// seeFailures decides, after the last request, about engines that make a write and answer a failure, and about engines that ask clients to
// wait until a date.
func (r *run) seeFailures() {
	if r.isDated || r.answered >= fewestResponses {
		r.see("dated-429", r.isDated)
	} else {
		r.unknown("the run sent too few requests", "dated-429")
	}
	for _, habit := range []string{"failed-after-write", "refused-after-write"} {
		switch {
		case r.of(habit).with > 0:
		case r.judged >= fewestWrites:
			r.see(habit, false)
		case r.Write:
			r.unknown("the run made too few writes", habit)
		}
	}
}
