// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment

import (
	"context"
	"errors"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// StopError reports that a component had not stopped by the time the context ended.
type StopError struct {
	Kind, ID   string
	LastStatus string // the last deployment_status that the engine reported
	Cause      error  // why the context ended
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
			o.askedToStop = true // even after an error, because the engine may have accepted the request
		}
		if err != nil {
			return err
		}
		doc = withDeployment(doc, reply)
	}
	o.result.Document = doc
	err := o.await(ctx, "waiting for the component to stop", func(doc engine.Document) bool {
		hasFailedToStop := failing.isResult(Status(doc)) && hasFailed(doc)
		return hasFailedToStop || !IsActive(doc)
	})
	switch {
	case err == nil:
		o.result.StopFailed = hasFailed(o.result.Document) && !hasFailed(o.before)
		o.report(ctx, "the component has stopped")
	case ctx.Err() != nil:
		return &StopError{Kind: o.col.String(), ID: o.id, LastStatus: Status(o.result.Document), Cause: context.Cause(ctx)}
	}
	return err
}

// stoppedByOthers reads a component after the engine has rejected a stop with a 409 (conflict). If the engine still intends to run the
// component, stoppedByOthers returns the 409. Otherwise, it returns the component's document. If no earlier stop request of this operation
// can be the reason, another client has stopped the component. In this case, stoppedByOthers sets o.wanted to false, so that Set doesn't
// restart the component.
func (o *operation) stoppedByOthers(ctx context.Context, conflict error) (engine.Document, error) {
	response, ok := errors.AsType[*engine.Error](conflict)
	o.askedToStop = o.askedToStop || ok && response.Attempts > 1
	doc, err := o.read(ctx)
	if err != nil {
		return nil, errors.Join(conflict, err)
	}
	if isWanted(doc) {
		return nil, conflict
	}
	o.wanted = o.wanted && o.askedToStop
	return doc, nil
}
