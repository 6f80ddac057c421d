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
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
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
	// deletions is how often the engine may have deleted the object.
	deletions int
}

// cast has the objects of a run, in the order in which it made them.
type cast struct {
	made  []*object
	count int
	mark  string
	// example has one object of each kind (objects.json). A kind that the engine refuses is missing. refused says which those are.
	example map[string]*object
	refused []string
	// maybe are objects that may exist: their create was not answered, and no search found them.
	maybe []*object
	// lag is how long the engine needs to show a write.
	lag time.Duration
	// lastWrite is the time of the answer to the last write.
	lastWrite time.Time
	// judged is the number of writes for which the run would have noticed that the engine made them and answered a failure.
	judged int
	// deleted counts the deletions that the engine answered with success. goneBefore are answers with 404 after a failed attempt.
	deleted    int
	goneBefore []*reply
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
var errSearch = errors.New("the engine shows no list in which to search for the object")

// create makes an object of a kind. If the engine refuses it, the object is nil and the reply says why. If the reply was lost, create
// searches for the object by its name; then the reply is the lost one. If it finds none, it makes another object.
func (r *run) create(ctx context.Context, kind string, body map[string]any) (*object, *reply, error) {
	for range mostAttempts {
		made := r.cast.begin(kind, body)
		answer, err := r.door.ask(ctx, engine.Exchange{Method: http.MethodPost, Path: r.route.collection(kind), Body: made.sent})
		r.cast.lastWrite = time.Now()
		if err != nil {
			return nil, nil, err
		}
		if !answer.done() && !answer.lost {
			r.cast.notMade(made)
			return nil, answer, nil
		}
		if answer.done() {
			made.id = idOf(answer.object())
		}
		if made.id == "" {
			made.id, err = r.search(ctx, kind, made.name)
		}
		switch {
		case made.id != "":
			r.cast.notMade(made)
			r.cast.made = append(r.cast.made, made)
			r.seeDone(answer)
			return made, answer, nil
		case answer.done():
			return nil, answer, fmt.Errorf("the answer to the create of a %s has no id: %w", kind, errSearch)
		case err != nil && !errors.Is(err, errSearch):
			return nil, answer, err
		}
	}
	return nil, nil, &unreachableError{engine.Exchange{Method: http.MethodPost, Path: r.route.collection(kind)}, "no create was made"}
}

// idOf returns the id of an object, or "" if it has no plain one. With an id such as ../alerts/7, a write would reach an object of somebody
// else.
func idOf(doc map[string]any) string {
	if id, _ := doc["id"].(string); isPlainID(id) {
		return id
	}
	return ""
}

// isPlainID reports whether a path with the id can name no other object, even if a proxy unescapes the path twice.
func isPlainID(id string) bool { return engine.IsID(id) && url.PathEscape(id) == id }

// begin notes that an object with these fields will be made. If they have no name, it gets a new one.
func (c *cast) begin(kind string, body map[string]any) *object {
	body = maps.Clone(body)
	if body["name"] == nil {
		body["name"] = c.name(kind)
	}
	name, _ := body["name"].(string)
	o := &object{kind: kind, name: name, sent: body}
	c.maybe = append(c.maybe, o)
	return o
}

// notMade removes an object from those that may exist.
func (c *cast) notMade(o *object) {
	c.maybe = slices.DeleteFunc(c.maybe, func(other *object) bool { return other == o })
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
				return idOf(doc), nil
			}
		}
	}
	return "", ctx.Err()
}

// update changes an object and notes what was sent.
func (r *run) update(ctx context.Context, o *object, patch map[string]any) (*reply, error) {
	return r.updateVersion(ctx, o, patch, "")
}

// updateVersion changes an object if it has this ETag, and notes what was sent. If tag is "", any version is changed.
func (r *run) updateVersion(ctx context.Context, o *object, patch map[string]any, tag string) (*reply, error) {
	answer, err := r.door.ask(ctx, engine.Exchange{Method: http.MethodPatch, Path: r.objectPath(o), Body: patch, Tag: tag})
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
