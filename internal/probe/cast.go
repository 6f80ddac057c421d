// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// NamePrefix begins the names of all objects that a run makes.
const NamePrefix = "terraform-provider-engine-probe-"

// settleTime is how long a run waits until the engine shows a write.
const settleTime = 5 * time.Second

// object is an engine object that the run made.
type object struct {
	kind, id, name string
	// sent has the fields that the run sent, with their last values.
	sent map[string]any
	gone bool
}

// Leftover is an object that the run made, or may have made, and could not delete.
type Leftover struct {
	Kind, ID, Name string
	// Why is the answer to the deletion.
	Why string
}

// cast has the objects of a run, in the order in which it made them.
type cast struct {
	made  []*object
	count int
	mark  string
	// example has one object of each kind (objects.json). A kind that the engine refuses is missing. refused says which those are.
	example map[string]*object
	refused []string
	// maybe are the names of objects that may exist: their create was not answered, and they could not be searched for.
	maybe []Leftover
	// lag is how long the engine needs to show a write.
	lag time.Duration
	// lastWrite is the time of the answer to the last write.
	lastWrite time.Time
}

// name returns a new name for an object.
func (c *cast) name(kind string) string {
	if c.mark == "" {
		c.mark = strings.ToLower(rand.Text()[:10])
	}
	c.count++
	return NamePrefix + c.mark + "-" + kind + "-" + strconv.Itoa(c.count)
}

// errSearch says that it is not known whether an object was made.
var errSearch = errors.New("a create was not answered, and the engine has no list in which to search for the object")

// create makes an object of a kind. If the engine refuses it, the object is nil and the reply says why. If the reply was lost, create
// searches for the object by its name; then the reply is the lost one.
func (r *run) create(ctx context.Context, kind string, body map[string]any) (*object, *reply, error) {
	body = maps.Clone(body)
	if body["name"] == nil {
		body["name"] = r.cast.name(kind)
	}
	name, _ := body["name"].(string)
	made := &object{kind: kind, name: name, sent: body}
	for range mostAttempts {
		answer, err := r.door.ask(ctx, engine.Exchange{Method: http.MethodPost, Path: r.route.collection(kind), Body: body})
		if err != nil {
			return nil, nil, err
		}
		r.cast.lastWrite = time.Now()
		if answer.done() {
			made.id, _ = answer.object()["id"].(string)
		}
		if made.id == "" && (answer.done() || answer.lost) {
			if made.id, err = r.search(ctx, kind, name); err != nil {
				r.cast.maybe = append(r.cast.maybe, Leftover{Kind: kind, Name: name, Why: err.Error()})
				return nil, answer, err
			}
		}
		if made.id != "" {
			r.cast.made = append(r.cast.made, made)
			if answer.lost {
				r.seeDoneAfterFailure(answer.failure)
			}
			return made, answer, nil
		}
		if !answer.lost {
			return nil, answer, nil
		}
	}
	return nil, nil, &unreachableError{engine.Exchange{Method: http.MethodPost, Path: r.route.collection(kind)}, "no create was made"}
}

// mustCreate makes an object that the run needs. A refusal is an error.
func (r *run) mustCreate(ctx context.Context, kind string, body map[string]any) (*object, error) {
	made, answer, err := r.create(ctx, kind, body)
	if err == nil && made == nil {
		err = fmt.Errorf("the engine refuses to create a %s: %d %s", kind, answer.Status, answer.Body)
	}
	return made, err
}

// search looks for an object by its name until settleTime is over. It returns "" if there is none.
func (r *run) search(ctx context.Context, kind, name string) (id string, err error) {
	if r.verdicts.of("no-lists").with > 0 {
		return "", errSearch
	}
	patience := r.cast.lag + 200*time.Millisecond
	for range engine.Poll(ctx, time.Second, min(patience, settleTime)) {
		for doc, err := range r.all(ctx, kind, name) {
			if err != nil {
				return "", err
			}
			if doc["name"] == name {
				id, _ := doc["id"].(string)
				return id, nil
			}
		}
	}
	return "", ctx.Err()
}

// update changes an object and notes what was sent.
func (r *run) update(ctx context.Context, o *object, patch map[string]any) (*reply, error) {
	answer, err := r.door.ask(ctx, engine.Exchange{Method: http.MethodPatch, Path: r.objectPath(o), Body: patch})
	if err != nil {
		return nil, err
	}
	r.cast.lastWrite = time.Now()
	if answer.done() {
		maps.Copy(o.sent, patch)
	}
	return answer, nil
}

// objectPath returns the path of an object that the run made.
func (r *run) objectPath(o *object, action ...string) string {
	return r.route.object(o.kind, o.id, action...)
}

// shown reads an object as soon as the engine shows the last write. It returns nil if the object is not found.
func (r *run) shown(ctx context.Context, o *object) (map[string]any, error) {
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	answer, err := r.door.get(ctx, r.objectPath(o))
	if err != nil || !answer.done() {
		return nil, err
	}
	return answer.object(), nil
}

// settle waits until the engine shows the last write.
func (r *run) settle(ctx context.Context) error {
	return engine.Sleep(ctx, max(0, time.Until(r.cast.lastWrite.Add(r.cast.lag))))
}

// seeDoneAfterFailure notes that the engine did what it answered with a failure.
func (r *run) seeDoneAfterFailure(failure *engine.Answer) {
	if failure == nil || failure.Status != http.StatusServiceUnavailable {
		return
	}
	if isFromGateway(failure) {
		r.verdicts.see("failed-after-write", true, "0.1")
	} else {
		r.verdicts.see("refused-after-write", true, "0.1")
	}
}

// remove deletes an object. It returns the last answer.
func (r *run) remove(ctx context.Context, o *object) (*reply, error) {
	answer, err := r.door.ask(ctx, engine.Exchange{Method: http.MethodDelete, Path: r.objectPath(o)})
	if err != nil {
		return nil, err
	}
	r.cast.lastWrite = time.Now()
	if answer.Status == http.StatusNotFound && answer.failure != nil {
		r.seeDoneAfterFailure(answer.failure)
	}
	o.gone = answer.done() || answer.Status == http.StatusNotFound
	return answer, nil
}

// clean deletes all objects of the run, the last first, and returns those that stay.
func (c *cast) clean(ctx context.Context, r *run) []Leftover {
	left := slices.Clone(c.maybe)
	for _, o := range slices.Backward(c.made) {
		if o.gone {
			continue
		}
		answer, err := r.remove(ctx, o)
		if err == nil && answer.Status == http.StatusConflict && o.kind == "component" {
			answer, err = r.stopAndRemove(ctx, o)
		}
		if err != nil {
			left = append(left, Leftover{o.kind, o.id, o.name, err.Error()})
		} else if !o.gone {
			left = append(left, Leftover{o.kind, o.id, o.name, fmt.Sprintf("%d %s", answer.Status, answer.Body)})
		}
	}
	return left
}

// stopAndRemove stops a component and deletes it as soon as the engine lets it.
func (r *run) stopAndRemove(ctx context.Context, o *object) (answer *reply, err error) {
	if _, err = r.door.ask(ctx, engine.Exchange{
		Method: http.MethodPost, Path: r.objectPath(o, string(table.Stop)), Body: map[string]any{},
	}); err != nil {
		return nil, err
	}
	for range engine.Poll(ctx, time.Second, settleTime) {
		if answer, err = r.remove(ctx, o); err != nil || o.gone {
			break
		}
	}
	return answer, err
}
