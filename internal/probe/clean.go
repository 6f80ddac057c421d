// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

const (
	// cleanTime bounds the deletion of all objects at the end of a run, also of one that was interrupted.
	cleanTime = time.Minute
	// stopTime is how long the deletion of a component waits until the component has stopped.
	stopTime = 30 * time.Second
	// searchTime is how long after its create an object without an answer is searched for.
	searchTime = 500 * time.Millisecond
)

// Leftover is an object that the run made, or may have made, and could not delete.
type Leftover struct {
	// ID and Path are "" if it is not known whether the engine made the object.
	Kind, ID, Name, Path string
	// Why is the answer to the deletion.
	Why string
}

// Removed is an object of an earlier run that Clean deleted.
type Removed struct{ Kind, ID, Name string }

// Clean deletes what earlier runs left: all objects whose names begin with NamePrefix.
func Clean(ctx context.Context, options Options) ([]Leftover, []Removed, error) {
	r := newRun(options)
	if err := askPaths(ctx, r); err != nil {
		return nil, nil, err
	}
	if err := askLists(ctx, r); err != nil {
		return nil, nil, err
	}
	if r.verdicts.of("no-lists").with > 0 {
		return nil, nil, errors.New("the engine has no lists in which to search for objects of earlier runs")
	}
	objects, err := r.objectsOfRuns(ctx)
	if err != nil {
		return nil, nil, err
	}
	left := r.delete(ctx, objects)
	var removed []Removed
	for _, o := range objects {
		if o.gone {
			removed = append(removed, Removed{o.kind, o.id, o.name})
		}
	}
	return left, removed, nil
}

// objectsOfRuns finds the objects of all runs. It skips those that a list still shows although they are gone.
func (r *run) objectsOfRuns(ctx context.Context) ([]*object, error) {
	var objects []*object
	for _, kind := range kinds() {
		for doc, err := range r.all(ctx, kind, "") {
			if err != nil {
				return nil, err
			}
			id, _ := doc["id"].(string)
			if name, _ := doc["name"].(string); id != "" && strings.HasPrefix(name, NamePrefix) {
				objects = append(objects, &object{kind: kind, id: id, name: name})
			}
		}
	}
	var present []*object
	for _, o := range objects {
		if !isPlainID(o.id) {
			present = append(present, o)
			continue
		}
		answer, err := r.door.get(ctx, r.objectPath(o))
		if err != nil {
			return nil, err
		}
		if answer.Status != http.StatusNotFound {
			present = append(present, o)
		}
	}
	return present, nil
}

// clean deletes all objects of the run and returns those that stay. It goes on if ctx ends, for at most cleanTime.
func (r *run) clean(ctx context.Context) []Leftover {
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), cleanTime, errCleanTime)
	defer cancel()
	found, left := r.findLost(ctx)
	return append(left, r.delete(ctx, slices.Concat(r.cast.made, found))...)
}

var errCleanTime = fmt.Errorf("the deletion of all objects took longer than %s", cleanTime)

// findLost searches for the objects whose create was not answered. It returns the objects that it found, and those that it can't search
// for.
func (r *run) findLost(ctx context.Context) (found []*object, left []Leftover) {
	if len(r.cast.maybe) == 0 {
		return nil, nil
	}
	_ = engine.Sleep(ctx, time.Until(r.cast.lastWrite.Add(max(searchTime, 2*r.cast.lag)))) // If ctx ends, the search fails.
	for _, o := range r.cast.maybe {
		err := errSearch
		if r.verdicts.of("no-lists").with == 0 {
			err = nil
			for doc, failure := range r.all(ctx, o.kind, o.name) {
				id, _ := doc["id"].(string)
				isKnown := slices.ContainsFunc(r.cast.made, func(other *object) bool { return other.id == id })
				if err = failure; err == nil && doc["name"] == o.name && !isKnown {
					found = append(found, &object{kind: o.kind, id: id, name: o.name})
				}
			}
		}
		if err != nil {
			why := "its create was not answered: " + err.Error()
			left = append(left, Leftover{Kind: o.kind, Name: o.name, Why: why})
		}
	}
	return found, left
}

// delete deletes objects, children first, and returns those that stay. If a deletion does not succeed yet, it tries again after the
// others.
func (r *run) delete(ctx context.Context, objects []*object) []Leftover {
	order, parentsFirst := slices.Clone(objects), kinds()
	slices.Reverse(order)
	slices.SortStableFunc(order, func(a, b *object) int {
		return slices.Index(parentsFirst, b.kind) - slices.Index(parentsFirst, a.kind)
	})
	var left []Leftover
	progress, pause := time.Now(), 100*time.Millisecond
	for {
		var again []*object
		var refused []Leftover
		for _, o := range order {
			if o.gone {
				continue
			}
			why, mayChange := r.tryDelete(ctx, o)
			switch {
			case why == "":
				progress = time.Now()
			case mayChange:
				again = append(again, o)
				refused = append(refused, r.leftover(o, why))
			default:
				left = append(left, r.leftover(o, why))
			}
		}
		order = again
		if len(order) == 0 || time.Since(progress) > r.patience(order) || engine.Sleep(ctx, pause) != nil {
			return append(left, refused...)
		}
		pause = min(2*pause, time.Second)
	}
}

func (r *run) leftover(o *object, why string) Leftover {
	return Leftover{Kind: o.kind, ID: o.id, Name: o.name, Path: r.objectPath(o), Why: why}
}

// patience returns how long delete tries without any progress. Components may take long to stop.
func (r *run) patience(order []*object) time.Duration {
	isComponent := func(o *object) bool { return o.kind == "component" }
	if slices.ContainsFunc(order, isComponent) && r.verdicts.of("never-stops").with == 0 {
		return stopTime
	}
	return settleTime
}

// tryDelete deletes an object. It stops a component that the engine does not delete. If the object stays, why says why, and mayChange
// reports whether a later attempt may succeed.
func (r *run) tryDelete(ctx context.Context, o *object) (why string, mayChange bool) {
	if !isPlainID(o.id) {
		return "the id could name another path", false
	}
	answer, err := r.remove(ctx, o)
	switch {
	case err != nil:
		return err.Error(), true
	case o.gone:
		return "", false
	case answer.Status == http.StatusNotFound:
		return "the engine answers the deletion with 404, and still shows the object", true
	}
	why = fmt.Sprintf("%d %s", answer.Status, answer.Body)
	if answer.Status != http.StatusConflict || o.kind != "component" {
		return why, answer.Status == http.StatusConflict || answer.Status >= http.StatusInternalServerError
	}
	stop, err := r.act(ctx, o, table.Stop)
	return why, err != nil || !lacksAction(stop)
}

// act starts or stops a component. If an answer is lost, act sends the request again; then reply.failure is not nil, and SentAt is the
// time of the first attempt.
func (r *run) act(ctx context.Context, o *object, action table.Operation) (*reply, error) {
	var first *reply
	for range engine.Poll(ctx, time.Second, settleTime) {
		answer, err := r.door.ask(ctx, engine.Exchange{
			Method: http.MethodPost, Path: r.objectPath(o, string(action)), Body: map[string]any{},
		})
		r.cast.lastWrite = time.Now()
		if err != nil {
			return nil, err
		}
		if first != nil {
			answer.failure, answer.SentAt = first.failure, first.SentAt
		}
		if first = answer; !answer.lost {
			return answer, nil
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return nil, &unreachableError{engine.Exchange{Method: http.MethodPost, Path: r.objectPath(o, string(action))}, "no answer"}
}

// lacksAction reports whether the answer to a start or a stop says that the engine has none.
func lacksAction(answer *reply) bool {
	return answer.Status == http.StatusNotFound || answer.Status == http.StatusMethodNotAllowed
}

// remove deletes an object and returns the last answer. It sets gone if the answer says so. After a 404, which some engines answer to
// each deletion, it looks whether the object is still there.
func (r *run) remove(ctx context.Context, o *object) (*reply, error) {
	answer, err := r.door.ask(ctx, engine.Exchange{Method: http.MethodDelete, Path: r.objectPath(o)})
	r.cast.lastWrite = time.Now()
	if err != nil {
		o.deletions++ // The engine may have deleted the object.
		return nil, err
	}
	r.seeGone(o, answer)
	if answer.done() {
		o.gone = true
		return answer, nil
	}
	if answer.Status != http.StatusNotFound {
		return answer, nil
	}
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	read, err := r.door.get(ctx, r.objectPath(o))
	if err != nil {
		return nil, err
	}
	o.gone = read.Status == http.StatusNotFound
	return answer, nil
}
