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
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// NamePrefix is the prefix of the names of all objects that a run creates.
const NamePrefix = "terraform-provider-engine-probe-"

// settleTime is the maximum time that a run waits until reads reflect a write.
const settleTime = 5 * time.Second

// ledger records the objects that a run created or may have created. Every update and deletion goes through run.write, which first reads
// the object to verify that it belongs to the run.
type ledger struct {
	// objects contains an entry for each create request, in order. If the response was lost or unusable, the entry has no id. If run.search
	// later finds the object in the engine's lists, it appends a second entry, which has the id.
	objects []*object
	// listed contains the names of existing objects, by kind and id. The run lists the objects of a kind before it creates its first object
	// of that kind. If the engine does not support list requests for a kind, the kind maps to nil.
	listed map[string]map[string]string
	// Names in this run contain runID, which is random, and end with a number. count is the number in the most recent name.
	runID string
	count int
	// lag is the time after a write during which the engine's reads may still return old data.
	lag       time.Duration
	lastWrite time.Time
}

// object is an engine object that the run created or may have created. Clean also uses it for objects from earlier runs.
type object struct {
	kind, id, name string
	// names contains every name the run has sent for this object. It is empty for objects from earlier runs.
	names []string
	// sent contains the value most recently sent for each field.
	sent map[string]any
	// first contains the document that the engine returned before any updates. It is nil for objects that are not in run.minimal.
	first map[string]any
	// isShown is true if a read has found the object. isGone is true if it was deleted and a later read did not find it.
	isShown, isGone bool
	// isForeign is true if the object may belong to someone else. The run must not change it.
	isForeign bool
	// isListed is true if the engine's list contained the object when the run last read the list.
	isListed bool
	// isDeleted is true if the engine accepted a deletion of the object or responded with 404. If it is false, the field why contains the
	// reason.
	isDeleted bool
	why       string
}

// owns reports whether the run gave the object this name. The engine may have truncated the name, but it must still contain the unique name
// from the create request. For an object from an earlier run, any name that begins with NamePrefix counts.
func (o *object) owns(name string) bool {
	if len(o.names) == 0 {
		return strings.HasPrefix(name, NamePrefix)
	}
	return slices.ContainsFunc(o.names, func(sent string) bool {
		return sent == name || strings.HasPrefix(sent, name) && strings.HasPrefix(name, o.name)
	})
}

// errForeign reports that an object may belong to someone else.
var errForeign = errors.New("so it may belong to somebody else; probe stopped and did not change it")

// foreign returns an error that wraps errForeign. Its message begins with the kind, the id and why, a phrase such as "no longer has the
// name that probe gave it".
func foreign(kind, id, why string) error {
	return fmt.Errorf("%s %q %s, %w", kind, id, why, errForeign)
}

func (l *ledger) newName(kind string) string {
	if l.runID == "" {
		l.runID = strings.ToLower(rand.Text()[:10])
	}
	l.count++
	return NamePrefix + l.runID + "-" + kind + "-" + strconv.Itoa(l.count)
}

// create creates an object and returns it with the response. If the engine rejects the object, create returns nil and the response. If the
// response is lost, create retries with a new name. The first request may still have created an object, so cleanUp later looks for it.
func (r *run) create(ctx context.Context, kind string, body map[string]any) (*object, *reply) {
	r.readOthers(ctx, kind)
	cause := ""
	for range maxAttempts {
		if r.err != nil {
			break
		}
		o := r.ledger.newObject(kind, body)
		response := r.send(ctx, engine.Exchange{Method: http.MethodPost, Path: r.route.path(kind, "algorithm"), Body: o.sent}, nil)
		r.ledger.lastWrite = time.Now()
		if cause = response.lost; cause != "" {
			continue
		}
		if !response.isSuccess() {
			return nil, response
		}
		if err := r.ledger.identify(o, response.object()); err != nil {
			return nil, r.fail(err)
		}
		return o, response
	}
	return nil, r.fail(fmt.Errorf("%w: %s", errUnreachable, cause))
}

// readOthers stores the names of the kind's existing objects in ledger.listed. The run must call readOthers before creating an object of
// this kind. Only the first call for each kind has an effect.
func (r *run) readOthers(ctx context.Context, kind string) {
	if _, isKnown := r.ledger.listed[kind]; isKnown || r.err != nil {
		return
	}
	r.ledger.listed[kind] = r.list(ctx, kind)
	if r.err != nil {
		r.err = fmt.Errorf("probe creates no %s, because it can't determine which objects are those of others: %w", kind, r.err)
	}
}

// newObject adds an object to the ledger. Call it before sending the create request. If body has no name, newObject generates one.
func (l *ledger) newObject(kind string, body map[string]any) *object {
	body = maps.Clone(body)
	if body["name"] == nil {
		body["name"] = l.newName(kind)
	}
	name, _ := body["name"].(string)
	o := &object{kind: kind, name: name, names: []string{name}, sent: body}
	l.objects = append(l.objects, o)
	return o
}

// identify sets the object's id from doc, the response to its create request. It returns an error if doc may be someone else's object. It
// accepts a response without a name because verify checks the name before each change.
func (l *ledger) identify(o *object, doc map[string]any) error {
	name, isNamed := doc["name"]
	shown, _ := name.(string)
	id, _ := doc["id"].(string)
	switch {
	case !isSafeID(id):
		return fmt.Errorf("the response to the create of a %s has no usable id: %.100q", o.kind, fmt.Sprint(doc["id"]))
	case l.isOld(o.kind, id):
		return foreign(o.kind, id, "existed before the create that returned it")
	case isNamed && !o.owns(shown):
		return foreign(o.kind, id, "was returned by a create with a name that probe did not send")
	}
	o.id = id
	return nil
}

// isOld reports whether the id is already in use: either by an object of this kind that existed before the run, or by one of the run's
// objects.
func (l *ledger) isOld(kind, id string) bool {
	_, isListed := l.listed[kind][id]
	return isListed || l.find(kind, id) != nil
}

// find returns the object of the given kind and id that the run has created, or nil if there is none or id is empty.
func (l *ledger) find(kind, id string) *object {
	at := slices.IndexFunc(l.objects, func(o *object) bool { return o.kind == kind && o.id == id && id != "" })
	if at < 0 {
		return nil
	}
	return l.objects[at]
}

// findListed returns the run's object for an entry in the engine's list, or nil if the run has no such object. If the entry has the name
// from a create request whose response was lost, findListed adds an object for the entry to the ledger. If the engine already had the id
// before the run, the object belongs to someone else, so findListed marks it as foreign. If the entry's id is not a string, id is "".
// findListed then still finds the object by its name, so that Clean can report it.
func (l *ledger) findListed(kind, id, name string) *object {
	if o := l.find(kind, id); o != nil {
		return o
	}
	at := slices.IndexFunc(l.objects, func(o *object) bool { return o.kind == kind && o.id == "" && o.owns(name) })
	if at < 0 {
		return nil
	}
	found := *l.objects[at]
	if len(found.names) == 0 { // Clean accepts every name that begins with NamePrefix.
		found.name = name
	} else if id == "" {
		return l.objects[at]
	}
	found.id, found.isForeign = id, l.isOld(kind, id)
	if found.isForeign {
		found.why = "it existed before this run, and a create without a usable response has renamed it"
	}
	l.objects = append(l.objects, &found)
	return &found
}

// isSafeID reports whether an id needs no escaping in a path. A proxy that unescapes paths can't change such an id.
func isSafeID(id string) bool { return engine.IsID(id) && url.PathEscape(id) == id }

// write sends a request that changes one of the run's objects. Before each attempt, it reads the object. If the object is gone, write sends
// nothing and returns the response to the read. If someone renamed the object, the run fails with errForeign.
func (r *run) write(ctx context.Context, o *object, e engine.Exchange) *reply {
	response := r.send(ctx, e, o)
	r.ledger.lastWrite = time.Now()
	return response
}

// verify reads an object before a write. If the object still belongs to the run, verify returns nil. If the object is gone, verify returns
// the response to the read. Otherwise, the run fails. Some engines show new objects late. Therefore, verify waits up to settleTime for an
// object that no read has found yet. If o is nil, verify does nothing.
func (r *run) verify(ctx context.Context, o *object) (gone *reply) {
	if o == nil {
		return nil
	}
	for range engine.Poll(ctx, time.Second, settleTime) {
		read := r.get(ctx, r.objectPath(o))
		name, _ := read.object()["name"].(string)
		switch {
		case r.err != nil:
			return nil
		case read.Status == http.StatusNotFound:
			gone = read
		case !read.isSuccess():
			r.fail(fmt.Errorf("%s %s can't be read before a change: the engine returns %d", o.kind, o.id, read.Status))
			return nil
		case !o.owns(name), read.object()["id"] != o.id:
			r.fail(foreign(o.kind, o.id, "no longer has the name that probe gave it"))
			return nil
		default:
			o.isShown = true
			return nil
		}
		if o.isShown || r.hasDeletedParent(o) {
			break
		}
	}
	r.fail(context.Cause(ctx))
	return gone
}

// hasDeletedParent reports whether the run deleted the object's parent. The engine may delete an object along with its parent.
func (r *run) hasDeletedParent(o *object) bool {
	return slices.ContainsFunc(r.ledger.objects, func(other *object) bool {
		return other.isDeleted && slices.Contains([]any{o.sent["dashboard"], o.sent["tab"], o.sent["component_id"]}, any(other.id))
	})
}

// update sends patch to the engine. If the engine accepts it, update also merges patch into o.sent.
func (r *run) update(ctx context.Context, o *object, patch map[string]any) *reply {
	if name, isText := patch["name"].(string); isText { // Even a failed update may have changed the name.
		o.names = append(o.names, name)
	}
	response := r.write(ctx, o, engine.Exchange{Method: http.MethodPatch, Path: r.objectPath(o), Body: patch})
	if response.isSuccess() {
		maps.Copy(o.sent, patch)
	}
	return response
}

// sendAction starts or stops a component. If a response is lost, sendAction sends the request again. The engine may have processed the
// first request, so the returned reply contains the failure and the time (SentAt) of the first attempt.
func (r *run) sendAction(ctx context.Context, o *object, action table.Operation) *reply {
	var first *reply
	e := engine.Exchange{Method: http.MethodPost, Path: r.objectPath(o, string(action)), Body: map[string]any{}}
	for range engine.Poll(ctx, time.Second, settleTime) {
		response := r.write(ctx, o, e)
		if first != nil {
			response.failure, response.SentAt = first.failure, first.SentAt
		}
		if first = response; response.lost == "" {
			return response
		}
	}
	r.fail(context.Cause(ctx))
	return r.fail(fmt.Errorf("%w: %s", errUnreachable, first.lost))
}

// objectPath returns the path of one of the run's objects, or of an action on it. Every component that a run creates is an algorithm.
func (r *run) objectPath(o *object, action ...string) string {
	return r.route.path(o.kind, "algorithm", append([]string{o.id}, action...)...)
}

// readLatest waits until reads reflect the run's last write, and then reads an object. It returns nil if the read fails.
func (r *run) readLatest(ctx context.Context, o *object) map[string]any {
	r.settle(ctx)
	response := r.get(ctx, r.objectPath(o))
	if !response.isSuccess() {
		return nil
	}
	o.isShown = true
	return response.object()
}

// settle waits long enough for the engine's reads to show the last write.
func (r *run) settle(ctx context.Context) {
	r.sleep(ctx, max(0, time.Until(r.ledger.lastWrite.Add(r.ledger.lag))))
}
