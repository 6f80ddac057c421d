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

// nextStatus has the deployment status that follows each status without a further request.
var nextStatus = map[string]string{
	"StartRequested": "Pending",
	"Pending":        "Running",
	"StopRequested":  "Stopped",
}

// rejectActive returns a 409 error if the component is active, because only inactive components can be updated (quirks 7 and 44 in
// quirks.go).
func rejectActive(doc jsondoc.Object) error {
	status, _ := doc["deployment_status"].(string)
	if doc["deployment_active"] == true || slices.Contains([]string{"StartRequested", "Pending", "Running", "StopRequested"}, status) {
		return jsondoc.Reject(http.StatusConflict, "The component must be stopped before it is updated; its status is "+status+".")
	}
	return nil
}

// Deployments changes the deployment status of components after a start or a stop: at once, or one status after each delay.
type Deployments struct {
	// Delay is the time between two deployment statuses. With 0, the last status follows at once.
	Delay time.Duration
	// Course may change the next status and the delay before it. If it returns "", the component keeps its present status.
	Course func(next string, delay time.Duration) (string, time.Duration)
	// Change edits the stored component with this id. A timer calls it, outside any request.
	Change func(id string, edit func(doc jsondoc.Object)) error
	Log    *slog.Logger

	mu     sync.Mutex
	closed bool
	timers map[string]*time.Timer // The timer for the next status of each component.
}

// Request starts the component in doc if active is true, and stops it otherwise. It sets the first deployment status, for example
// StartRequested. The later ones follow on their own.
func (d *Deployments) Request(doc jsondoc.Object, active bool) {
	if doc["deployment_active"] == active {
		return // Quirk 6: a repeated start or stop changes nothing.
	}
	doc["deployment_active"], doc["deployment_status"] = active, "StopRequested"
	if active {
		doc["deployment_status"] = "StartRequested"
	}
	d.goOn(doc)
}

// Resume continues starts and stops that are under way in stored components, for example after a restart of the server.
func (d *Deployments) Resume(components []*store.Record) {
	for _, component := range components {
		status := string(jsondoc.Text(jsondoc.Field(component.Bytes(), "deployment_status")))
		if next, delay := d.following(status); next != "" {
			d.after(component.ID(), delay, func() { d.advance(component.ID(), status, next) })
		}
	}
}

// Close stops all timers, so that no status changes any more.
func (d *Deployments) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, timer := range d.timers {
		timer.Stop()
	}
}

// goOn continues a start or a stop. Without a delay, it writes the last deployment status at once. With a delay, it starts a timer that
// writes the next deployment status.
func (d *Deployments) goOn(doc jsondoc.Object) {
	for {
		status, _ := doc["deployment_status"].(string)
		next, delay := d.following(status)
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

// following returns the deployment status that comes after the given one, and the delay before it. next is "" if no status follows.
func (d *Deployments) following(status string) (next string, delay time.Duration) {
	next, delay = nextStatus[status], d.Delay
	if next != "" {
		return d.Course(next, delay)
	}
	return next, delay
}

// advance changes the status of a stored component, unless a request has changed the status since the timer started.
func (d *Deployments) advance(id, from, to string) {
	err := d.Change(id, func(doc jsondoc.Object) {
		if doc["deployment_status"] == from {
			doc["deployment_status"] = to
			d.goOn(doc)
		}
	})
	var rejected *jsondoc.Rejection
	if err != nil && !errors.As(err, &rejected) { // Rejected: the component was deleted.
		d.Log.Error("deployment failed", "component", id, "error", err)
	}
}

// after calls work when the delay has passed. A component has only one timer: the new one replaces an earlier one.
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
