// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// A wait for a component has no time limit, and ends early only with its context. It reads the component at least every lastPoll.
const (
	lastPoll = 2 * time.Second
	forever  = math.MaxInt64
)

// StopError means that a component had not stopped when the context ended.
type StopError struct {
	Kind, ID   string
	LastStatus string // the last deployment_status that the engine reported
	Cause      error  // the end of the context
}

func (e *StopError) Error() string {
	return fmt.Sprintf("the %s %s did not stop in time: its last status was %q (%s)", e.Kind, e.ID, e.LastStatus, e.Cause)
}

func (e *StopError) Unwrap() error { return e.Cause }

// stop asks the engine to stop the component and waits until it has stopped. If the component is already stopping, stop only waits.
func (o *operation) stop(ctx context.Context) error {
	doc := o.result.Document
	failing := &watch{before: Status(doc)}
	if isWanted(doc) || Status(doc) != stopRequested {
		o.report(ctx, "stopping the component")
		reply, err := o.client.Stop(ctx, o.col, o.id)
		if lacksOperation(err) {
			o.report(ctx, "the engine can't stop components")
			o.result.Unstoppable = true
			return nil
		}
		o.latest = engine.Snapshot{}
		if isConflict(err) {
			reply, err = o.stoppedByOthers(ctx, err)
		} else {
			o.askedToStop = true // even after an error: the engine may have accepted a request whose answer was lost
		}
		if err != nil {
			return err
		}
		doc = withDeployment(doc, reply)
	}
	for look := range engine.Poll(ctx, lastPoll, forever) {
		if look > 1 {
			var err error
			if doc, err = o.look(ctx); err != nil && ctx.Err() != nil {
				return o.stopError(ctx.Err())
			} else if err != nil {
				return err
			}
		}
		o.result.Document = doc
		if o.hasStopped(doc, failing) {
			o.report(ctx, "the component has stopped")
			return nil
		}
		o.report(ctx, "waiting for the component to stop")
	}
	return o.stopError(context.Cause(ctx))
}

// stoppedByOthers reads a component after the engine has answered 409 to a stop. If somebody else has stopped the component, Set must not
// start it again. If an earlier attempt of this stop has stopped it, and only the reply was lost, Set must start it.
func (o *operation) stoppedByOthers(ctx context.Context, refused error) (engine.Document, error) {
	var answer *engine.Error
	o.askedToStop = o.askedToStop || errors.As(refused, &answer) && answer.Attempts > 1
	doc, err := o.look(ctx)
	if err != nil {
		return nil, errors.Join(refused, err)
	}
	if isWanted(doc) {
		return nil, refused
	}
	o.wanted = o.wanted && o.askedToStop
	return doc, nil
}

// hasStopped reports whether the component has stopped, or has failed since the client asked it to stop.
func (o *operation) hasStopped(doc engine.Document, failing *watch) bool {
	isOver := failing.isNews(Status(doc)) && hasFailed(doc)
	if mustWait(doc) && !isOver {
		return false
	}
	o.result.StopFailed = hasFailed(doc) && !hasFailed(o.before)
	return true
}

func (o *operation) stopError(cause error) error {
	return &StopError{Kind: o.col.String(), ID: o.id, LastStatus: Status(o.result.Document), Cause: cause}
}
