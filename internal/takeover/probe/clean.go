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
	// cleanTime limits how long a run may spend deleting its objects at the end, even after an interrupt.
	cleanTime = time.Minute
	// stopTime is how long a run keeps trying to delete a component that is still stopping.
	stopTime = 30 * time.Second
	// After the last write, a run waits at least searchTime before it searches for objects whose create response was lost or unusable.
	searchTime = 500 * time.Millisecond
	// maxCleanRequests is the maximum number of requests that a run may use to find and delete its objects.
	maxCleanRequests = 20_000
)

// Leftover is an object that a run created, or may have created, but did not delete.
type Leftover struct {
	Kind string `json:"kind"`
	// ID and Path are empty if the run doesn't know whether the engine created the object.
	ID   string `json:"id"`
	Name string `json:"name"`
	Path string `json:"-"`
	// Why is the reason the object was not deleted. Messages group objects by this string, so use the same string for the same cause.
	Why string `json:"-"`
	// IsForeign is true if the object may belong to someone else. Messages must not suggest deleting it.
	IsForeign bool `json:"-"`
}

// Removed is an object that an earlier run left behind and that Clean deleted.
type Removed struct{ Kind, ID, Name string }

var (
	errCleanTime = fmt.Errorf("the deletion of all objects took longer than %s", cleanTime)
	errHurry     = errors.New("the deletion was interrupted")
	errNoID      = errors.New("their ids are not strings")
	errNoList    = errors.New("their creates had no usable response, and the engine has no list that would show them")
)

// Clean deletes the objects that earlier runs left behind, which are all objects whose names begin with NamePrefix. It returns the objects
// it could not delete and those it deleted. If a list can't be read, Clean deletes what it finds in the other lists and returns an error.
func Clean(ctx context.Context, options Options) ([]Leftover, []Removed, error) {
	r := newRun(options)
	r.limit = maxCleanRequests
	if probePaths(ctx, r); r.err != nil {
		return nil, nil, r.err
	}
	for _, kind := range kinds() { // An entry without names matches every engine object whose name begins with NamePrefix.
		r.ledger.objects = append(r.ledger.objects, &object{kind: kind, isShown: true})
	}
	_, unreadable := r.search(ctx)
	var failures []error
	hasLists := false
	for _, kind := range kinds() {
		err := unreadable[kind]
		hasLists = hasLists || !errors.Is(err, errNoList)
		if err != nil && !errors.Is(err, errNoList) && !slices.Contains(failures, err) {
			failures = append(failures, err)
		}
	}
	if !hasLists {
		return nil, nil, errors.New("the engine has no lists in which to search for objects of earlier runs")
	}
	slices.SortFunc(r.ledger.objects, func(a, b *object) int { return strings.Compare(a.name+a.id, b.name+b.id) })
	r.delete(ctx, r.ledger.objects)
	var removed []Removed
	for _, o := range r.ledger.objects {
		if o.isGone && o.isDeleted { // Otherwise, the object was gone already, and only the list still contained it.
			removed = append(removed, Removed{o.kind, o.id, o.name})
		}
	}
	return r.leftovers(nil), removed, errors.Join(failures...)
}

// cleanUp deletes all objects that the run created and returns those whose deletion it could not confirm. It works for up to cleanTime,
// even if ctx is canceled. Closing Options.Hurry stops it.
func (r *run) cleanUp(ctx context.Context) []Leftover {
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
	if slices.ContainsFunc(r.ledger.objects, func(o *object) bool { return o.id == "" }) {
		_ = engine.Sleep(ctx, time.Until(r.ledger.lastWrite.Add(max(searchTime, 2*r.ledger.lag)))) // If ctx is done, search fails.
	}
	isListed, unreadable := r.search(ctx)
	areGone := r.delete(ctx, r.ledger.objects)
	for range engine.Poll(ctx, time.Second, settleTime) {
		if !areGone || !isListed {
			break // Either an object can't be deleted, or all objects are gone and no list contains them.
		}
		isListed, unreadable = r.search(ctx)
		areGone = r.delete(ctx, r.ledger.objects)
	}
	return r.leftovers(unreadable)
}

// search looks for the run's objects in the engine's lists. If it finds an object whose create response was lost, it adds the object to the
// ledger. isListed is true if a list contains an object that the run may delete. The map unreadable contains an error for each kind whose
// list can't be read.
func (r *run) search(ctx context.Context) (isListed bool, unreadable map[string]error) {
	unreadable = map[string]error{}
	var final error
	for _, kind := range kinds() {
		isMade := false
		for _, o := range r.ledger.objects {
			if o.kind == kind {
				isMade, o.isListed = true, false
			}
		}
		if !isMade {
			continue
		}
		names, err := map[string]string(nil), final
		if err == nil {
			err = r.errorOf(func() { names = r.list(ctx, kind) })
		}
		if isFinal(ctx, err) {
			final = err
		}
		if unreadable[kind] = err; err == nil && names == nil {
			unreadable[kind] = errNoList
		}
		for id, name := range names {
			if o := r.ledger.findListed(kind, id, name); o != nil && !o.isForeign {
				o.isListed = true
				isListed = isListed || o.id != ""
			}
		}
	}
	return isListed, unreadable
}

// delete deletes objects, children before parents, and reports whether all of them are gone. It skips objects that may belong to someone
// else and objects without a known id. A failed deletion that may succeed later is retried after the other objects. If an object remains,
// delete stores the reason in the object's why field.
func (r *run) delete(ctx context.Context, objects []*object) (allGone bool) {
	isExcluded := func(o *object) bool { return o.isForeign || o.id == "" }
	objects = slices.DeleteFunc(slices.Clone(objects), isExcluded)
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

// leftovers describes the objects that were not deleted or are still in a list. The map unreadable contains the error for each kind whose
// list could not be read.
func (r *run) leftovers(unreadable map[string]error) []Leftover {
	left := []Leftover{}
	for _, o := range r.ledger.objects {
		l := Leftover{Kind: o.kind, ID: o.id, Name: o.name, Why: o.why, IsForeign: o.isForeign}
		switch err := unreadable[o.kind]; {
		case o.id == "" && o.isListed:
			l.Why = errNoID.Error()
		case o.id == "" && err != nil:
			l.Why = err.Error()
		case o.id == "", o.isGone && !o.isListed:
			continue
		case o.isGone:
			l.Why = "a list still shows them, and a read does not"
		}
		if o.id != "" {
			l.Path = r.objectPath(o)
		}
		left = append(left, l)
	}
	return left
}

// patience returns how long delete keeps retrying after the last successful deletion. This is longer for components, which can take a long
// time to stop. If the engine never stops components, as observed earlier in the run, waiting longer is useless.
func (r *run) patience(order []*object) time.Duration {
	isComponent := func(o *object) bool { return o.kind == "component" }
	if slices.ContainsFunc(order, isComponent) && r.countOf("never-stops").with == 0 {
		return stopTime
	}
	return settleTime
}

// tryDelete tries to delete an object. If the engine responds with 409 and the object is a component, tryDelete stops it so that a retry
// may succeed. If the deletion can't be confirmed, tryDelete sets o.why to the reason. mayChange reports whether a retry may succeed.
func (r *run) tryDelete(ctx context.Context, o *object) (mayChange bool, err error) {
	if !isSafeID(o.id) {
		o.why = "the id could name a different path"
		return false, nil
	}
	var response *reply
	err = r.errorOf(func() { response = r.deleteOnce(ctx, o) })
	switch {
	case err != nil:
		o.why, o.isForeign = err.Error(), errors.Is(err, errForeign)
		return !o.isForeign, err
	case o.isGone:
		return false, nil
	case response.isSuccess() || response.Status == http.StatusNotFound:
		o.why = fmt.Sprintf("the engine responds to the deletion with %d, and no read confirms that the object is gone", response.Status)
		return true, nil
	}
	o.why = fmt.Sprintf("%d %s", response.Status, response.Body)
	if response.Status != http.StatusConflict || o.kind != "component" {
		return response.Status == http.StatusConflict || response.Status >= http.StatusInternalServerError, nil
	}
	err = r.errorOf(func() { response = r.sendAction(ctx, o, table.Stop) })
	return err != nil || !lacksAction(response), err
}

// lacksAction reports whether the response to a start or stop request shows that the engine does not support the action.
func lacksAction(response *reply) bool {
	return response.Status == http.StatusNotFound || response.Status == http.StatusMethodNotAllowed
}

// deleteOnce sends a DELETE request and returns the response. After a success or a 404, it reads the object to see whether it is gone.
func (r *run) deleteOnce(ctx context.Context, o *object) *reply {
	response := r.write(ctx, o, engine.Exchange{Method: http.MethodDelete, Path: r.objectPath(o)})
	switch {
	case r.err != nil:
		return response
	case response.isSkipped:
		o.isGone = true
	case response.isSuccess() || response.Status == http.StatusNotFound:
		o.isDeleted = true
		r.sleep(ctx, r.ledger.lag)
		o.isGone = r.get(ctx, r.objectPath(o)).Status == http.StatusNotFound // If not, delete tries again.
	}
	return response
}
