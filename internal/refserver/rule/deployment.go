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

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// nextStatus maps each temporary deployment status to the status that automatically follows it.
var nextStatus = map[string]string{
	"StartRequested": "Pending",
	"Pending":        "Running",
	"StopRequested":  "Stopped",
}

// rejectActive returns a 409 rejection if the component is active and therefore can't be updated (quirks 7 and 44 in quirks.go).
func rejectActive(doc jsondoc.Object) error {
	status, _ := doc["deployment_status"].(string)
	if doc["deployment_active"] == true || slices.Contains([]string{"StartRequested", "Pending", "Running", "StopRequested"}, status) {
		return jsondoc.Reject(http.StatusConflict, "The component must be stopped before it is updated; its status is "+status+".")
	}
	return nil
}

// Deployments changes a component's deployment status step by step after a start or a stop, for example from StartRequested to Running.
type Deployments struct {
	// Delay is the time between two deployment statuses. With 0, a component reaches its final status immediately.
	Delay time.Duration
	// ReplaceStatus may change the next status of a component, and the time until the component reaches that status. If it returns "", the
	// component keeps its current status.
	ReplaceStatus func(next string, delay time.Duration) (string, time.Duration)
	// Change edits the stored component with the given id. It must not depend on a request, because it is called from timers.
	Change func(id string, edit func(doc jsondoc.Object)) error
	Log    *slog.Logger

	mu     sync.Mutex
	closed bool
	timers map[string]*time.Timer // Each component's timer for its next status, by component id.
}

// Request starts or stops the component in doc. It sets the first status, such as StartRequested. Later statuses follow automatically.
func (d *Deployments) Request(doc jsondoc.Object, active bool) {
	if doc["deployment_active"] == active {
		return // A repeated start or stop changes nothing (quirk 6).
	}
	doc["deployment_active"], doc["deployment_status"] = active, "StopRequested"
	if active {
		doc["deployment_status"] = "StartRequested"
	}
	d.proceed(doc)
}

// Resume continues the unfinished starts and stops of stored components, for example after a restart of the server.
func (d *Deployments) Resume(components []*store.Record) {
	for _, component := range components {
		status := string(jsondoc.Text(jsondoc.Field(component.Bytes(), "deployment_status")))
		if next, delay := d.next(status); next != "" {
			d.after(component.ID(), delay, func() { d.advance(component.ID(), status, next) })
		}
	}
}

// Close stops all timers, so that statuses no longer change.
func (d *Deployments) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, timer := range d.timers {
		timer.Stop()
	}
}

// proceed continues a start or a stop. Without a delay, it sets the final status. With a delay, it starts a timer for the next status.
func (d *Deployments) proceed(doc jsondoc.Object) {
	for {
		status, _ := doc["deployment_status"].(string)
		next, delay := d.next(status)
		if next == "" {
			return
		}
		if delay > 0 {
			id := jsondoc.ID(doc)
			d.after(id, delay, func() { d.advance(id, status, next) })
			return
		}
		doc["deployment_status"] = next
	}
}

// next returns the deployment status that follows the given one, and the delay until then. If there is no next status, it returns "".
func (d *Deployments) next(status string) (next string, delay time.Duration) {
	next, delay = nextStatus[status], d.Delay
	if next != "" {
		return d.ReplaceStatus(next, delay)
	}
	return next, delay
}

// advance changes the deployment status of a stored component from one status to another. If a request has changed the status since the
// timer started, advance does nothing.
func (d *Deployments) advance(id, from, to string) {
	err := d.Change(id, func(doc jsondoc.Object) {
		if doc["deployment_status"] == from {
			doc["deployment_status"] = to
			d.proceed(doc)
		}
	})
	var rejected *jsondoc.Rejection
	if err != nil && !errors.As(err, &rejected) { // A rejection means that the component was deleted.
		d.Log.Error("deployment failed", "component", id, "error", err)
	}
}

// after calls the work function when the delay has passed. A component has only one timer, so a new timer replaces the previous one.
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
	d.timers[component] = time.AfterFunc(delay, work)
}
