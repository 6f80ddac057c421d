// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rule

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// nextStatus is the deployment state that follows by itself (wire shapes section 5).
var nextStatus = map[string]string{
	"StartRequested": "Pending",
	"Pending":        "Running",
	"StopRequested":  "Stopped",
}

// activeStatuses are the deployment states in which a component cannot be updated (quirk 7).
var activeStatuses = []string{"StartRequested", "Pending", "Running", "StopRequested"}

// refuseActive keeps a component that is active from being updated (interface section 3, quirks 7 and 44).
func refuseActive(doc document.Object) error {
	status, _ := doc["deployment_status"].(string)
	if doc["deployment_active"] == true || slices.Contains(activeStatuses, status) {
		return document.Refuse(http.StatusConflict, "The component must be stopped before it is updated; its status is "+status+".")
	}
	return nil
}

// Deployments take components through their states: at once, or one state after each delay.
type Deployments struct {
	// Delay lies between two states.
	Delay time.Duration
	// Course says, where it is not nil, what follows in the place of a state, "" for nothing, and after which delay.
	Course func(next string, delay time.Duration) (string, time.Duration)
	// Change edits a component in the store.
	Change func(id string, edit func(doc document.Object)) error
	Log    *slog.Logger

	mu     sync.Mutex
	closed bool
	timers map[string]*time.Timer // Of the state changes to come, one per component at most.
}

// Request notes in the document of a component that it is to run, or not, and begins with it.
func (d *Deployments) Request(doc document.Object, active bool) {
	if doc["deployment_active"] == active {
		return // Quirk 6.
	}
	doc["deployment_active"], doc["deployment_status"] = active, "StopRequested"
	if active {
		doc["deployment_status"] = "StartRequested"
	}
	d.goOn(doc)
}

// Resume takes up what a server before this one had under way.
func (d *Deployments) Resume(components []*store.Record) {
	for _, component := range components {
		status := string(document.Text(document.Field(component.Bytes(), "deployment_status")))
		if next, delay := d.following(status); next != "" {
			d.after(component.ID(), delay, func() { d.advance(component.ID(), status, next) })
		}
	}
}

// Close ends what is under way.
func (d *Deployments) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, timer := range d.timers {
		timer.Stop()
	}
}

// goOn takes the component to its last state, or sees to it that the next one follows after the delay.
func (d *Deployments) goOn(doc document.Object) {
	for {
		status, _ := doc["deployment_status"].(string)
		next, delay := d.following(status)
		if next == "" {
			return
		}
		if delay > 0 {
			id := document.ID(doc)
			d.after(id, delay, func() { d.advance(id, status, next) })
			return
		}
		doc["deployment_status"] = next
	}
}

// following gives the state that follows, "" for none, and the delay until then.
func (d *Deployments) following(status string) (next string, delay time.Duration) {
	next, delay = nextStatus[status], d.Delay
	if next != "" && d.Course != nil {
		return d.Course(next, delay)
	}
	return next, delay
}

// advance takes a component from one state to the next, unless another request has changed it meanwhile.
func (d *Deployments) advance(id, from, to string) {
	err := d.Change(id, func(doc document.Object) {
		if doc["deployment_status"] == from {
			doc["deployment_status"] = to
			d.goOn(doc)
		}
	})
	var refused *document.Refusal
	if err != nil && !errors.As(err, &refused) { // Refused: the component was deleted.
		d.Log.Error("deployment failed", "component", id, "error", err)
	}
}

// after does the work after the delay, in the place of what was to come for the component.
func (d *Deployments) after(component string, delay time.Duration, work func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
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
