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

// Call contains the parts of a request that habits (deviations from INTERFACE.md) can use. It is created after the URL path is resolved.
type Call struct {
	*http.Request

	Table     *table.Table
	Operation table.Operation
	// ID is the id of the object in the path, or "" if the path refers to a collection.
	ID    string
	Store *store.Store
	// Body is the body of a create or an update, after the onBody hooks have changed it. It is set only if at least one habit is active.
	Body jsondoc.Object
	// Now is the time on the server's clock when the server handles the request.
	Now time.Time
}

// Reply is the response to a successful write. Doc is the object in the response, or nil if the response has no body. Before is the object
// before the write, or nil for a create.
type Reply struct {
	Status      int
	Doc, Before jsondoc.Object
}

// hooks contains the functions with which a habit changes the server's behavior, in the order in which the server calls them. Any hook may
// be nil. If a hook returns an error, the server responds with that error.
type hooks struct {
	// The reads function parses the habit's parameter, such as 4096 in "small-bodies=4096". If it is nil, every string is valid.
	reads reader
	// start is called when the habit becomes active. It changes the server's settings, or sets hooks that depend on the parameter or on s.
	start func(s *Set, p parameter, h *hooks)
	// onPath is called before the server resolves the URL path. It may reject the request.
	onPath func(r *http.Request) error
	// onCall is called after onPath and before the requested operation. It may reject the request.
	onCall func(c *Call) error
	// readBody changes the body of a create or an update. Usually, it is the inverse of the hook show. For example, if show renames a field
	// in responses, readBody restores the original name in requests.
	readBody func(c *Call, body jsondoc.Object)
	// onBody changes or rejects the body of a create or an update before the server validates it.
	onBody func(c *Call, body jsondoc.Object) error
	// onStored is called with the stored object before an update, a deletion, a start or a stop. It may reject the request.
	onStored func(c *Call, doc jsondoc.Object) error
	// onStore changes or rejects the new version of an object before it is stored. prior is the stored version, or nil for a create.
	onStore func(c *Call, doc, prior jsondoc.Object) error
	// show changes how an object appears in responses. The stored object stays the same.
	show func(c *Call, doc jsondoc.Object)
	// onReply changes the response to a successful write.
	onReply func(c *Call, reply *Reply) error
	// onRejection changes the response to a rejected request. If it returns nil, the server responds with 204 (success).
	onRejection func(c *Call, r *jsondoc.Rejection) *jsondoc.Rejection
}

// Settings are the server's settings that habits may change.
type Settings struct {
	// Scheme is the authentication scheme in the Authorization header, by default "Service".
	Scheme string
	// MaxBody is the maximum size of a request body in bytes (quirk 33 in quirks.go).
	MaxBody int
	// PageSize is the number of objects on a page of a list if the query does not contain page_size. MaxPageSize is the maximum value of
	// page_size (quirk 1 in quirks.go).
	PageSize, MaxPageSize int
	// PageParameter is the query parameter that selects a page, by default "page".
	PageParameter string
}

// Set contains the habits that are active in a server. It is safe for concurrent use.
type Set struct {
	Settings

	names  []string
	active map[string]bool // by habit name
	hooks  []hooks
	// statuses maps a deployment status to the status that replaces it. For example, with the habit start-fails (a deviation from
	// INTERFACE.md), a component becomes "Failed" instead of "Running". With "", the component keeps its previous status. minDelay is the
	// minimum time between two statuses.
	statuses map[string]string
	minDelay time.Duration

	lags    lags
	history history

	mu     sync.Mutex
	random *rand.Rand
	calls  map[string]int // The number of calls to countCall, by name.
}

// New returns the set of the named habits. The seed determines the random choices that some habits make.
func New(names []string, seed uint64, settings Settings) (*Set, error) {
	s := &Set{
		Settings: settings, names: slices.Clone(names), active: map[string]bool{}, statuses: map[string]string{},
		random: rand.New(rand.NewPCG(seed, 1)), calls: map[string]int{},
	}
	all := All()
	parameters := map[string]parameter{}
	last := map[string]string{} // The last of the given habits in each group of mutually exclusive habits.
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
			s.active[h.Name] = true
			if h.start != nil {
				h.start(s, p, &h.hooks)
			}
			s.hooks = append(s.hooks, h.hooks)
		}
	}
	return s, nil
}

// Names returns the names that were passed to New, including their parameters.
func (s *Set) Names() []string { return slices.Clone(s.names) }

// Has reports whether the named habit is active.
func (s *Set) Has(name string) bool { return s.active[name] }

// ReplaceStatus returns the deployment status that a component gets instead of its normal next status, and the delay before the change. If
// the returned status is "", the component keeps its current status.
func (s *Set) ReplaceStatus(next string, delay time.Duration) (string, time.Duration) {
	if by, replaced := s.statuses[next]; replaced {
		next = by
	}
	return next, max(delay, s.minDelay)
}

// each calls the run function with the hooks of each active habit for which the has function returns true. It stops at the first error.
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

// Path calls the onPath hooks. The server calls Path before it resolves the URL path.
func (s *Set) Path(r *http.Request) error {
	return s.each(func(h *hooks) bool { return h.onPath != nil }, func(h *hooks) error { return h.onPath(r) })
}

// Begin calls the onCall hooks. The server calls Begin before it performs the operation.
func (s *Set) Begin(c *Call) error {
	return s.each(func(h *hooks) bool { return h.onCall != nil }, func(h *hooks) error { return h.onCall(c) })
}

// Body applies the readBody and onBody hooks to the request body. Clients send objects back as they received them, after the habits
// (deviations from INTERFACE.md) have changed them in Show. Body undoes these changes. Therefore, it calls the hooks in reverse order,
// beginning with the habit that Show applied last.
func (s *Set) Body(c *Call, body jsondoc.Object) error {
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
	if len(s.hooks) > 0 {
		c.Body = maps.Clone(body)
	}
	return nil
}

// Guard calls the onStored hooks. The server does this before it changes or deletes a stored object, so that a hook can prevent it.
func (s *Set) Guard(c *Call, doc jsondoc.Object) error {
	return s.each(func(h *hooks) bool { return h.onStored != nil }, func(h *hooks) error { return h.onStored(c, doc) })
}

// Store calls the onStore hooks. doc is the new version of the object. prior is the stored version, or nil for a create.
func (s *Set) Store(c *Call, doc, prior jsondoc.Object) error {
	return s.each(func(h *hooks) bool { return h.onStore != nil }, func(h *hooks) error { return h.onStore(c, doc, prior) })
}

// Show calls the show hooks, which change a stored object for a response, and returns the resulting JSON.
func (s *Set) Show(c *Call, data []byte) ([]byte, error) {
	if len(s.hooks) == 0 {
		return data, nil
	}
	doc, err := s.decodeAndShow(c, data)
	if err != nil {
		return nil, err
	}
	return jsondoc.Encode(doc)
}

// decodeAndShow decodes a stored object and calls the show hooks with it. If data is nil, it returns nil.
func (s *Set) decodeAndShow(c *Call, data []byte) (jsondoc.Object, error) {
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

// Reply returns the HTTP status and the body of the response to a successful write, after the onReply hooks have changed them. The last two
// parameters are the object's JSON before the write (nil for a create) and after the write (nil for a delete).
func (s *Set) Reply(c *Call, status int, before, after []byte) (replyStatus int, body []byte, err error) {
	if len(s.hooks) == 0 {
		return status, after, nil
	}
	s.noteWrite(c, before, after)
	reply := Reply{Status: status}
	if reply.Before, err = s.decodeAndShow(c, before); err != nil {
		return 0, nil, err
	}
	if reply.Doc, err = s.decodeAndShow(c, after); err != nil {
		return 0, nil, err
	}
	err = s.each(func(h *hooks) bool { return h.onReply != nil }, func(h *hooks) error { return h.onReply(c, &reply) })
	if err == nil && reply.Doc != nil {
		body, err = jsondoc.Encode(reply.Doc)
	}
	return reply.Status, body, err
}

// Rejection passes the response to a rejected request through the onRejection hooks, which may change it, and returns the result. If
// Rejection returns nil, the server responds with 204 (success).
func (s *Set) Rejection(c *Call, r *jsondoc.Rejection) *jsondoc.Rejection {
	for _, h := range s.hooks {
		if h.onRejection != nil && r != nil {
			r = h.onRejection(c, r)
		}
	}
	return r
}

// chance returns true with the given probability. The results depend only on the seed and the number of earlier calls.
func (s *Set) chance(share float64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.Float64() < share
}

// countCall counts the calls with each name, including this one, and returns their number. Habits use the number to vary their responses.
func (s *Set) countCall(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[name]++
	return s.calls[name]
}
