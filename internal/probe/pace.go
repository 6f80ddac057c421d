// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// A run waits for the end of a start for at most startPatience, and for the end of a stop for startsPerStop times as long as a start took.
// The wait for a stop is at least leastStopPatience. If it would be longer than mostStopPatience, a stop that has not ended by then tells
// nothing.
const (
	startPatience     = 10 * time.Second
	startsPerStop     = 10
	leastStopPatience = 3 * time.Second
	mostStopPatience  = 10 * time.Second
)

// The pauses between the reads of a component begin with leastPause, and grow with the time since the first read, so that a time is
// measured to about one part in pauseShare.
const (
	leastPause = 5 * time.Millisecond
	pauseShare = 8
)

// deployment is the state of a component as a read shows it. The status is in lower case.
type deployment struct {
	active bool
	status string
}

// activeStatuses are the statuses of active components (quirk 7). A component is also active if its deployment_active is true.
var activeStatuses = []string{"startrequested", "pending", "running", "stoprequested"}

func deploymentOf(doc map[string]any) deployment {
	status, _ := doc["deployment_status"].(string)
	status = strings.ToLower(status)
	return deployment{active: doc["deployment_active"] == true || slices.Contains(activeStatuses, status), status: status}
}

func (d deployment) isActive() bool           { return d.active }
func (d deployment) isStopped() bool          { return !d.active }
func (d deployment) isRequestedToStart() bool { return d.status == "startrequested" }

// isStarted reports whether a start has ended, also if it failed or if the component has already done its work.
func (d deployment) isStarted() bool {
	return d.status == "running" || d.status == "failed" || d.active && !slices.Contains(activeStatuses, d.status)
}

// phase says how to watch a component after a start or a stop: how long, until which state, and in which states the engine has not yet
// begun. Some engines show Pending for a component that runs, so that Pending says nothing about time.
type phase struct {
	isAsked, isOver func(deployment) bool
	patience        time.Duration
}

// watched is what the reads after a start or a stop showed.
type watched struct {
	last  deployment
	ended bool
	// took is the time from the request to the read that showed the end.
	took time.Duration
	// isSlow is true if an answer showed a state in which the engine had not yet begun. That state ended after more than above and at most
	// upTo.
	isSlow      bool
	above, upTo time.Duration
}

// watch reads a component until a start or a stop has ended. asked is the answer to the start or the stop.
func (r *run) watch(ctx context.Context, o *object, asked *reply, p phase) (w watched) {
	var isQuick bool
	if answer := asked.object(); asked.done() && answer["deployment_status"] != nil {
		w.isSlow, isQuick = p.isAsked(deploymentOf(answer)), p.isOver(deploymentOf(answer))
	}
	r.settle(ctx)
	begin, pause := time.Now(), leastPause
	for {
		answer := r.get(ctx, r.objectPath(o))
		if !answer.done() {
			return w
		}
		w.last = deploymentOf(answer.object())
		if p.isAsked(w.last) && !isQuick { // Otherwise the read is late, and not the engine.
			w.isSlow, w.above = true, answer.SentAt.Sub(asked.CameAt)
		} else if w.upTo == 0 {
			w.upTo = answer.CameAt.Sub(asked.SentAt)
		}
		if w.ended = p.isOver(w.last); w.ended {
			w.took = answer.CameAt.Sub(asked.SentAt)
			return w
		}
		if time.Since(begin) > p.patience {
			return w
		}
		if err := engine.Sleep(ctx, pause); err != nil {
			r.fail(err)
		}
		pause = max(leastPause, time.Since(begin)/pauseShare)
	}
}

// pace is what a run knows about the time that changes of a deployment take.
type pace struct {
	// start is the time that a start took, or the patience if it did not end.
	start time.Duration
	// isKnown is true if the run saw the end of a start or of a stop. isSlow is true if one of them took time: more than above, and at most
	// upTo.
	isKnown, isSlow bool
	above, upTo     time.Duration
}

func (p *pace) noteStart(w watched) {
	p.start = startPatience
	if w.ended {
		p.start = w.took
		p.note(w)
	}
}

// note narrows the bounds. If a start and a stop take different times, the longer one counts.
func (p *pace) note(w watched) {
	p.isKnown = true
	if !w.isSlow {
		return
	}
	if above := max(p.above, w.above); p.isSlow && above < min(p.upTo, w.upTo) {
		p.above, p.upTo = above, min(p.upTo, w.upTo)
	} else if !p.isSlow || w.above > p.above {
		p.above, p.upTo = w.above, w.upTo
	}
	p.isSlow = true
}

func (p *pace) stopPatience() time.Duration {
	return min(max(leastStopPatience, startsPerStop*p.start), mostStopPatience)
}

func (s *states) seePace() {
	if s.pace.isKnown {
		s.see("slow-deployment", s.pace.isSlow, roundTime(s.pace.above, s.pace.upTo))
	} else if s.pace.start > 0 {
		s.unknown("a start takes longer than "+habit.ShortDuration(startPatience), "slow-deployment")
	}
}
