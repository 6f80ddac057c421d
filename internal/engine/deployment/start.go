// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment

import (
	"context"
	"fmt"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// restartTime limits the request that restarts a component after an update. This request is sent even if the caller's context is canceled.
const restartTime = 30 * time.Second

// StartError explains why a component that should be running isn't.
type StartError struct {
	Kind, ID string
	// Impossible is true if the engine returned 404 or 405, which suggests that it can't start components.
	Impossible bool
	// Asked is false if the start request failed. If it is true, the component was started, by this operation or by another client, but
	// does not run. LastStatus is then the last deployment_status that was read.
	Asked      bool
	LastStatus string
	Cause      error // the engine's response, or why the wait ended; nil if the status is the reason
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

// start asks the engine to start the component. If this operation has stopped the component, start ignores the cancellation of ctx, because
// an interrupted apply must not leave the component stopped.
func (o *operation) start(ctx context.Context) *StartError {
	if o.askedToStop {
		detached, cancel := context.WithTimeout(context.WithoutCancel(ctx), restartTime)
		defer cancel()
		ctx = detached
	}
	o.report(ctx, "starting the component")
	reply, err := o.client.Start(ctx, o.col, o.id)
	if isConflict(err) {
		if doc, readErr := o.client.Read(ctx, o.col, o.id); readErr == nil && isWanted(doc) {
			reply, err = doc, nil // Another client has started it.
		}
	}
	if err != nil {
		return &StartError{Kind: o.col.String(), ID: o.id, Impossible: lacksOperation(err), Cause: err}
	}
	o.started = &watch{before: Status(o.result.Document)}
	o.result.Document = withDeployment(o.result.Document, reply)
	return nil
}

// awaitRunning waits until a component is running, or has already finished its work (Succeeded). It returns an error if the component
// fails, a read fails, or ctx is canceled. It doesn't wait for a component that nobody has started, or whose document has no status.
func (o *operation) awaitRunning(ctx context.Context) *StartError {
	looks, hasFailedToStart := 0, false
	err := o.await(ctx, "waiting for the component to run", func(doc engine.Document) bool {
		looks++
		switch status := Status(doc); {
		case status == running:
			o.report(ctx, "the component runs")
			return true
		case looks > 1 && !isKnown(doc), o.started == nil && status != startRequested && status != pending:
			return true
		case o.started == nil:
			o.started = &watch{before: status} // Another client has started it.
		case o.started.isResult(status):
			hasFailedToStart = status != succeeded && (hasFailed(doc) || !isWanted(doc))
			return hasFailedToStart || status == succeeded
		}
		return false
	})
	if err == nil && !hasFailedToStart {
		return nil
	}
	return &StartError{Kind: o.col.String(), ID: o.id, Asked: true, LastStatus: Status(o.result.Document), Cause: err}
}
