// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package deployment changes components that run. It stops a component before an update and starts it again afterwards, one change at a
// time for each component (interface section 3). The client sends the requests; this package decides their order.
//
// It imports the client alone.
//
//	deployer.go  Set and Delete, the order of their steps, and a lock for each component
//	stop.go      stops a component, and waits until it has stopped
//	start.go     starts a component, and waits until it runs
//	status.go    reads the deployment of a document
//
// Start reading at Deployer.Set.
package deployment

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Deployer changes the components of one engine. It is safe for concurrent use.
type Deployer struct {
	client *engine.Client
	log    func(ctx context.Context, msg string, fields map[string]any)
	locks  locks
}

// NewDeployer returns a deployer that sends its requests through client. log receives a line for each step; it may be nil.
func NewDeployer(client *engine.Client, log func(ctx context.Context, msg string, fields map[string]any)) *Deployer {
	if log == nil {
		log = func(context.Context, string, map[string]any) {}
	}
	return &Deployer{client: client, log: log, locks: locks{held: map[string]chan struct{}{}}}
}

// deleteGrace bounds how long Delete waits for a component to stop. The stop only lets the component finish its work: interface section 3
// requires a stop before an update, but not before a delete.
const deleteGrace = time.Minute

// Change tells Set how to change a component.
type Change struct {
	// Patch makes the body of the update. Set calls it before it stops a running component, because an empty body needs no stop. It calls
	// it again before the update, because the component may have changed while it was being stopped.
	Patch engine.Decide
	// Running tells whether the component shall run afterwards. nil means that it runs if it ran before.
	Running *bool
	// Owed is true if an earlier change stopped the component and could not start it again.
	Owed bool
	// Restart stops a running component even if nothing else requires it.
	Restart bool
	// Progress receives each step with the component's status, and a line for each look during a wait. It may be nil.
	Progress func(step, status string)
}

// Result is the result of Set or Delete.
type Result struct {
	Document engine.Document
	// Unstoppable is true if the engine has no operation to stop the component. The change was sent although the component may run.
	Unstoppable bool
	// StopFailed is true if the stop ended with the status Failed. The change was sent nevertheless.
	StopFailed bool
	// NotRunning is the reason why a component does not run although it should, or nil.
	NotRunning *StartError
	// Owed is true if the component ran before, was stopped, and could not be started again.
	Owed bool
}

// Set stops a component if necessary, changes its fields, and starts it as the change says. The waits end with ctx. If a step fails after
// the component was stopped, Set starts the component again if it ran before.
func (d *Deployer) Set(ctx context.Context, col engine.Collection, id string, change Change) (Result, error) {
	release, err := d.locks.lock(ctx, id)
	if err != nil {
		return Result{Owed: change.Owed}, err
	}
	defer release()
	seen, err := d.client.Snapshot(ctx, col, id)
	if err != nil {
		return Result{Owed: change.Owed}, err
	}
	doc := seen.Document
	o := &operation{Deployer: d, col: col, id: id, seen: seen, result: Result{Document: doc}, before: doc, progress: change.Progress}
	o.wanted = isWanted(doc) || change.Owed
	err = o.set(ctx, change)
	return o.result, err
}

// operation is one change or deletion of one component.
type operation struct {
	*Deployer
	col         engine.Collection
	id          string
	before      engine.Document
	seen        engine.Snapshot // the last read; empty after a request to stop, because it is out of date then
	wanted      bool            // the component shall run, unless the change says otherwise
	askedToStop bool            // the engine may have accepted a request to stop
	started     *watch          // watches the status after the engine accepted a request to start; nil before
	result      Result

	progress func(step, status string)
}

// report logs a step.
func (o *operation) report(ctx context.Context, step string) {
	status := Status(o.result.Document)
	o.log(ctx, step, map[string]any{"id": o.id, "status": status})
	if o.progress != nil {
		o.progress(step, status)
	}
}

// set carries out the steps of Set. If the update fails, the component shall run as before.
func (o *operation) set(ctx context.Context, change Change) error {
	after := o.wanted
	if change.Running != nil {
		after = *change.Running
	}
	// A failed component is started again only if the change declares that it shall run.
	revive := change.Running != nil && after && hasFailed(o.before)
	needsUpdate := true // Revise itself finds out that there is nothing to send.
	var err error
	if mustWait(o.before) {
		_, patch := change.Patch(ctx, o.before)
		needsUpdate = len(patch) > 0
		if needsUpdate || after != isWanted(o.before) || revive || change.Restart {
			err = o.stop(ctx)
		}
	}
	if err == nil && needsUpdate {
		err = o.update(ctx, change)
	}
	if err != nil || change.Running == nil {
		after = o.wanted
	}
	if after && (o.askedToStop || !isWanted(o.before) || revive && err == nil) {
		o.result.NotRunning = o.start(ctx)
		o.result.Owed = o.result.NotRunning != nil && o.wanted
	}
	if err == nil && after && change.Running != nil && o.result.NotRunning == nil {
		o.result.NotRunning = o.awaitRunning(ctx)
	}
	return err
}

// update sends the update. If the engine refuses it because somebody has started the component in between, update stops the component and
// sends the update again.
func (o *operation) update(ctx context.Context, change Change) error {
	doc, err := o.client.Revise(ctx, o.col, o.id, o.seen, change.Patch)
	if isConflict(err) && !o.result.Unstoppable {
		if stopErr := o.stopIfActive(ctx); stopErr != nil {
			return errors.Join(err, stopErr)
		}
		doc, err = o.client.Revise(ctx, o.col, o.id, o.seen, change.Patch)
	}
	if err != nil || doc == nil {
		return err
	}
	o.report(ctx, "the component was updated")
	o.result.Document = withDeployment(doc, withDeployment(o.result.Document, doc))
	return nil
}

// stopIfActive reads the component, and stops it if it is active.
func (o *operation) stopIfActive(ctx context.Context) error {
	doc, err := o.look(ctx)
	if err != nil || !mustWait(doc) {
		return err
	}
	o.result.Document = doc
	o.wanted = o.wanted || isWanted(doc)
	return o.stop(ctx)
}

// look reads the component. The next update is made from this version.
func (o *operation) look(ctx context.Context) (engine.Document, error) {
	seen, err := o.client.Snapshot(ctx, o.col, o.id)
	if err != nil {
		return nil, err
	}
	o.seen = seen
	return seen.Document, nil
}

// Delete deletes a component. It asks an active component to stop and waits for deleteGrace. If the engine refuses to delete an active
// component, Delete waits until ctx ends. Delete succeeds if the component no longer exists.
func (d *Deployer) Delete(ctx context.Context, col engine.Collection, id string) (Result, error) {
	release, err := d.locks.lock(ctx, id)
	if err != nil {
		return Result{}, err
	}
	defer release()
	doc, err := d.client.Read(ctx, col, id)
	if engine.IsNotFound(err) {
		return Result{}, d.client.Delete(ctx, col, id) // The client proves that the component is gone.
	}
	if err != nil {
		return Result{}, err
	}
	o := &operation{Deployer: d, col: col, id: id, result: Result{Document: doc}, before: doc}
	if mustWait(doc) {
		err = o.stopBeforeDelete(ctx)
	}
	if ctx.Err() != nil {
		return o.result, err
	}
	if err != nil {
		d.log(ctx, "deleting a component that has not stopped", map[string]any{"id": id, "error": err.Error()})
	}
	return o.result, o.delete(ctx)
}

func (o *operation) stopBeforeDelete(ctx context.Context) error {
	grace := deleteGrace
	if end, ok := ctx.Deadline(); ok {
		grace = min(grace, time.Until(end)/2)
	}
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	return o.stop(ctx)
}

func (o *operation) delete(ctx context.Context) error {
	err := o.client.Delete(ctx, o.col, o.id)
	if !isConflict(err) || o.result.Unstoppable {
		return err
	}
	if stopErr := o.stopIfActive(ctx); stopErr != nil && !engine.IsNotFound(stopErr) {
		return errors.Join(err, stopErr)
	}
	return o.client.Delete(ctx, o.col, o.id)
}

// isConflict reports whether the engine refused a change because of the component's state.
func isConflict(err error) bool {
	var answer *engine.Error
	return errors.As(err, &answer) && answer.Status == http.StatusConflict
}

// lacksOperation reports whether the engine has no such operation. The same status may mean that the component is gone, which the next
// request notices.
func lacksOperation(err error) bool {
	var answer *engine.Error
	return errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusMethodNotAllowed)
}

// locks allow one operation at a time on each component. An operation consists of several requests.
type locks struct {
	mu   sync.Mutex
	held map[string]chan struct{}
}

// lock waits until it gets the lock of an id. The error is that of ctx.
func (l *locks) lock(ctx context.Context, id string) (release func(), err error) {
	l.mu.Lock()
	slot, ok := l.held[id]
	if !ok {
		slot = make(chan struct{}, 1)
		l.held[id] = slot
	}
	l.mu.Unlock()
	select {
	case slot <- struct{}{}:
		return func() { <-slot }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
