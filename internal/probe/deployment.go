// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// askDeployment finds out how the engine starts and stops components. A run that only reads finds out whether it can do so.
func askDeployment(ctx context.Context, r *run) {
	if r.Write {
		askStates(ctx, r)
	} else {
		askForStart(ctx, r)
	}
}

// askForStart finds out whether the engine can start components, without starting one: a GET of the path of a start is answered with
// 405 if there is a start, and with 404 if there is none.
func askForStart(ctx context.Context, r *run) {
	for _, doc := range r.pages["component"].docs {
		id, _ := doc["id"].(string)
		word, _ := doc["type"].(string)
		if !isPlainID(id) || word == "" || !r.get(ctx, r.route.component(word, id)).done() {
			continue
		}
		start := r.get(ctx, r.route.component(word, id, string(table.Start)))
		r.see("no-deployment", start.Status == http.StatusNotFound)
		return
	}
	r.unknown("the engine has no component", "no-deployment")
}

// askStates starts and stops the example component. The steps depend on each other: only an active component shows how it is stopped.
func askStates(ctx context.Context, r *run) {
	s := &states{run: r, o: r.examples["component"]}
	s.unseen("the engine creates no component that a read shows")
	if s.o == nil {
		return
	}
	doc := r.shown(ctx, s.o)
	if doc == nil {
		return
	}
	if s.now = deploymentOf(doc); s.now.active { // The engine starts new components on its own, so begin with a stop.
		s.stop(ctx)
	}
	s.unseen("the engine makes no component active")
	s.start(ctx)
	s.stop(ctx)
	s.seePace()
}

// states is what a run knows about starts and stops. o is the component that it starts and stops.
type states struct {
	*run

	o *object
	// now is what the last read of o showed.
	now  deployment
	pace pace
}

// unseen notes why the habits that nothing has shown yet stay unknown.
func (s *states) unseen(why string) {
	s.unknown(why, "no-deployment", "slow-deployment", "start-refused", "start-fails", "never-stops")
}

// request starts or stops the component.
func (s *states) request(ctx context.Context, action table.Operation) *reply {
	if s.err != nil {
		return &reply{}
	}
	answer, err := s.act(ctx, s.o, action)
	if err != nil {
		return s.fail(err)
	}
	if lacksAction(answer) {
		s.see("no-deployment", true)
		s.unseen("the engine has no start and no stop")
	} else if answer.done() || answer.Status == http.StatusConflict {
		s.see("no-deployment", false)
	}
	return answer
}

// isDone reports whether a start or a stop was done. If the first answer was lost, a 409 may reject the repetition.
func isDone(answer *reply) bool {
	return answer.done() || answer.failure != nil && answer.Status == http.StatusConflict
}

// start starts the component unless it is active, and waits until it runs.
func (s *states) start(ctx context.Context) {
	if s.now.active {
		return
	}
	answer := s.request(ctx, table.Start)
	switch {
	case answer.done():
		s.see("start-refused", false)
	case isRejection(answer):
		s.unseen("the engine refuses to start components")
		s.see("start-refused", true)
		s.see("no-deployment", false)
	case !lacksAction(answer):
		s.unknown(refusal(answer), "start-refused")
	}
	if !isDone(answer) {
		return
	}
	w := s.watch(ctx, s.o, answer, phase{deployment.isRequestedToStart, deployment.isStarted, startPatience})
	hadFailed := s.now.status == "failed"
	s.now = w.last
	if !w.ended {
		s.unknown("a start takes longer than "+habit.ShortDuration(startPatience), "start-fails")
	} else if !hadFailed || w.last.active { // Otherwise it may be the failure from before the start.
		s.see("start-fails", w.last.status == "failed")
	}
	s.pace.noteStart(w)
}

// stop stops an active component and waits until it is no longer active.
func (s *states) stop(ctx context.Context) {
	if !s.now.active {
		return
	}
	answer := s.request(ctx, table.Stop)
	if !isDone(answer) {
		s.unknown(refusal(answer), "never-stops")
		return
	}
	patience := s.pace.stopPatience()
	w := s.watch(ctx, s.o, answer, phase{deployment.isActive, deployment.isStopped, patience})
	s.now = w.last
	switch {
	case w.ended:
		s.see("never-stops", false)
		s.pace.note(w)
	case patience < mostStopPatience && w.last.status == "stoprequested":
		s.see("never-stops", true)
	default:
		s.unknown("a stop takes longer than "+habit.ShortDuration(patience), "never-stops")
	}
}

// refusal describes a response with which the engine rejects a request.
func refusal(answer *reply) string { return fmt.Sprintf("the engine answers %d", answer.Status) }
