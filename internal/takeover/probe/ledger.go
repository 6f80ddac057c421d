// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"crypto/rand"
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

// NamePrefix begins the names of all objects that a run makes.
const NamePrefix = "terraform-provider-engine-probe-"

// settleTime is how long a run waits until the engine shows a write.
const settleTime = 5 * time.Second

// ledger has the objects that a run made or may have made. Every change and every deletion goes through run.change, which sends nothing
// unless a read just before shows that the object is the run's own.
type ledger struct {
	// made are the objects whose id is known, in the order in which the run made them.
	made []*object
	// unanswered are creates without a usable response. The engine may have made an object for each of them.
	unanswered []*object
	// taken are objects of others to which a create has given a name of the run.
	taken []*object
	// listed has the names of the objects in lists that were read before a create, by kind and id. It has nil for a kind without a list.
	listed map[string]map[string]string
	mark   string
	count  int
	// lag is how long the engine needs to show a write.
	lag time.Duration
	// lastWrite is the time of the response to the last write.
	lastWrite time.Time
}

// object is an engine object that the run made.
type object struct {
	kind, id, name string
	// names are all names that the run sent. Objects of earlier runs have none.
	names []string
	// sent has the fields that the run sent, with their last values.
	sent map[string]any
	// first is the object as the engine showed it before the first update. Only plain objects have it.
	first map[string]any
	// isShown is true if a read has shown the object, isGone if one no longer shows it after its deletion.
	isShown, isGone bool
	// isForeign is true if the object may belong to somebody else.
	isForeign bool
	// isListed is true if the last look into the list showed the object.
	isListed bool
	// isDeleted is true if the engine may have deleted the object. why is the reason why the object is still there.
	isDeleted bool
	why       string
}

// owns reports whether the run gave the object this name. An engine may shorten a long name, but not by the part that makes it unique.
func (o *object) owns(name string) bool {
	if len(o.names) == 0 {
		return strings.HasPrefix(name, NamePrefix)
	}
	return slices.ContainsFunc(o.names, func(sent string) bool {
		return sent == name || strings.HasPrefix(sent, name) && strings.HasPrefix(name, o.name)
	})
}

// foreignError reports an object that the run must not touch.
type foreignError struct{ kind, id, why string }

func (e *foreignError) Error() string {
	return fmt.Sprintf("%s %q %s, so it may belong to somebody else: probe stopped and did not touch it", e.kind, e.id, e.why)
}

// newName returns an unused name for an object.
func (l *ledger) newName(kind string) string {
	if l.mark == "" {
		l.mark = strings.ToLower(rand.Text()[:10])
	}
	l.count++
	return NamePrefix + l.mark + "-" + kind + "-" + strconv.Itoa(l.count)
}

// create makes an object of a kind. If the engine rejects it, the object is nil and the reply contains the reason. If the response was
// lost, create makes a second object; clean finds the first one.
func (r *run) create(ctx context.Context, kind string, body map[string]any) (*object, *reply) {
	r.readOthers(ctx, kind)
	cause := ""
	for range maxAttempts {
		if r.err != nil {
			break
		}
		o := r.ledger.begin(kind, body)
		response := r.send(ctx, engine.Exchange{Method: http.MethodPost, Path: r.route.object(kind), Body: o.sent}, nil)
		r.ledger.lastWrite = time.Now()
		if cause = response.lost; cause != "" {
			continue
		}
		if !response.done() {
			return nil, response
		}
		if err := r.ledger.accept(o, response.object()); err != nil {
			return nil, r.fail(err)
		}
		return o, response
	}
	return nil, r.fail(&unreachableError{cause})
}

// readOthers reads the ids of a kind before the run makes its first object of that kind.
func (r *run) readOthers(ctx context.Context, kind string) {
	if _, isKnown := r.ledger.listed[kind]; isKnown || r.err != nil {
		return
	}
	r.ledger.listed[kind] = r.list(ctx, kind)
	if r.err != nil {
		r.err = fmt.Errorf("probe makes no %s, because it can't determine which objects are those of others: %w", kind, r.err)
	}
}

// begin notes that an object with these fields will be made. If they have no name, it gets a new one.
func (l *ledger) begin(kind string, body map[string]any) *object {
	body = maps.Clone(body)
	if body["name"] == nil {
		body["name"] = l.newName(kind)
	}
	name, _ := body["name"].(string)
	o := &object{kind: kind, name: name, names: []string{name}, sent: body}
	l.unanswered = append(l.unanswered, o)
	return o
}

// accept takes the id of an object from doc, the response to its create. It returns an error if that object may belong to somebody else. A
// response without a name proves nothing, but then the read before each change has to show the name.
func (l *ledger) accept(o *object, doc map[string]any) error {
	name, isNamed := doc["name"]
	shown, _ := name.(string)
	id, _ := doc["id"].(string)
	switch {
	case !isPlainID(id):
		return fmt.Errorf("the response to the create of a %s has no usable id: %.100q", o.kind, fmt.Sprint(doc["id"]))
	case l.isOld(o.kind, id):
		return &foreignError{o.kind, id, "existed before the create that returned it"}
	case isNamed && !o.owns(shown):
		return &foreignError{o.kind, id, "was returned by a create with a name that probe did not send"}
	}
	l.add(o, id)
	return nil
}

// isOld reports whether the engine had an object before the last create of its kind.
func (l *ledger) isOld(kind, id string) bool {
	_, isListed := l.listed[kind][id]
	return isListed || l.find(kind, id) != nil
}

// find returns the object of the run with this id, or nil.
func (l *ledger) find(kind, id string) *object {
	at := slices.IndexFunc(l.made, func(o *object) bool { return o.kind == kind && o.id == id })
	if at < 0 {
		return nil
	}
	return l.made[at]
}

// add moves an object whose id has become known to those that the run made.
func (l *ledger) add(o *object, id string) {
	o.id = id
	l.made = append(l.made, o)
	l.unanswered = slices.DeleteFunc(l.unanswered, func(other *object) bool { return other == o })
}

// isPlainID reports whether a path with the id can name no other object, even if a proxy unescapes the path twice.
func isPlainID(id string) bool { return engine.IsID(id) && url.PathEscape(id) == id }

// change sends a write to an object of the run. Before each attempt it reads the object. If the object is gone, change sends nothing and
// returns that read. The run fails with a *foreignError if the read does not show a name of the run.
func (r *run) change(ctx context.Context, o *object, e engine.Exchange) *reply {
	response := r.send(ctx, e, o)
	r.ledger.lastWrite = time.Now()
	return response
}

// verify reads an object and returns nil if it is the run's own, or nil itself. It returns the response if the object is gone. It waits for
// an object that no read has shown yet, because an engine may show it late.
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
		case !read.done():
			r.fail(fmt.Errorf("%s %s can't be read before a change: the engine returns %d", o.kind, o.id, read.Status))
			return nil
		case !o.owns(name), read.object()["id"] != o.id:
			r.fail(&foreignError{o.kind, o.id, "no longer has the name that probe gave it"})
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

// hasDeletedParent reports whether the engine may have deleted an object with its parent.
func (r *run) hasDeletedParent(o *object) bool {
	return slices.ContainsFunc(r.ledger.made, func(other *object) bool {
		return other.isDeleted && slices.Contains([]any{o.sent["dashboard"], o.sent["tab"], o.sent["component_id"]}, any(other.id))
	})
}

// update changes an object and notes what was sent.
func (r *run) update(ctx context.Context, o *object, patch map[string]any) *reply {
	if name, isText := patch["name"].(string); isText { // The engine may make an update and report an error.
		o.names = append(o.names, name)
	}
	response := r.change(ctx, o, engine.Exchange{Method: http.MethodPatch, Path: r.objectPath(o), Body: patch})
	if response.done() {
		maps.Copy(o.sent, patch)
	}
	return response
}

// act starts or stops a component. If a response is lost, act sends the request again; then reply.failure is not nil, and SentAt is the
// time of the first attempt.
func (r *run) act(ctx context.Context, o *object, action table.Operation) *reply {
	var first *reply
	e := engine.Exchange{Method: http.MethodPost, Path: r.objectPath(o, string(action)), Body: map[string]any{}}
	for range engine.Poll(ctx, time.Second, settleTime) {
		response := r.change(ctx, o, e)
		if first != nil {
			response.failure, response.SentAt = first.failure, first.SentAt
		}
		if first = response; response.lost == "" {
			return response
		}
	}
	r.fail(context.Cause(ctx))
	return r.fail(&unreachableError{first.lost})
}

// objectPath returns the path of an object that the run made.
func (r *run) objectPath(o *object, action ...string) string {
	return r.route.object(o.kind, append([]string{o.id}, action...)...)
}

// shown reads an object as soon as the engine shows the last write. It returns nil if the object is not found.
func (r *run) shown(ctx context.Context, o *object) map[string]any {
	r.settle(ctx)
	response := r.get(ctx, r.objectPath(o))
	if !response.done() {
		return nil
	}
	o.isShown = true
	return response.object()
}

// settle waits until the engine shows the last write.
func (r *run) settle(ctx context.Context) {
	r.sleep(ctx, max(0, time.Until(r.ledger.lastWrite.Add(r.ledger.lag))))
}
