// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package deployment updates and deletes components that may be running. It stops a component before an update and starts it again
// afterwards (interface document, section 3). Calls for the same component run one at a time. This package decides the order of the
// requests, and the client (package engine) sends them.
//
//	deployer.go  Set and Delete, the order of their steps, the wait for a status, and a lock for each component
//	stop.go      stops a component, and waits until it has stopped
//	start.go     starts a component, and waits until it is running
//	status.go    reads the deployment fields in a document
//
// The package imports only engine. Start reading at Deployer.Set.
package deployment

import (
	"context"
	"errors"
	"math"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Deployer updates and deletes components, and stops and starts them as needed. It is safe for concurrent use.
type Deployer struct {
	client *engine.Client
	log    func(ctx context.Context, msg string, fields map[string]any)
	locks  sync.Map // by component id: a *semaphore.Weighted
}

// NewDeployer returns a Deployer that sends its requests through client. It passes each step to log, which may be nil.
func NewDeployer(client *engine.Client, log func(ctx context.Context, msg string, fields map[string]any)) *Deployer {
	if log == nil {
		log = func(context.Context, string, map[string]any) {}
	}
	return &Deployer{client: client, log: log}
}

// deleteGrace is how long Delete waits for a running component to finish its work and stop. After that, Delete deletes the component
// anyway, because a delete, unlike an update, does not require a stopped component (interface document, section 3).
const deleteGrace = time.Minute

// Change describes an update of a component, and whether the component should be running afterwards.
type Change struct {
	// Patch returns the body of the update. If the component is running, Set calls Patch first to find out whether an update, and thus a stop,
	// is needed. It calls Patch again just before the update, because the component may have changed while it was stopping.
	Patch engine.Decide
	// Running specifies whether the component should be running after the update. If it is nil, Set leaves the component in the state that
	// it had before the update.
	Running *bool
	// Owed is true if an earlier call of Set stopped the component and couldn't restart it. With Owed, Set starts the component, unless
	// Running is false.
	Owed bool
	// Restart makes Set stop and start a running component even if nothing else requires it.
	Restart bool
	// Progress is called with the deployment_status at each step, and repeatedly during waits. It may be nil.
	Progress func(step, status string)
}

// Result is the outcome of Set or Delete. Document is the last known version of the component.
type Result struct {
	Document engine.Document
	// Unstoppable is true if the engine can't stop components. In this case, the component may still have been running during the update or
	// delete.
	Unstoppable bool
	// StopFailed is true if the component's status became Failed during the stop. The update or delete was sent anyway.
	StopFailed bool
	// If the component should be running but isn't, NotRunning is the reason. Otherwise, it is nil.
	NotRunning *StartError
	// Owed is true if Set stopped a running component and couldn't restart it. The next call of Set needs this value in Change.Owed, to
	// start the component then.
	Owed bool
}

// Set updates a component. It stops a running component before the update, and starts the component afterwards if it should be running. If
// a step fails after the stop, Set still restarts a component that was running before. Canceling ctx ends all waits.
func (d *Deployer) Set(ctx context.Context, col engine.Collection, id string, change Change) (Result, error) {
	release, err := d.lock(ctx, id)
	if err != nil {
		return Result{Owed: change.Owed}, err
	}
	defer release()
	read, err := d.client.Snapshot(ctx, col, id)
	if err != nil {
		return Result{Owed: change.Owed}, err
	}
	doc := read.Document
	o := &operation{Deployer: d, col: col, id: id, latest: read, result: Result{Document: doc}, before: doc, progress: change.Progress}
	o.wanted = isWanted(doc) || change.Owed
	err = o.set(ctx, change)
	return o.result, err
}

// operation is an in-progress call to Set or Delete.
type operation struct {
	*Deployer
	col         engine.Collection
	id          string
	before      engine.Document
	latest      engine.Snapshot // the last read; empty after a stop request, which changes the component
	wanted      bool            // the component should be running afterwards, unless change.Running is false
	askedToStop bool            // the engine may have accepted a stop request
	started     *watch          // watches the status once the engine has accepted a start request; nil until then
	result      Result

	progress func(step, status string)
}

// report logs a step and passes it to o.progress.
func (o *operation) report(ctx context.Context, step string) {
	status := Status(o.result.Document)
	o.log(ctx, step, map[string]any{"id": o.id, "status": status})
	if o.progress != nil {
		o.progress(step, status)
	}
}

// set performs the steps of Set. If the update fails, set restarts a component that was running before, regardless of change.Running.
func (o *operation) set(ctx context.Context, change Change) error {
	after := o.wanted
	if change.Running != nil {
		after = *change.Running
	}
	// A failure alone is a reason to restart a component only if the caller explicitly set change.Running to true.
	revive := change.Running != nil && after && hasFailed(o.before)
	needsUpdate := true // Revise sends nothing if the patch is empty.
	var err error
	if IsActive(o.before) {
		needsUpdate = len(change.Patch(o.before)) > 0
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

// update sends the update. After a 409, which means that another client has just started the component, it stops the component and retries.
func (o *operation) update(ctx context.Context, change Change) error {
	doc, err := o.client.Revise(ctx, o.col, o.id, o.latest, change.Patch)
	if isConflict(err) && !o.result.Unstoppable {
		if stopErr := o.stopIfActive(ctx); stopErr != nil {
			return errors.Join(err, stopErr)
		}
		doc, err = o.client.Revise(ctx, o.col, o.id, o.latest, change.Patch)
	}
	if err != nil || doc == nil {
		return err
	}
	o.report(ctx, "the component was updated")
	o.result.Document = withDeployment(doc, withDeployment(o.result.Document, doc))
	return nil
}

func (o *operation) stopIfActive(ctx context.Context) error {
	doc, err := o.read(ctx)
	if err != nil || !IsActive(doc) {
		return err
	}
	o.result.Document = doc
	o.wanted = o.wanted || isWanted(doc)
	return o.stop(ctx)
}

// read reads the component and records its version, so that the next update can't overwrite a newer one.
func (o *operation) read(ctx context.Context) (engine.Document, error) {
	read, err := o.client.Snapshot(ctx, o.col, o.id)
	if err != nil {
		return nil, err
	}
	o.latest = read
	return read.Document, nil
}

// await passes these limits to engine.Poll: at most 2 seconds between two reads, and no limit on the total wait.
const (
	lastPoll = 2 * time.Second
	forever  = math.MaxInt64
)

// await reads the component until isOver returns true. It returns an error if a read fails or ctx is canceled.
func (o *operation) await(ctx context.Context, step string, isOver func(doc engine.Document) bool) error {
	for look := range engine.Poll(ctx, lastPoll, forever) {
		if look > 1 {
			doc, err := o.read(ctx)
			if err != nil {
				return err
			}
			o.result.Document = doc
		}
		if isOver(o.result.Document) {
			return nil
		}
		o.report(ctx, step)
	}
	return context.Cause(ctx)
}

// Delete deletes a component. It first asks a running component to stop, and waits up to deleteGrace. If the engine then rejects the delete
// with a 409, Delete waits until the component has stopped or ctx is canceled. It succeeds even if the component no longer exists.
func (d *Deployer) Delete(ctx context.Context, col engine.Collection, id string) (Result, error) {
	release, err := d.lock(ctx, id)
	if err != nil {
		return Result{}, err
	}
	defer release()
	doc, err := d.client.Read(ctx, col, id)
	if engine.IsNotFound(err) {
		return Result{}, d.client.Delete(ctx, col, id) // The client's Delete succeeds only if the component is proven to be gone.
	}
	if err != nil {
		return Result{}, err
	}
	o := &operation{Deployer: d, col: col, id: id, result: Result{Document: doc}, before: doc}
	if IsActive(doc) {
		err = o.stopBeforeDelete(ctx)
	}
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return o.result, err
	default:
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

func isConflict(err error) bool { return engine.HasStatus(err, http.StatusConflict) }

// lacksOperation reports whether err suggests that the engine doesn't support starting or stopping components (404 or 405).
func lacksOperation(err error) bool {
	return engine.HasStatus(err, http.StatusNotFound, http.StatusMethodNotAllowed)
}

// lock locks the component until release is called. It waits while another call holds the lock, and returns an error if ctx is canceled.
func (d *Deployer) lock(ctx context.Context, id string) (release func(), err error) {
	value, _ := d.locks.LoadOrStore(id, semaphore.NewWeighted(1))
	turn, _ := value.(*semaphore.Weighted)
	return func() { turn.Release(1) }, turn.Acquire(ctx, 1)
}
