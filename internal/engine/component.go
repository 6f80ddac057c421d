// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// A component is stopped before it is updated, and started again by the client (interface section 3). The engine reports
// the state of the deployment some time after it was asked (wire shapes section 5).

// activeStatuses are the states of a deployment in which a component can't be updated.
var activeStatuses = []string{"StartRequested", "Pending", "Running", "StopRequested"}

const (
	firstPoll = 100 * time.Millisecond
	lastPoll  = 2 * time.Second
	// restartTime bounds the attempt to start a component again when the time for its update has run out.
	restartTime = 30 * time.Second
)

// Deployed is what SetComponent and DeleteComponent made of a component.
type Deployed struct {
	Document Document
	// Unstoppable says that the engine has no operation to stop components, so that the update was sent to one that may
	// have been running.
	Unstoppable bool
}

// StopError says that a component did not stop in time.
type StopError struct {
	ID         string
	LastStatus string // the last deployment_status that the engine reported
	Cause      error  // what ended the wait
}

func (e *StopError) Error() string {
	return fmt.Sprintf("the component %s did not stop in time: its last status was %q (%s)", e.ID, e.LastStatus, e.Cause)
}

func (e *StopError) Unwrap() error { return e.Cause }

// SetComponent changes the fields that patch holds, while the component is stopped, and lets it run afterwards as running
// says; nil means as before. An empty patch leaves a running component alone. The waits end with the context. When
// something fails after the component was stopped, it is started again if it ran before.
func (c *Client) SetComponent(ctx context.Context, col Collection, id string, patch Document, running *bool) (Deployed, error) {
	release, err := c.components.lock(ctx, id)
	if err != nil {
		return Deployed{}, err
	}
	defer release()
	doc, err := c.Read(ctx, col, id)
	if err != nil {
		return Deployed{}, err
	}
	before := isActive(doc)
	after := before
	if running != nil {
		after = *running
	}
	result := Deployed{Document: doc}
	stopped := false
	if before && (len(patch) > 0 || !after) {
		stopped, err = c.stopAndWait(ctx, col, id, &result)
	}
	if err == nil && len(patch) > 0 {
		err = c.setFields(ctx, col, id, patch, &result)
	}
	if err != nil {
		after = before
	}
	if after && (stopped || !before) && (err == nil || before) {
		err = errors.Join(err, c.startAgain(ctx, col, id, &result))
	}
	return result, err
}

// DeleteComponent stops a component that is running and removes it. That it is already gone is success.
func (c *Client) DeleteComponent(ctx context.Context, col Collection, id string) (Deployed, error) {
	release, err := c.components.lock(ctx, id)
	if err != nil {
		return Deployed{}, err
	}
	defer release()
	doc, err := c.Read(ctx, col, id)
	if IsNotFound(err) {
		return Deployed{}, nil
	}
	if err != nil {
		return Deployed{}, err
	}
	result := Deployed{Document: doc}
	if isActive(doc) {
		if _, err := c.stopAndWait(ctx, col, id, &result); err != nil && !IsNotFound(err) {
			return result, err
		}
	}
	return result, c.Delete(ctx, col, id)
}

// isActive tells whether a component has to be stopped before an update.
func isActive(doc Document) bool {
	wanted, _ := doc["deployment_active"].(bool)
	return wanted || slices.Contains(activeStatuses, status(doc))
}

func status(doc Document) string {
	text, _ := doc["deployment_status"].(string)
	return text
}

// stopAndWait asks the engine to stop a component and waits until it has. asked says that the engine may have taken the
// request, so that the component has to be started again whatever comes.
func (c *Client) stopAndWait(ctx context.Context, col Collection, id string, result *Deployed) (asked bool, err error) {
	c.log(ctx, "stopping the component", map[string]any{"id": id, "status": status(result.Document)})
	doc, err := c.Stop(ctx, col, id)
	if lacksOperation(err) {
		c.log(ctx, "the engine can't stop components", map[string]any{"id": id})
		result.Unstoppable = true
		return false, nil
	}
	if err != nil {
		return true, err // it may have been taken all the same
	}
	for delay := firstPoll; ; delay = min(2*delay, lastPoll) {
		result.Document = doc
		if !isActive(doc) {
			c.log(ctx, "the component has stopped", map[string]any{"id": id, "status": status(doc)})
			return true, nil
		}
		c.log(ctx, "waiting for the component to stop", map[string]any{"id": id, "status": status(doc)})
		if err := sleep(ctx, delay); err != nil {
			return true, &StopError{ID: id, LastStatus: status(doc), Cause: err}
		}
		if doc, err = c.Read(ctx, col, id); err != nil {
			return true, c.whileStopping(ctx, id, result.Document, err)
		}
	}
}

// whileStopping makes a StopError of an error that is due to the end of the context.
func (c *Client) whileStopping(ctx context.Context, id string, last Document, err error) error {
	if ctx.Err() != nil {
		return &StopError{ID: id, LastStatus: status(last), Cause: ctx.Err()}
	}
	return err
}

// lacksOperation says whether an engine does not know the operation; a component that is gone is noticed by the next
// request.
func lacksOperation(err error) bool {
	var answer *Error
	return errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusMethodNotAllowed)
}

func (c *Client) setFields(ctx context.Context, col Collection, id string, patch Document, result *Deployed) error {
	doc, err := c.Update(ctx, col, id, patch)
	if err != nil {
		return err
	}
	c.log(ctx, "the component was updated", map[string]any{"id": id})
	result.Document = doc
	return nil
}

// startAgain starts a component. It has time for that even if the time of the update is over: a component that ran must
// not stay behind stopped.
func (c *Client) startAgain(ctx context.Context, col Collection, id string, result *Deployed) error {
	if ctx.Err() != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), restartTime)
		defer cancel()
		ctx = late
	}
	c.log(ctx, "starting the component", map[string]any{"id": id})
	doc, err := c.Start(ctx, col, id)
	if lacksOperation(err) && result.Unstoppable {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the component %s could not be started: %w", id, err)
	}
	result.Document = doc
	return nil
}
