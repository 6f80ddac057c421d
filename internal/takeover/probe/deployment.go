// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// A run waits for the end of a start for at most startPatience, and for the end of a stop for startsPerStop times as long as a start took.
// The wait for a stop is at least minStopPatience. If it would be longer than maxStopPatience, a stop that has not ended by then reveals
// nothing.
const (
	startPatience   = 10 * time.Second
	startsPerStop   = 10
	minStopPatience = 3 * time.Second
	maxStopPatience = 10 * time.Second
)

// activeStatuses are the statuses of active components (quirk 7). A component is also active if its deployment_active is true.
var activeStatuses = []string{"startrequested", "pending", "running", "stoprequested"}

// deployment is the state of a component as a read shows it. The status is in lower case.
type deployment struct {
	active bool
	status string
}

func deploymentOf(doc map[string]any) deployment {
	status, _ := doc["deployment_status"].(string)
	status = strings.ToLower(status)
	return deployment{active: doc["deployment_active"] == true || slices.Contains(activeStatuses, status), status: status}
}

func (d deployment) isStopped() bool { return !d.active }

// isStarted reports whether a start has ended, also if it failed or if the component has already done its work.
func (d deployment) isStarted() bool {
	return d.status == "running" || d.status == "failed" || d.active && !slices.Contains(activeStatuses, d.status)
}

// askDeployment finds out how the engine starts and stops components. A run that only reads finds out whether it can do so.
func askDeployment(ctx context.Context, r *run) {
	if r.Write {
		askStates(ctx, r)
	} else {
		askForStart(ctx, r)
	}
}

// askForStart finds out whether the engine can start components, without starting one: a GET of the path of a start gets
// 405 if there is a start, and with 404 if there is none.
func askForStart(ctx context.Context, r *run) {
	for _, doc := range r.pages["component"] {
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

// states is what a run knows about starts and stops. o is the component that it starts and stops.
type states struct {
	*run

	o *object
	// now is what the last read of o showed.
	now deployment
	// start is how long a start took, or the patience if it did not end.
	start time.Duration
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
		s.askStop(ctx)
	}
	s.unseen("the engine makes no component active")
	if !s.now.active {
		s.askStart(ctx)
	}
	s.askStop(ctx)
}

// unseen notes why the habits that nothing has shown yet stay unknown.
func (s *states) unseen(why string) {
	s.unknown(why, "no-deployment", "start-refused", "start-fails", "never-stops")
}

// request starts or stops the component.
func (s *states) request(ctx context.Context, action table.Operation) *reply {
	response := s.act(ctx, s.o, action)
	if lacksAction(response) {
		s.see("no-deployment", true)
		s.unseen("the engine has no start and no stop")
	} else if response.done() || response.Status == http.StatusConflict || response.isRejection() {
		s.see("no-deployment", false)
	}
	return response
}

// isDone reports whether a start or a stop was done. If the first response was lost, a 409 may reject the repetition.
func isDone(response *reply) bool {
	return response.done() || response.failure != nil && response.Status == http.StatusConflict
}

// askStart starts the component and waits until it runs.
func (s *states) askStart(ctx context.Context) {
	response := s.request(ctx, table.Start)
	switch {
	case response.done():
		s.see("start-refused", false)
	case response.isRejection():
		s.unseen("the engine rejects the start of components")
		s.see("start-refused", true)
	case !lacksAction(response):
		s.unknown(rejection(response), "start-refused")
	}
	if !isDone(response) {
		return
	}
	hadFailed, ended := s.now.status == "failed", false
	s.start, ended = s.watch(ctx, response, deployment.isStarted, startPatience)
	if !ended {
		s.unknown("a start takes longer than "+habit.ShortDuration(startPatience), "start-fails")
	} else if !hadFailed || s.now.active { // Otherwise it may be the failure from before the start.
		s.see("start-fails", s.now.status == "failed")
	}
}

// askStop stops an active component and waits until it is no longer active.
func (s *states) askStop(ctx context.Context) {
	if !s.now.active {
		return
	}
	response := s.request(ctx, table.Stop)
	if !isDone(response) {
		s.unknown(rejection(response), "never-stops")
		return
	}
	patience := min(max(minStopPatience, startsPerStop*s.start), maxStopPatience)
	_, ended := s.watch(ctx, response, deployment.isStopped, patience)
	if ended || patience < maxStopPatience && s.now.status == "stoprequested" {
		s.see("never-stops", !ended)
	} else {
		s.unknown("a stop takes longer than "+habit.ShortDuration(patience), "never-stops")
	}
}

// watch reads the component until a start or a stop has ended, or until its patience is over. took is the time from the request (asked) to
// the last read.
func (s *states) watch(
	ctx context.Context, asked *reply, isOver func(deployment) bool, patience time.Duration,
) (took time.Duration, ended bool) {
	s.settle(ctx)
	for start := time.Now(); ; s.sleep(ctx, max(5*time.Millisecond, time.Since(start)/8)) { // The time is known to about one eighth.
		read := s.get(ctx, s.objectPath(s.o))
		if !read.done() {
			return took, false
		}
		s.now, took = deploymentOf(read.object()), read.CameAt.Sub(asked.SentAt)
		if ended = isOver(s.now); ended || time.Since(start) > patience {
			return took, ended
		}
	}
}

// rejection describes a response with which the engine rejects a request.
func rejection(response *reply) string { return fmt.Sprintf("the engine returns %d", response.Status) }
