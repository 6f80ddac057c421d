// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package deployment changes objects that run: it stops them before an update and starts them again, one change at a time for
// each object (interface section 3). The client has the steps; their order is here.
//
// It imports the client alone. Start reading at Deployer.Set.
package deployment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
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

// activeStatuses are the states of a deployment in which an object can't be updated. The engine reports a state some time
// after it was asked for (wire shapes section 5).
var activeStatuses = []string{"StartRequested", "Pending", "Running", "StopRequested"}

const (
	firstPoll = 100 * time.Millisecond
	lastPoll  = 2 * time.Second
	// restartTime bounds the attempt to start a component again when the time for its update has run out.
	restartTime = 30 * time.Second
)

// Result is what a change made of an object.
type Result struct {
	Document engine.Document
	// Unstoppable says that the engine has no operation to stop components, so that the update was sent to one that may
	// have been running.
	Unstoppable bool
}

// StopError says that a component did not stop in time.
type StopError struct {
	Kind, ID   string
	LastStatus string // the last deployment_status that the engine reported
	Cause      error  // what ended the wait
}

func (e *StopError) Error() string {
	return fmt.Sprintf("the %s %s did not stop in time: its last status was %q (%s)", e.Kind, e.ID, e.LastStatus, e.Cause)
}

func (e *StopError) Unwrap() error { return e.Cause }

// Set changes the fields that patch holds, while the component is stopped, and lets it run afterwards as running
// says; nil means as before. An empty patch leaves a running component alone. The waits end with the context. When
// something fails after the component was stopped, it is started again if it ran before.
func (d *Deployer) Set(ctx context.Context, col engine.Collection, id string, patch engine.Document, running *bool) (Result, error) {
	release, err := d.locks.lock(ctx, id)
	if err != nil {
		return Result{}, err
	}
	defer release()
	doc, err := d.client.Read(ctx, col, id)
	if err != nil {
		return Result{}, err
	}
	before := isActive(doc)
	after := before
	if running != nil {
		after = *running
	}
	result := Result{Document: doc}
	stopped := false
	if before && (len(patch) > 0 || !after) {
		stopped, err = d.stopAndWait(ctx, col, id, &result)
	}
	if err == nil && len(patch) > 0 {
		err = d.setFields(ctx, col, id, patch, &result)
	}
	if err != nil {
		after = before
	}
	if after && (stopped || !before) && (err == nil || before) {
		err = errors.Join(err, d.startAgain(ctx, col, id, &result))
	}
	return result, err
}

// Delete stops a component that is running and removes it. That it is already gone is success.
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
	result := Result{Document: doc}
	if isActive(doc) {
		if _, err := d.stopAndWait(ctx, col, id, &result); err != nil && !engine.IsNotFound(err) {
			return result, err
		}
	}
	return result, d.client.Delete(ctx, col, id)
}

// isActive tells whether a component has to be stopped before an update.
func isActive(doc engine.Document) bool {
	wanted, _ := doc["deployment_active"].(bool)
	return wanted || slices.Contains(activeStatuses, status(doc))
}

func status(doc engine.Document) string {
	text, _ := doc["deployment_status"].(string)
	return text
}

// stopAndWait asks the engine to stop a component and waits until it has. asked says that the engine may have taken the
// request, so that the component has to be started again whatever comes.
func (d *Deployer) stopAndWait(ctx context.Context, col engine.Collection, id string, result *Result) (asked bool, err error) {
	d.log(ctx, "stopping the component", map[string]any{"id": id, "status": status(result.Document)})
	doc, err := d.client.Stop(ctx, col, id)
	if lacksOperation(err) {
		d.log(ctx, "the engine can't stop components", map[string]any{"id": id})
		result.Unstoppable = true
		return false, nil
	}
	if err != nil {
		return true, err // it may have been taken all the same
	}
	for delay := firstPoll; ; delay = min(2*delay, lastPoll) {
		result.Document = doc
		if !isActive(doc) {
			d.log(ctx, "the component has stopped", map[string]any{"id": id, "status": status(doc)})
			return true, nil
		}
		d.log(ctx, "waiting for the component to stop", map[string]any{"id": id, "status": status(doc)})
		if err := sleep(ctx, delay); err != nil {
			return true, &StopError{Kind: col.String(), ID: id, LastStatus: status(doc), Cause: err}
		}
		if doc, err = d.client.Read(ctx, col, id); err != nil {
			return true, d.whileStopping(ctx, col, id, result.Document, err)
		}
	}
}

// whileStopping makes a StopError of an error that is due to the end of the context.
func (d *Deployer) whileStopping(ctx context.Context, col engine.Collection, id string, last engine.Document, err error) error {
	if ctx.Err() != nil {
		return &StopError{Kind: col.String(), ID: id, LastStatus: status(last), Cause: ctx.Err()}
	}
	return err
}

// lacksOperation says whether an engine does not know the operation; a component that is gone is noticed by the next
// request.
func lacksOperation(err error) bool {
	var answer *engine.Error
	return errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusMethodNotAllowed)
}

func (d *Deployer) setFields(ctx context.Context, col engine.Collection, id string, patch engine.Document, result *Result) error {
	doc, err := d.client.Update(ctx, col, id, patch)
	if err != nil {
		return err
	}
	d.log(ctx, "the component was updated", map[string]any{"id": id})
	result.Document = doc
	return nil
}

// startAgain starts a component. It has time for that even if the time of the update is over: a component that ran must
// not stay behind stopped.
func (d *Deployer) startAgain(ctx context.Context, col engine.Collection, id string, result *Result) error {
	if ctx.Err() != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), restartTime)
		defer cancel()
		ctx = late
	}
	d.log(ctx, "starting the component", map[string]any{"id": id})
	doc, err := d.client.Start(ctx, col, id)
	if lacksOperation(err) && result.Unstoppable {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the %s %s could not be started: %w", col, id, err)
	}
	result.Document = doc
	return nil
}

// sleep waits. The error is why the context ended.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
