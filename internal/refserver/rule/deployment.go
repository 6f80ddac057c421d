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

// nextStatus has the deployment status that follows each status by itself (wire shapes section 5).
var nextStatus = map[string]string{
	"StartRequested": "Pending",
	"Pending":        "Running",
	"StopRequested":  "Stopped",
}

// activeStatuses are the deployment statuses in which a component can't be updated (quirk 7).
var activeStatuses = []string{"StartRequested", "Pending", "Running", "StopRequested"}

// refuseActive refuses the update of an active component (interface section 3, quirks 7 and 44).
func refuseActive(doc document.Object) error {
	status, _ := doc["deployment_status"].(string)
	if doc["deployment_active"] == true || slices.Contains(activeStatuses, status) {
		return document.Refuse(http.StatusConflict, "The component must be stopped before it is updated; its status is "+status+".")
	}
	return nil
}

// Deployments change the deployment statuses of components: at once, or one status after each delay.
type Deployments struct {
	// Delay is the time between two statuses.
	Delay time.Duration
	// Course is called with each status that follows by itself, and its delay. It returns those that follow instead; an empty status ends
	// the deployment.
	Course func(next string, delay time.Duration) (string, time.Duration)
	// Change edits a stored component.
	Change func(id string, edit func(doc document.Object)) error
	Log    *slog.Logger

	mu     sync.Mutex
	closed bool
	timers map[string]*time.Timer // The timer for the next status of each component.
}

// Request starts or stops the component in a document.
func (d *Deployments) Request(doc document.Object, active bool) {
	if doc["deployment_active"] == active {
		return // Quirk 6: a repeated start or stop changes nothing.
	}
	doc["deployment_active"], doc["deployment_status"] = active, "StopRequested"
	if active {
		doc["deployment_status"] = "StartRequested"
	}
	d.goOn(doc)
}

// Resume continues the deployments of stored components, for example after a restart.
func (d *Deployments) Resume(components []*store.Record) {
	for _, component := range components {
		status := string(document.Text(document.Field(component.Bytes(), "deployment_status")))
		if next, delay := d.following(status); next != "" {
			d.after(component.ID(), delay, func() { d.advance(component.ID(), status, next) })
		}
	}
}

// Close stops all deployments.
func (d *Deployments) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, timer := range d.timers {
		timer.Stop()
	}
}

// goOn changes the document to its last status. If there is a delay, it starts a timer for the next status instead.
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

// following returns the next status, or "", and the delay before it.
func (d *Deployments) following(status string) (next string, delay time.Duration) {
	next, delay = nextStatus[status], d.Delay
	if next != "" && d.Course != nil {
		return d.Course(next, delay)
	}
	return next, delay
}

// advance changes the status of a stored component, unless a request has changed it meanwhile.
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

// after calls work after the delay. It replaces the timer that the component has.
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
		if d.timers[component] == timer { // Otherwise a later timer has replaced it.
			delete(d.timers, component)
		}
		d.mu.Unlock()
		work()
	})
	d.timers[component] = timer
}
