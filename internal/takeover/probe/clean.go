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
	// cleanTime bounds the deletion of all objects at the end of a run, including one that was interrupted.
	cleanTime = time.Minute
	// stopTime is how long the deletion of a component waits until the component has stopped.
	stopTime = 30 * time.Second
	// searchTime is how long after the last write a list shows objects whose create had no response.
	searchTime = 500 * time.Millisecond
	// maxCleanRequests is the maximum number of requests for the deletion of all objects.
	maxCleanRequests = 20_000
)

// Leftover is an object that the run made, or may have made, and could not delete.
type Leftover struct {
	Kind string `json:"kind"`
	// ID and Path are "" if it is not known whether the engine made the object.
	ID   string `json:"id"`
	Name string `json:"name"`
	Path string `json:"-"`
	// Why is the reason why the object was not deleted. Objects with the same cause have the same Why.
	Why string `json:"-"`
	// IsForeign is true if the object may belong to somebody else. No message should explain how to delete it.
	IsForeign bool `json:"-"`
}

// Removed is an object of an earlier run that Clean deleted.
type Removed struct{ Kind, ID, Name string }

var (
	errCleanTime = fmt.Errorf("the deletion of all objects took longer than %s", cleanTime)
	errHurry     = errors.New("the deletion was interrupted")
	errNoList    = errors.New("their creates had no usable response, and the engine has no list that would show them")
)

// Clean deletes what earlier runs left: all objects whose names begin with NamePrefix. If a list can't be read, it deletes the objects in
// the other lists and returns an error.
func Clean(ctx context.Context, options Options) ([]Leftover, []Removed, error) {
	r := newRun(options)
	r.limit = maxCleanRequests
	if askPaths(ctx, r); r.err != nil {
		return nil, nil, r.err
	}
	var objects []*object
	var failures []error
	lists := 0
	for _, kind := range kinds() {
		var names map[string]string
		err := r.errorOf(func() { names = r.list(ctx, kind) })
		if err != nil {
			failures = append(failures, err)
		}
		if isFinal(ctx, err) {
			break
		}
		if names != nil {
			lists++
		}
		for id, name := range names {
			if strings.HasPrefix(name, NamePrefix) {
				objects = append(objects, &object{kind: kind, id: id, name: name, isShown: true})
			}
		}
	}
	if lists == 0 && len(failures) == 0 {
		return nil, nil, errors.New("the engine has no lists in which to search for objects of earlier runs")
	}
	slices.SortFunc(objects, func(a, b *object) int { return strings.Compare(a.name+a.id, b.name+b.id) })
	r.delete(ctx, objects)
	var left []Leftover
	var removed []Removed
	for _, o := range objects {
		if !o.isGone {
			left = append(left, r.leftover(o))
		} else if o.isDeleted { // A list may still show an object that is gone.
			removed = append(removed, Removed{o.kind, o.id, o.name})
		}
	}
	return left, removed, errors.Join(failures...)
}

// clean deletes all objects of the run and returns those that it did not see disappear. If ctx ends, it continues for at most cleanTime, or
// until Options.Hurry is closed.
func (r *run) clean(ctx context.Context) []Leftover {
	ctx, cancelTime := context.WithTimeoutCause(context.WithoutCancel(ctx), cleanTime, errCleanTime)
	defer cancelTime()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-r.Hurry:
			cancel(errHurry)
		case <-ctx.Done():
		}
	}()
	r.err, r.limit = nil, r.sent+maxCleanRequests
	if len(r.ledger.unanswered) > 0 {
		_ = engine.Sleep(ctx, time.Until(r.ledger.lastWrite.Add(max(searchTime, 2*r.ledger.lag)))) // If ctx ends, the search fails.
	}
	isListed, blind := r.search(ctx)
	areGone := r.delete(ctx, r.ledger.made)
	for range engine.Poll(ctx, time.Second, settleTime) {
		if !areGone || !isListed {
			break // Either nothing more can be deleted, or neither reads nor lists show an object.
		}
		isListed, blind = r.search(ctx)
		areGone = r.delete(ctx, r.ledger.made)
	}
	left := []Leftover{}
	for _, o := range slices.Concat(r.ledger.made, r.ledger.taken) {
		if !o.isGone || o.isListed {
			left = append(left, r.leftover(o))
		}
	}
	for _, o := range r.ledger.unanswered {
		if err := blind[o.kind]; err != nil {
			left = append(left, Leftover{Kind: o.kind, Name: o.name, Why: err.Error()})
		}
	}
	return left
}

// search looks for objects of the run in all lists in which there may be some, and adds those whose creates had no usable response. blind
// has, for each of the other kinds, the reason why its list shows nothing.
func (r *run) search(ctx context.Context) (isListed bool, blind map[string]error) {
	begun := map[string][]*object{}
	for _, o := range slices.Concat(r.ledger.made, r.ledger.unanswered) {
		begun[o.kind] = append(begun[o.kind], o)
		o.isListed = false
	}
	blind = map[string]error{}
	var final error
	for kind, objects := range begun {
		names, err := map[string]string(nil), final
		if err == nil {
			err = r.errorOf(func() { names = r.list(ctx, kind) })
		}
		if isFinal(ctx, err) {
			final = err
		}
		if blind[kind] = err; err == nil && names == nil {
			blind[kind] = errNoList
		}
		for id, name := range names {
			at := slices.IndexFunc(objects, func(o *object) bool { return o.id == id || o.id == "" && o.owns(name) })
			if at < 0 {
				continue
			}
			isListed = true
			objects[at].isListed = true
			if objects[at].id == "" {
				r.findLost(objects[at], id)
			}
		}
	}
	return isListed, blind
}

// findLost takes the id of an object whose create had no usable response. If the engine had the object before, it is nobody's to delete.
func (r *run) findLost(o *object, id string) {
	isKnown := func(taken *object) bool { return taken.kind == o.kind && taken.id == id }
	if slices.ContainsFunc(r.ledger.taken, isKnown) {
		return // An earlier search has found it.
	}
	found := *o
	found.id = id
	if r.ledger.isOld(o.kind, id) {
		found.isForeign = true
		found.why = "it existed before this run, and a create without a usable response has renamed it"
		r.ledger.taken = append(r.ledger.taken, &found)
		return
	}
	r.ledger.made = append(r.ledger.made, &found)
}

// delete deletes objects, children first. If a deletion does not succeed yet, it tries again after the others. It reports whether all
// objects are gone; object.why explains why one is not.
func (r *run) delete(ctx context.Context, objects []*object) (allGone bool) {
	order, parentsFirst := slices.Clone(objects), kinds()
	slices.Reverse(order)
	slices.SortStableFunc(order, func(a, b *object) int {
		return slices.Index(parentsFirst, b.kind) - slices.Index(parentsFirst, a.kind)
	})
	progress, pause := time.Now(), 100*time.Millisecond
	for {
		var again []*object
		for i, o := range order {
			if o.isGone {
				continue
			}
			mayChange, err := r.tryDelete(ctx, o)
			o.isListed = o.isListed && !o.isGone
			switch {
			case isFinal(ctx, err):
				for _, rest := range slices.Concat(again, order[i:]) {
					rest.why = err.Error()
				}
				return false
			case o.isGone:
				progress = time.Now()
			case mayChange:
				again = append(again, o)
			}
		}
		order = again
		if len(order) == 0 || time.Since(progress) > r.patience(order) || engine.Sleep(ctx, pause) != nil {
			return !slices.ContainsFunc(objects, func(o *object) bool { return !o.isGone })
		}
		pause = min(2*pause, time.Second)
	}
}

func (r *run) leftover(o *object) Leftover {
	why := o.why
	if o.isGone {
		why = "a list still shows them, and a read does not"
	}
	return Leftover{Kind: o.kind, ID: o.id, Name: o.name, Path: r.objectPath(o), Why: why, IsForeign: o.isForeign}
}

// patience returns how long delete tries without any progress. Components may take long to stop.
func (r *run) patience(order []*object) time.Duration {
	isComponent := func(o *object) bool { return o.kind == "component" }
	if slices.ContainsFunc(order, isComponent) && r.of("never-stops").with == 0 {
		return stopTime
	}
	return settleTime
}

// tryDelete deletes an object, and stops a component that the engine does not delete. If the object stays, o.why is the reason, and
// mayChange reports whether a later attempt may succeed.
func (r *run) tryDelete(ctx context.Context, o *object) (mayChange bool, err error) {
	if !isPlainID(o.id) {
		o.why = "the id could name a different path"
		return false, nil
	}
	var response *reply
	err = r.errorOf(func() { response = r.remove(ctx, o) })
	var foreign *foreignError
	switch {
	case err != nil:
		o.why, o.isForeign = err.Error(), errors.As(err, &foreign)
		return !o.isForeign, err
	case o.isGone:
		return false, nil
	case response.done() || response.Status == http.StatusNotFound:
		o.why = fmt.Sprintf("the engine responds to the deletion with %d, and no read says that the object is gone", response.Status)
		return true, nil
	}
	o.why = fmt.Sprintf("%d %s", response.Status, response.Body)
	if response.Status != http.StatusConflict || o.kind != "component" {
		return response.Status == http.StatusConflict || response.Status >= http.StatusInternalServerError, nil
	}
	err = r.errorOf(func() { response = r.act(ctx, o, table.Stop) })
	return err != nil || !lacksAction(response), err
}

// lacksAction reports whether the response to a start or a stop means that the engine has none.
func lacksAction(response *reply) bool {
	return response.Status == http.StatusNotFound || response.Status == http.StatusMethodNotAllowed
}

// remove deletes an object, reads it again, and returns the response to the deletion.
func (r *run) remove(ctx context.Context, o *object) *reply {
	response := r.change(ctx, o, engine.Exchange{Method: http.MethodDelete, Path: r.objectPath(o)})
	switch {
	case r.err != nil:
		return response
	case response.isInstead:
		o.isGone = true
	case response.done() || response.Status == http.StatusNotFound:
		o.isDeleted = true
		r.sleep(ctx, r.ledger.lag)
		o.isGone = r.get(ctx, r.objectPath(o)).Status == http.StatusNotFound // Otherwise delete looks again.
	}
	return response
}
