// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package deployment changes objects that run: it stops them before an update and starts them again, one change at a time for
// each object (interface section 3). The client has the steps; their order is here.
//
// It imports the client alone.
//
//	deployer.go  what is asked for, and in which order the steps follow
//	stop.go      an object is stopped, and the wait for it
//	start.go     an object is started, and the wait for it
//	status.go    what a document says of its deployment
//	locks.go     one change at a time
//
// Start reading at Deployer.Set.
package deployment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Deployer changes the running objects of one engine. It is safe for concurrent use.
type Deployer struct {
	client *engine.Client
	log    func(ctx context.Context, msg string, fields map[string]any)
	locks  *locks
}

// NewDeployer makes a deployer that asks through client. log receives a line for each step; nil means silence.
func NewDeployer(client *engine.Client, log func(ctx context.Context, msg string, fields map[string]any)) *Deployer {
	if log == nil {
		log = func(context.Context, string, map[string]any) {}
	}
	return &Deployer{client: client, log: log, locks: newLocks()}
}

// deleteGrace is how long a delete waits at most for a stop that nobody but the object's own work needs: interface section 3
// asks for a stop before an update alone.
const deleteGrace = time.Minute

// Change is what Set is to do.
type Change struct {
	// Patch makes the body of the update from the engine's document as it is now. It is asked before anything is stopped:
	// what the engine has already is no reason to stop. It is asked again before each update: the object may have changed, in
	// the time that the stop took above all. An empty body leaves the fields alone. The context is that of the request.
	Patch func(ctx context.Context, current engine.Document) (context.Context, engine.Document)
	// Running is whether the object is to run afterwards; nil means as before.
	Running *bool
	// Owed says that an earlier change stopped the object and could not start it again.
	Owed bool
	// Restart stops an object that runs even if nothing else asks for it.
	Restart bool
	// Progress receives each step with the status that the object then has, a line for each look at it; nil means silence.
	Progress func(step, status string)
}

// Result is what a change made of an object.
type Result struct {
	Document engine.Document
	// Unstoppable says that the engine has no operation to stop the object, so that the change was sent to one that may
	// have been running.
	Unstoppable bool
	// StopFailed says that the stop ended with the status Failed. The change was sent all the same.
	StopFailed bool
	// NotRunning is why an object does not run that should; nil if it does.
	NotRunning *StartError
	// Owed says that the object ran before, was stopped, and could not be started again.
	Owed bool
}

// Set changes the fields of an object, while it is stopped, and lets it run afterwards as declared. The waits end with the
// context. When something fails after the object was stopped, it is started again if it ran before.
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
	err = o.change(ctx, change)
	return o.result, err
}

// operation is one change of one object.
type operation struct {
	*Deployer
	col    engine.Collection
	id     string
	before engine.Document
	seen   engine.Snapshot // the last that was read; empty once a stop was asked for
	wanted bool            // the object is to run as long as nobody says otherwise
	asked  bool            // the engine may have taken a request to stop
	// started looks for what became of a request to start that the engine took; nil before there is one.
	started *watch
	result  Result

	progress func(step, status string)
}

// say tells of a step.
func (o *operation) say(ctx context.Context, step string) {
	status := Status(o.result.Document)
	o.log(ctx, step, map[string]any{"id": o.id, "status": status})
	if o.progress != nil {
		o.progress(step, status)
	}
}

// change carries a change out. An object that fails to be changed is left as it was.
func (o *operation) change(ctx context.Context, change Change) error {
	_, patch := change.Patch(ctx, o.before)
	after := o.wanted
	if change.Running != nil {
		after = *change.Running
	}
	// What failed is meant to run and does not. Only a declared start takes it up anew.
	revive := change.Running != nil && after && hasFailed(o.before)
	var err error
	if (len(patch) > 0 || after != isWanted(o.before) || revive || change.Restart) && mustWait(o.before) {
		err = o.stop(ctx)
	}
	if err == nil && len(patch) > 0 {
		err = o.update(ctx, change)
	}
	if err != nil || change.Running == nil {
		after = o.wanted
	}
	if after && (o.asked || !isWanted(o.before) || revive && err == nil) {
		o.result.NotRunning = o.start(ctx)
		o.result.Owed = o.result.NotRunning != nil && o.wanted
	}
	if err == nil && after && change.Running != nil && o.result.NotRunning == nil {
		o.result.NotRunning = o.awaitRunning(ctx)
	}
	return err
}

// update sends the fields. An object that was started since it was read is stopped first.
func (o *operation) update(ctx context.Context, change Change) error {
	if o.seen.Document == nil {
		if _, err := o.look(ctx); err != nil {
			return err
		}
	}
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
	o.say(ctx, "the component was updated")
	o.result.Document = withDeployment(doc, withDeployment(o.result.Document, doc))
	return nil
}

// stopIfActive looks at an object again, and stops it if it has to be stopped.
func (o *operation) stopIfActive(ctx context.Context) error {
	doc, err := o.look(ctx)
	if err != nil || !mustWait(doc) {
		return err
	}
	o.result.Document = doc
	o.wanted = o.wanted || isWanted(doc)
	return o.stop(ctx)
}

// look reads the object, which is what an update is then made from.
func (o *operation) look(ctx context.Context) (engine.Document, error) {
	seen, err := o.client.Snapshot(ctx, o.col, o.id)
	if err != nil {
		return nil, err
	}
	o.seen = seen
	return seen.Document, nil
}

// Delete removes an object. One that is active is asked to stop and gets some time for it; an engine that wants it stopped
// gets the time of the context. That it is already gone is success.
func (d *Deployer) Delete(ctx context.Context, col engine.Collection, id string) (Result, error) {
	release, err := d.locks.lock(ctx, id)
	if err != nil {
		return Result{}, err
	}
	defer release()
	doc, err := d.client.Read(ctx, col, id)
	if engine.IsNotFound(err) {
		return Result{}, d.client.Delete(ctx, col, id) // which makes sure that it is gone
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

// isConflict says whether the engine refuses a change because of the state that the object is in.
func isConflict(err error) bool {
	var answer *engine.Error
	return errors.As(err, &answer) && answer.Status == http.StatusConflict
}

// lacksOperation says whether an engine does not know the operation; an object that is gone is noticed by the next request.
func lacksOperation(err error) bool {
	var answer *engine.Error
	return errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusMethodNotAllowed)
}
