// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// These constants limit how long the run waits for a component to start or stop. The limit for a stop is startsPerStop times the duration
// of the start, but at least minStopPatience and at most maxStopPatience. If a component takes longer to stop, the run concludes that it
// never stops. However, if the limit is maxStopPatience, the component may just be slow, so the run concludes nothing.
const (
	startPatience   = 10 * time.Second
	startsPerStop   = 10
	minStopPatience = 3 * time.Second
	maxStopPatience = 10 * time.Second
)

func isStopped(doc engine.Document) bool { return !deployment.IsActive(doc) }

// isStarted reports whether a start is over because the component is running, has already finished its work, or failed to start.
func isStarted(doc engine.Document) bool {
	status := deployment.Status(doc)
	isMoving := slices.Contains([]string{"StartRequested", "Pending", "StopRequested"}, status)
	return status == "Failed" || deployment.IsActive(doc) && !isMoving
}

// probeDeployment determines how the engine starts and stops components. A read-only run determines only whether the engine can start them.
func probeDeployment(ctx context.Context, r *run) {
	if r.Write {
		probeStates(ctx, r)
	} else {
		probeStartPath(ctx, r)
	}
}

// probeStartPath determines whether the engine can start components, without starting one. It sends a GET request to the path for starting
// a component. If the path exists, the engine returns 405, because the path accepts only POST. Otherwise, it returns 404.
func probeStartPath(ctx context.Context, r *run) {
	for _, doc := range r.pages["component"] {
		id, _ := doc["id"].(string)
		word, _ := doc["type"].(string)
		if !isSafeID(id) || word == "" || !r.get(ctx, r.route.path("component", word, id)).isSuccess() {
			continue
		}
		start := r.get(ctx, r.route.path("component", word, id, string(table.Start)))
		r.observe("no-deployment", start.Status == http.StatusNotFound)
		return
	}
	r.noteUnknown("the engine has no component", "no-deployment")
}

// states contains what probeStates needs while it starts and stops a component (o).
type states struct {
	*run

	o *object
	// The component as of the last read.
	now engine.Document
	// How long the component took to start, or how long the run waited before giving up.
	start time.Duration
}

// probeStates starts and stops the example component. It can observe a stop only if the component becomes active.
func probeStates(ctx context.Context, r *run) {
	s := &states{run: r, o: r.examples["component"]}
	s.noteAllUnknown("the engine creates no component that a read shows")
	if s.o == nil {
		return
	}
	if s.now = r.readLatest(ctx, s.o); s.now == nil {
		return
	}
	s.probeStop(ctx) // The engine may have started the new component on its own.
	s.noteAllUnknown("the engine makes no component active")
	if isStopped(s.now) {
		s.probeStart(ctx)
	}
	s.probeStop(ctx)
}

// noteAllUnknown records a reason why the habits (deviations from INTERFACE.md) that affect starts and stops are undetermined. The report
// shows the reason only for habits about which the run has observed nothing.
func (s *states) noteAllUnknown(why string) {
	s.noteUnknown(why, "no-deployment", "start-refused", "start-fails", "never-stops")
}

// request sends a start or stop request and returns the response. It also records whether the engine supports starting and stopping.
func (s *states) request(ctx context.Context, action table.Operation) *reply {
	response := s.sendAction(ctx, s.o, action)
	if lacksAction(response) {
		s.observe("no-deployment", true)
		s.noteAllUnknown("the engine has no start and no stop")
	} else if response.isSuccess() || response.Status == http.StatusConflict || response.isRejection() {
		s.observe("no-deployment", false)
	}
	return response
}

// isDone reports whether the engine accepted a start or stop request. A 409 on a retry counts as accepted, because the engine may have
// processed the first attempt and rejected the retry.
func isDone(response *reply) bool {
	return response.isSuccess() || response.failure != nil && response.Status == http.StatusConflict
}

func (s *states) probeStart(ctx context.Context) {
	response := s.request(ctx, table.Start)
	switch {
	case response.isSuccess():
		s.observe("start-refused", false)
	case response.isRejection():
		s.noteAllUnknown("the engine rejects the start of components")
		s.observe("start-refused", true)
	case !lacksAction(response):
		s.noteUnknown(rejection(response), "start-refused")
	}
	if !isDone(response) {
		return
	}
	hadFailed, ended := deployment.Status(s.now) == "Failed", false
	s.start, ended = s.waitUntil(ctx, response, isStarted, startPatience)
	if !ended {
		s.noteUnknown("a start takes longer than "+habit.ShortDuration(startPatience), "start-fails")
	} else if !hadFailed || deployment.IsActive(s.now) { // If it had failed before, "Failed" may be the old status.
		s.observe("start-fails", deployment.Status(s.now) == "Failed")
	}
}

// probeStop stops the component if it is active, and waits until it is inactive.
func (s *states) probeStop(ctx context.Context) {
	if isStopped(s.now) {
		return
	}
	response := s.request(ctx, table.Stop)
	if !isDone(response) {
		s.noteUnknown(rejection(response), "never-stops")
		return
	}
	patience := min(max(minStopPatience, startsPerStop*s.start), maxStopPatience)
	_, ended := s.waitUntil(ctx, response, isStopped, patience)
	if ended || patience < maxStopPatience && deployment.Status(s.now) == "StopRequested" {
		s.observe("never-stops", !ended)
	} else {
		s.noteUnknown("a stop takes longer than "+habit.ShortDuration(patience), "never-stops")
	}
}

// waitUntil reads the component until isOver returns true, the time in patience is over, or a read fails. response is the engine's response
// to the start or stop request. The result elapsed is the time from that request to the last successful read.
func (s *states) waitUntil(
	ctx context.Context, response *reply, isOver func(doc engine.Document) bool, patience time.Duration,
) (elapsed time.Duration, ended bool) {
	s.settle(ctx)
	for start := time.Now(); ; s.sleep(ctx, max(5*time.Millisecond, time.Since(start)/8)) { // Pauses grow, so elapsed is accurate to 1/8.
		read := s.get(ctx, s.objectPath(s.o))
		if !read.isSuccess() {
			return elapsed, false
		}
		s.now, elapsed = read.object(), read.CameAt.Sub(response.SentAt)
		if ended = isOver(s.now); ended || time.Since(start) > patience {
			return elapsed, ended
		}
	}
}

func rejection(response *reply) string { return fmt.Sprintf("the engine returns %d", response.Status) }
