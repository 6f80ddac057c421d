// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment

import (
	"context"
	"fmt"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// restartTime bounds the attempt to start an object again that was stopped for an update.
const restartTime = 30 * time.Second

// StartError says why an object does not run that should.
type StartError struct {
	Kind, ID string
	// Impossible says that the engine has no operation to start objects.
	Impossible bool
	// Asked says that the engine took the request to start; LastStatus is the last deployment_status that it reported then.
	Asked      bool
	LastStatus string
	Cause      error // what the engine answered or what ended the wait; nil where the status says it all
}

func (e *StartError) Error() string {
	switch {
	case !e.Asked:
		return fmt.Sprintf("the %s %s could not be started: %s", e.Kind, e.ID, e.Cause)
	case e.Cause == nil:
		return fmt.Sprintf("the %s %s was started, but it does not run: its status is %q", e.Kind, e.ID, e.LastStatus)
	default:
		return fmt.Sprintf("the %s %s was started, but it was not seen to run: its last status was %q (%s)", e.Kind, e.ID, e.LastStatus, e.Cause)
	}
}

func (e *StartError) Unwrap() error { return e.Cause }

// start asks the engine to run an object. One that was stopped for an update gets the request whatever ends the run: it
// must not stay behind stopped.
func (o *operation) start(ctx context.Context) *StartError {
	if o.asked {
		detached, cancel := context.WithTimeout(context.WithoutCancel(ctx), restartTime)
		defer cancel()
		ctx = detached
	}
	o.say(ctx, "starting the component")
	reply, err := o.client.Start(ctx, o.col, o.id)
	if isConflict(err) {
		if doc, readErr := o.client.Read(ctx, o.col, o.id); readErr == nil && isWanted(doc) {
			reply, err = doc, nil // somebody has started it meanwhile
		}
	}
	if err != nil {
		return &StartError{Kind: o.col.String(), ID: o.id, Impossible: lacksOperation(err), Cause: err}
	}
	o.started = &watch{before: Status(o.result.Document)}
	o.result.Document = withDeployment(o.result.Document, reply)
	return nil
}

// awaitRunning waits until an object that was asked to start runs, or one that is just starting. One that came to its end
// has run, and there is nothing to wait for where the engine says nothing of the deployment.
func (o *operation) awaitRunning(ctx context.Context) *StartError {
	for look := range engine.Poll(ctx, lastPoll, forever) {
		if look > 1 {
			doc, err := o.client.Read(ctx, o.col, o.id)
			if err != nil {
				return o.notSeenRunning(err)
			}
			o.result.Document = doc
			if !isKnown(doc) {
				return nil
			}
		}
		switch doc := o.result.Document; {
		case Status(doc) == running:
			o.say(ctx, "the component runs")
			return nil
		case o.started == nil && Status(doc) != startRequested && Status(doc) != pending:
			return nil
		case o.started == nil:
			o.started = &watch{before: Status(doc)} // by somebody else
		case o.started.isNews(Status(doc)):
			if Status(doc) == succeeded {
				return nil
			}
			if hasFailed(doc) || !isWanted(doc) {
				return o.notSeenRunning(nil)
			}
		}
		o.say(ctx, "waiting for the component to run")
	}
	return o.notSeenRunning(context.Cause(ctx))
}

func (o *operation) notSeenRunning(cause error) *StartError {
	return &StartError{Kind: o.col.String(), ID: o.id, Asked: true, LastStatus: Status(o.result.Document), Cause: cause}
}
