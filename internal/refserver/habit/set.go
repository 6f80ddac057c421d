// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Call is the part of a request that the hooks of habits can use. The server fills it in after it has
// looked up the path.
type Call struct {
	*http.Request

	Table     *table.Table
	Operation table.Operation
	// ID is the id of the object that the path names. It is empty if the path names a collection.
	ID    string
	Store *store.Store
	// Body is the request body of a create or an update, as the onBody hooks have changed it.
	Body jsondoc.Object
	// Now is the time of the server's clock when the request arrived.
	Now time.Time
}

// Reply is the answer to a write. Doc is the object in its body, or nil if the answer has no body.
type Reply struct {
	Status int
	Doc    jsondoc.Object
	// Before is the object before an update.
	Before jsondoc.Object
}

// hooks are the functions with which a habit changes the server's behavior, in the order in which a request
// reaches them. A nil hook does nothing. If a hook returns an error, the server answers that error.
type hooks struct {
	// configure changes the settings of the server, for example the size of a page. New calls it.
	configure func(s *Settings, p parameter)
	// onPath runs before the server looks up the path. It may change the request or refuse it.
	onPath func(r *http.Request) error
	// onCall runs after the path is found and before the operation begins. It may refuse the request.
	onCall func(c *Call) error
	// readBody changes the request body of a create or an update. It usually reverses show: if show renames a field, readBody restores the
	// name.
	readBody func(c *Call, body jsondoc.Object)
	// onBody changes or refuses the request body of a create or an update, before the server checks the values.
	onBody func(c *Call, body jsondoc.Object) error
	// onStored gets the stored object before an update, a deletion, a start or a stop. It may refuse the request.
	onStored func(c *Call, doc jsondoc.Object) error
	// onStore changes or refuses the new version of an object before a create or an update stores it. prior is the stored version, or nil
	// on create.
	onStore func(c *Call, doc, prior jsondoc.Object) error
	// show changes an object in an answer. The stored object stays the same.
	show func(c *Call, doc jsondoc.Object)
	// onReply changes the answer to a successful write.
	onReply func(c *Call, reply *Reply) error
	// onRefusal changes the answer to a refused request. If it returns nil, the server answers 204.
	onRefusal func(c *Call, r *jsondoc.Refusal) *jsondoc.Refusal
}

// Settings are values of the server that habits may change.
type Settings struct {
	// Scheme is the first word of the authorization header that the server expects. A habit can change it from
	// "Service" to another word.
	Scheme string
	// MaxBody is the largest request body that the server accepts, in bytes (quirk 33 in quirks.go).
	MaxBody int
	// PageSize is the number of objects on a page if the query has no page_size. MaxPageSize is the largest page_size (quirk 1 in
	// quirks.go).
	PageSize, MaxPageSize int
	// PageParameter is the name of the query parameter that selects a page. A habit can change it from "page" to
	// another word.
	PageParameter string
	// Course changes the next deployment status of a component and the delay before it. If Course returns "", the component keeps the status
	// that it has. Course is nil if no habit changes deployments.
	Course func(next string, delay time.Duration) (string, time.Duration)

	lags lags
}

// Set holds the active habits of a server. Requests may use the Set concurrently.
type Set struct {
	Settings

	names  []string
	active map[string]bool
	hooks  []hooks
	// shows, replies and guards report whether any active habit has the hook show, onReply or onStored. If none has
	// the hook, the server skips the work for it.
	shows, replies, guards bool

	history history

	mu     sync.Mutex
	random *rand.Rand
	turns  map[string]int
}

// New returns a set of the habits with the given names. Switches may change the settings. Some habits act on a
// random share of requests, which depends on the seed.
func New(names []string, seed uint64, settings Settings) (*Set, error) {
	s := &Set{
		Settings: settings, names: slices.Clone(names), active: map[string]bool{},
		random: rand.New(rand.NewPCG(seed, 1)), turns: map[string]int{},
	}
	all := All()
	parameters := map[string]parameter{}
	last := map[string]string{} // The last name in each group.
	for _, name := range names {
		h, p, err := find(all, name)
		if err != nil {
			return nil, err
		}
		if _, again := parameters[h.Name]; again {
			return nil, fmt.Errorf("the habit %s is given twice", h.Name)
		}
		parameters[h.Name], last[h.Group] = p, h.Name
	}
	for _, h := range all {
		if p, given := parameters[h.Name]; given && (h.Group == "" || last[h.Group] == h.Name) {
			s.add(h, p)
		}
	}
	return s, nil
}

func (s *Set) add(h Habit, p parameter) {
	if h.build != nil {
		h.hooks = h.build(s, p)
	}
	if h.hooks.configure != nil {
		h.hooks.configure(&s.Settings, p)
	}
	s.active[h.Name] = true
	s.shows = s.shows || h.hooks.show != nil
	s.replies = s.replies || h.hooks.onReply != nil
	s.guards = s.guards || h.hooks.onStored != nil
	s.hooks = append(s.hooks, h.hooks)
}

// Names returns the names of the active habits as they were given to New, with their parameters.
func (s *Set) Names() []string { return slices.Clone(s.names) }

// Has reports whether the habit with this name is active.
func (s *Set) Has(name string) bool { return s.active[name] }

// each calls run for each habit that has the hook. It stops at the first error.
func (s *Set) each(has func(h *hooks) bool, run func(h *hooks) error) error {
	for i := range s.hooks {
		if h := &s.hooks[i]; has(h) {
			if err := run(h); err != nil {
				return err
			}
		}
	}
	return nil
}

// Path runs the onPath hooks of the active habits, before the server looks up the path.
func (s *Set) Path(r *http.Request) error {
	return s.each(func(h *hooks) bool { return h.onPath != nil }, func(h *hooks) error { return h.onPath(r) })
}

// Begin runs the onCall hooks of the active habits, before the operation begins.
func (s *Set) Begin(c *Call) error {
	return s.each(func(h *hooks) bool { return h.onCall != nil }, func(h *hooks) error { return h.onCall(c) })
}

// Body runs the readBody and onBody hooks. It begins with the last habit, because request bodies pass the habits
// in the reverse order of answers.
func (s *Set) Body(c *Call, body jsondoc.Object) error {
	if len(s.hooks) == 0 {
		return nil
	}
	for _, h := range slices.Backward(s.hooks) {
		if h.readBody != nil {
			h.readBody(c, body)
		}
		if h.onBody != nil {
			if err := h.onBody(c, body); err != nil {
				return err
			}
		}
	}
	c.Body = maps.Clone(body)
	return nil
}

// Guards reports whether any habit has an onStored hook. If it returns false, the caller need not decode the
// stored object and need not call Guard.
func (s *Set) Guards() bool { return s.guards }

// Guard runs the onStored hooks of the active habits with the stored object, before the object is changed or
// deleted.
func (s *Set) Guard(c *Call, doc jsondoc.Object) error {
	return s.each(func(h *hooks) bool { return h.onStored != nil }, func(h *hooks) error { return h.onStored(c, doc) })
}

// Store runs the onStore hooks of the active habits. doc is the new version of the object. prior is the stored
// version, or nil on create.
func (s *Set) Store(c *Call, doc, prior jsondoc.Object) error {
	return s.each(func(h *hooks) bool { return h.onStore != nil }, func(h *hooks) error { return h.onStore(c, doc, prior) })
}

// Show returns a stored object as the server answers it, with the changes of the show hooks.
func (s *Set) Show(c *Call, data []byte) ([]byte, error) {
	if !s.shows {
		return data, nil
	}
	doc, err := s.shown(c, data)
	if err != nil {
		return nil, err
	}
	return jsondoc.Encode(doc)
}

// shown decodes a stored object and runs the show hooks. If data is nil, it returns nil.
func (s *Set) shown(c *Call, data []byte) (jsondoc.Object, error) {
	if data == nil {
		return nil, nil
	}
	doc, err := jsondoc.Decode(data)
	if err != nil {
		return nil, err
	}
	for _, h := range s.hooks {
		if h.show != nil {
			h.show(c, doc)
		}
	}
	return doc, nil
}

// Reply returns the HTTP status and the body of the answer to a successful write, after the onReply hooks. before is nil if the write was a
// create, after is nil if the write was a deletion.
func (s *Set) Reply(c *Call, status int, before, after []byte) (replyStatus int, body []byte, err error) {
	s.note(c, before, after)
	if !s.replies {
		if after != nil {
			body, err = s.Show(c, after)
		}
		return status, body, err
	}
	reply := Reply{Status: status}
	if reply.Before, err = s.shown(c, before); err != nil {
		return 0, nil, err
	}
	if reply.Doc, err = s.shown(c, after); err != nil {
		return 0, nil, err
	}
	err = s.each(func(h *hooks) bool { return h.onReply != nil }, func(h *hooks) error { return h.onReply(c, &reply) })
	if err == nil && reply.Doc != nil {
		body, err = jsondoc.Encode(reply.Doc)
	}
	return reply.Status, body, err
}

// Refusal runs the onRefusal hooks and returns the refusal to answer. If it returns nil, the server answers 204.
func (s *Set) Refusal(c *Call, r *jsondoc.Refusal) *jsondoc.Refusal {
	for _, h := range s.hooks {
		if h.onRefusal != nil && r != nil {
			r = h.onRefusal(c, r)
		}
	}
	return r
}

// chance returns true for a share of its calls: 0.1 means about one call in ten. The seed of the set makes the results repeatable.
func (s *Set) chance(share float64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.Float64() < share
}

// turn counts its calls for each name. It returns 1 for the first call with a name, then 2, and so on.
func (s *Set) turn(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns[name]++
	return s.turns[name]
}
