// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// askDeployment finds out how the engine starts and stops components. A run that only reads finds out whether it can do so.
func askDeployment(ctx context.Context, r *run) error {
	if r.Write {
		return askStates(ctx, r)
	}
	return askForStart(ctx, r)
}

// askForStart finds out whether the engine can start components, without starting one: a GET of the path of a start is answered with
// 405 if there is a start, and with 404 if there is none.
func askForStart(ctx context.Context, r *run) error {
	for _, doc := range r.listing.pages["component"].docs {
		id := idOf(doc)
		word, _ := doc["type"].(string)
		if id == "" || word == "" {
			continue
		}
		read, err := r.door.get(ctx, r.route.component(word, id))
		if err != nil {
			return err
		}
		if !read.done() {
			continue
		}
		start, err := r.door.get(ctx, r.route.component(word, id, string(table.Start)))
		if err != nil {
			return err
		}
		r.verdicts.see("no-deployment", start.Status == http.StatusNotFound)
		return nil
	}
	r.verdicts.untold("no-deployment", "the engine has no component")
	return nil
}

// stateHabits are the habits that askStates finds out.
var stateHabits = []string{
	"no-deployment", "slow-deployment", "start-refused", "start-fails", "stop-fails", "never-stops", "update-while-active",
	"running-creates", "repeated-starts-refused", "active-deletes-refused",
}

const noSuchState = "no component came into a state that shows it"

// states is what a run knows about starts and stops. o is the component that it starts and stops.
type states struct {
	*run

	o *object
	// now is what the last read of o showed.
	now deployment
	// runsAtOnce is true if new components run.
	runsAtOnce bool
	pace       pace
}

// why notes why the habits that nothing has shown yet stay untold.
func (s *states) why(why string) {
	for _, habit := range stateHabits {
		s.verdicts.untold(habit, why)
	}
}

// askStates starts and stops own components. The steps depend on each other: only an active component shows how it is stopped, for
// example.
func askStates(ctx context.Context, r *run) error {
	s := &states{run: r}
	s.why("the engine creates no component that a read shows")
	found, err := s.another(ctx)
	if err != nil || !found {
		return err
	}
	s.runsAtOnce = s.now.active
	r.verdicts.see("running-creates", s.runsAtOnce)
	s.why("the engine makes no component active")
	if s.now.active {
		s.why(noSuchState)
	}
	for _, step := range []func(context.Context) error{
		s.repeat, s.start, s.repeat, s.updateActive, s.stop, s.repeat, s.restart, s.deleteActive,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	s.seePace()
	return nil
}

// another makes a new component and reports whether a read shows it.
func (s *states) another(ctx context.Context) (found bool, err error) {
	body, _ := fill(examples()["component"].Create, s.outside()).(map[string]any)
	if s.o, err = s.createAccepted(ctx, "component", body); err != nil || s.o == nil {
		return false, err
	}
	doc, err := s.shown(ctx, s.o)
	s.now = deploymentOf(doc)
	return doc != nil, err
}

// repeat starts a component that has been started, or stops one that is stopped.
func (s *states) repeat(ctx context.Context) error {
	action := table.Stop
	if s.now.active {
		if s.now.status == "failed" || s.now.status == "stoprequested" {
			return nil // Another start would be no repetition.
		}
		action = table.Start
	}
	answer, err := s.act(ctx, s.o, action)
	if err != nil {
		return err
	}
	s.seeAction(answer)
	if answer.done() || answer.Status == http.StatusConflict {
		s.verdicts.see("repeated-starts-refused", !answer.done())
	}
	if action == table.Start {
		s.seeStart(answer)
	}
	return nil
}

// seeAction looks at the answer to a start or a stop.
func (s *states) seeAction(answer *reply) {
	if lacksAction(answer) {
		s.verdicts.see("no-deployment", true)
		s.why("the engine has no start and no stop")
	} else if answer.done() || answer.Status == http.StatusConflict {
		s.verdicts.see("no-deployment", false)
	}
}

// seeStart looks at the answer to a start.
func (s *states) seeStart(answer *reply) {
	switch {
	case answer.done():
		s.verdicts.see("start-refused", false)
	case answer.Status == http.StatusBadRequest, answer.Status == http.StatusUnprocessableEntity:
		s.verdicts.see("start-refused", true)
		s.why("the engine refuses to start components")
	case !lacksAction(answer):
		s.verdicts.untold("start-refused", refusal(answer))
	}
}

// isDone reports whether a start or a stop was done. If the first answer was lost, a 409 may refuse the repetition.
func isDone(answer *reply) bool {
	return answer.done() || answer.failure != nil && answer.Status == http.StatusConflict
}

// start starts the component unless it is active, and waits until it runs.
func (s *states) start(ctx context.Context) error {
	if s.now.active || s.verdicts.of("no-deployment").with > 0 || s.verdicts.of("start-refused").with > 0 {
		return nil
	}
	answer, err := s.act(ctx, s.o, table.Start)
	if err != nil {
		return err
	}
	s.seeAction(answer)
	s.seeStart(answer)
	if !isDone(answer) {
		return nil
	}
	s.why(noSuchState)
	w, err := s.watch(ctx, s.o, answer, phase{deployment.isRequestedToStart, deployment.isStarted, startPatience})
	if err != nil {
		return err
	}
	hadFailed := s.now.status == "failed"
	s.now = w.last
	if !w.ended {
		s.verdicts.untold("start-fails", "a start takes longer than "+habit.ShortDuration(startPatience))
	} else if !hadFailed || w.last.active { // Otherwise it may be the failure from before the start.
		s.verdicts.see("start-fails", w.last.status == "failed")
	}
	s.pace.noteStart(w)
	return nil
}

// updateActive updates an active component.
func (s *states) updateActive(ctx context.Context) error {
	if !s.now.active {
		return nil
	}
	answer, err := s.update(ctx, s.o, map[string]any{"description": "Made and changed by a probe."})
	if err != nil {
		return err
	}
	if answer.done() || answer.Status == http.StatusConflict {
		s.verdicts.see("update-while-active", answer.done())
	} else {
		s.verdicts.untold("update-while-active", refusal(answer))
	}
	return nil
}

// stop stops an active component and waits until it is no longer active.
func (s *states) stop(ctx context.Context) error {
	if !s.now.active || s.verdicts.of("no-deployment").with > 0 {
		return nil
	}
	answer, err := s.act(ctx, s.o, table.Stop)
	if err != nil {
		return err
	}
	s.seeAction(answer)
	untold := func(why string) {
		s.verdicts.untold("stop-fails", why)
		s.verdicts.untold("never-stops", why)
	}
	if !isDone(answer) {
		untold(refusal(answer))
		return nil
	}
	patience := s.pace.stopPatience()
	w, err := s.watch(ctx, s.o, answer, phase{deployment.isActive, deployment.isStopped, patience})
	if err != nil {
		return err
	}
	s.now = w.last
	switch {
	case w.ended:
		s.verdicts.see("never-stops", false)
		s.verdicts.see("stop-fails", w.last.status == "failed")
		s.pace.note(w)
	case patience < mostStopPatience && w.last.status == "stoprequested":
		s.verdicts.see("never-stops", true)
		s.verdicts.untold("stop-fails", "no stop ends")
	default:
		untold("a stop takes longer than " + habit.ShortDuration(patience))
	}
	return nil
}

// restart makes a component active for the last step: the stopped one, or a new one that runs at once.
func (s *states) restart(ctx context.Context) error {
	if err := s.start(ctx); err != nil || s.now.active || !s.runsAtOnce {
		return err
	}
	_, err := s.another(ctx)
	return err
}

// deleteActive deletes an active component.
func (s *states) deleteActive(ctx context.Context) error {
	if s.o == nil || !s.now.active {
		return nil
	}
	answer, err := s.remove(ctx, s.o)
	if err != nil {
		return err
	}
	if s.o.gone || answer.Status == http.StatusConflict {
		s.verdicts.see("active-deletes-refused", !s.o.gone)
	} else {
		s.verdicts.untold("active-deletes-refused", refusal(answer))
	}
	return nil
}
