// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"
)

// nextStatus is the deployment state that follows by itself (wire shapes section 5).
var nextStatus = map[string]string{
	"StartRequested": "Pending",
	"Pending":        "Running",
	"StopRequested":  "Stopped",
}

// act starts or stops a component: 200 and the whole object, whose status changes after the deploy delay.
func act(s *Server, t target, r *request) (*answer, error) {
	if len(r.body) > 0 { // Quirk 21.
		if _, err := decodeBody(r.Request, r.body); err != nil {
			return nil, err
		}
	}
	data, err := s.change(t, func(doc document) (document, error) {
		active, status := t.action == "start", "StopRequested"
		if active {
			status = "StartRequested"
		}
		if doc["deployment_active"] != active { // Else quirk 6.
			doc["deployment_active"], doc["deployment_status"] = active, status
			s.deploy(doc)
		}
		return doc, nil
	})
	if err != nil {
		return nil, err
	}
	return success(http.StatusOK, data), nil
}

// deploy takes the component to its last state, or sees to it that the next one follows after the delay.
func (s *Server) deploy(doc document) {
	for {
		status, _ := doc["deployment_status"].(string)
		next, ok := nextStatus[status]
		if !ok {
			return
		}
		if s.options.DeployDelay > 0 {
			id := idOf(doc)
			s.deployments.after(s.options.DeployDelay, id, func() { s.advance(id, status, next) })
			return
		}
		doc["deployment_status"] = next
	}
}

// advance takes a component from one state to the next, unless another request has changed it meanwhile.
func (s *Server) advance(id, from, to string) {
	t := target{place: place{collection: s.collections["component"]}, id: id}
	_, err := s.change(t, func(doc document) (document, error) {
		if doc["deployment_status"] == from {
			doc["deployment_status"] = to
			s.deploy(doc)
		}
		return doc, nil
	})
	var refused *refusal
	if err != nil && !errors.As(err, &refused) { // Refused: the component was deleted.
		s.options.Log.Error("deployment failed", "component", id, "error", err)
	}
}

// resumeDeployments takes up what a server before this one had under way.
func (s *Server) resumeDeployments() {
	for _, o := range s.store.list("component") {
		status := string(rawText(rawField(o.bytes(), "deployment_status")))
		if next, ok := nextStatus[status]; ok {
			s.deployments.after(s.options.DeployDelay, o.id, func() { s.advance(o.id, status, next) })
		}
	}
}

// refuseActive keeps a component that is active from being updated (interface section 3, quirk 7).
func refuseActive(doc document) error {
	status, _ := doc["deployment_status"].(string)
	if doc["deployment_active"] == true || slices.Contains(activeStatuses, status) {
		return refuse(http.StatusConflict, "The component must be stopped before it is updated; its status is "+status+".")
	}
	return nil
}

// deployments are the state changes to come, one per component at most.
type deployments struct {
	mu      sync.Mutex
	stopped bool
	timers  map[string]*time.Timer
}

// after does the work after the delay, in the place of what was to come for the component.
func (d *deployments) after(delay time.Duration, component string, work func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stopped {
		return
	}
	if d.timers == nil {
		d.timers = map[string]*time.Timer{}
	}
	if timer, ok := d.timers[component]; ok {
		timer.Stop()
	}
	var timer *time.Timer
	timer = time.AfterFunc(delay, func() {
		d.mu.Lock()
		if d.timers[component] == timer { // Else another has taken its place.
			delete(d.timers, component)
		}
		d.mu.Unlock()
		work()
	})
	d.timers[component] = timer
}

func (d *deployments) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = true
	for _, timer := range d.timers {
		timer.Stop()
	}
}
