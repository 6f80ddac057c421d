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

// A wait for a component ends with its context alone. It looks at the component every lastPoll at least.
const (
	lastPoll = 2 * time.Second
	forever  = math.MaxInt64
)

// StopError says that an object did not stop in time.
type StopError struct {
	Kind, ID   string
	LastStatus string // the last deployment_status that the engine reported
	Cause      error  // what ended the wait
}

func (e *StopError) Error() string {
	return fmt.Sprintf("the %s %s did not stop in time: its last status was %q (%s)", e.Kind, e.ID, e.LastStatus, e.Cause)
}

func (e *StopError) Unwrap() error { return e.Cause }

// stop asks the engine to stop an object, unless it is stopping already, and waits until it has stopped.
func (o *operation) stop(ctx context.Context) error {
	doc := o.result.Document
	failing := &watch{before: Status(doc)}
	if isWanted(doc) || Status(doc) != stopRequested {
		o.say(ctx, "stopping the component")
		reply, err := o.client.Stop(ctx, o.col, o.id)
		if lacksOperation(err) {
			o.say(ctx, "the engine can't stop components")
			o.result.Unstoppable = true
			return nil
		}
		o.seen = engine.Snapshot{}
		if isConflict(err) {
			reply, err = o.stoppedByOthers(ctx, err)
		} else {
			o.asked = true // it may have been taken even if it failed
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
			o.say(ctx, "the component has stopped")
			return nil
		}
		o.say(ctx, "waiting for the component to stop")
	}
	return o.stopError(context.Cause(ctx))
}

// stoppedByOthers looks at an object whose stop was refused because of the state that it is in: somebody may have stopped it
// meanwhile, which is theirs to undo. It may have been an attempt of this stop whose answer was lost.
func (o *operation) stoppedByOthers(ctx context.Context, refused error) (engine.Document, error) {
	var answer *engine.Error
	o.asked = o.asked || errors.As(refused, &answer) && answer.Attempts > 1
	doc, err := o.look(ctx)
	if err != nil {
		return nil, errors.Join(refused, err)
	}
	if isWanted(doc) {
		return nil, refused
	}
	o.wanted = o.wanted && o.asked
	return doc, nil
}

// hasStopped tells whether there is nothing left to wait for. A stop that failed is over too.
func (o *operation) hasStopped(doc engine.Document, failing *watch) bool {
	isOver := failing.isNews(Status(doc)) && hasFailed(doc)
	if mustWait(doc) && !isOver {
		return false
	}
	o.result.StopFailed = hasFailed(doc) && !hasFailed(o.before)
	return true
}

// stopError is for a wait that ended with its context.
func (o *operation) stopError(cause error) error {
	return &StopError{Kind: o.col.String(), ID: o.id, LastStatus: Status(o.result.Document), Cause: cause}
}
