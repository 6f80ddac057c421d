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

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Call is what hooks see of a request whose path exists.
type Call struct {
	*http.Request

	Table     *table.Table
	Operation table.Operation
	// ID is the id of the object in the path, or empty if the path is that of a collection.
	ID    string
	Store *store.Store
	// Body is the body of a create or an update after all onBody hooks.
	Body document.Object
	// Now is the time of the server's clock.
	Now time.Time
}

// Reply is the answer to a write. Doc is nil if the answer has no body.
type Reply struct {
	Status int
	Doc    document.Object
	// Before is the document before an update.
	Before document.Object
}

// hooks are the functions through which a habit acts, in the order in which a request reaches them. A habit sets those that it needs.
// If a hook returns an error, the server answers with it.
type hooks struct {
	// configure changes the settings when the set is made.
	configure func(s *Settings, p parameter)
	// onPath runs before the server looks up the path.
	onPath func(r *http.Request) error
	// onCall runs before the request has any effect.
	onCall func(c *Call) error
	// readBody changes the body of a create or an update without refusing it, mostly to undo what show does.
	readBody func(c *Call, body document.Object)
	// onBody changes or refuses such a body. It runs before the server checks the body.
	onBody func(c *Call, body document.Object) error
	// onStored runs before an update, a deletion, a start or a stop, and sees the stored document.
	onStored func(c *Call, doc document.Object) error
	// onStore changes or refuses the document of a create or an update before the server stores it. prior is nil on create.
	onStore func(c *Call, doc, prior document.Object) error
	// show changes a document before the server answers it.
	show func(c *Call, doc document.Object)
	// onReply changes the answer to a write that was made.
	onReply func(c *Call, reply *Reply) error
	// onRefusal changes the answer to a request that was refused. If it returns nil, the answer is 204.
	onRefusal func(c *Call, r *document.Refusal) *document.Refusal
}

// Settings are values of the server that habits change.
type Settings struct {
	// Scheme is the first word of the authorization header (interface section 5).
	Scheme string
	// MaxBody is the size of the largest body that the server accepts, in bytes (quirk 33).
	MaxBody int
	// PageSize is the size of a page if the query names none. MaxPageSize is the largest size (quirk 1: 1,000 objects).
	PageSize, MaxPageSize int
	// PageParameter is the query parameter with the number of the page.
	PageParameter string
	// Course is called with each deployment status that follows by itself, and its delay. It returns those that follow instead; an
	// empty status ends the deployment. It is nil if no habit changes deployments.
	Course func(next string, delay time.Duration) (string, time.Duration)

	lags lags
}

// Set is the habits of a server. It may be used by several requests at a time.
type Set struct {
	Settings

	names  []string
	active map[string]bool
	hooks  []hooks
	// shows, replies and guards report whether any habit has the hook show, onReply or onStored.
	shows, replies, guards bool

	history history

	mu     sync.Mutex
	random *rand.Rand
	turns  map[string]int
}

// New returns the set of the named habits. The settings are those of a server without habits. The seed decides which requests are met
// by habits that act on a share of the requests.
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

// Names returns the names that the set was made from, with their parameters.
func (s *Set) Names() []string { return slices.Clone(s.names) }

// Has reports whether the habit is active.
func (s *Set) Has(name string) bool { return s.active[name] }

// each calls do for the hooks of each habit until do fails.
func (s *Set) each(do func(h *hooks) error) error {
	for i := range s.hooks {
		if err := do(&s.hooks[i]); err != nil {
			return err
		}
	}
	return nil
}

// Path runs the hooks onPath.
func (s *Set) Path(r *http.Request) error {
	return s.each(func(h *hooks) error {
		if h.onPath == nil {
			return nil
		}
		return h.onPath(r)
	})
}

// Begin runs the hooks onCall.
func (s *Set) Begin(c *Call) error {
	return s.each(func(h *hooks) error {
		if h.onCall == nil {
			return nil
		}
		return h.onCall(c)
	})
}

// Body runs the hooks readBody and onBody, those of the last habit first.
func (s *Set) Body(c *Call, body document.Object) error {
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

// Guards reports whether Guard does anything. If not, the caller need not decode the stored document.
func (s *Set) Guards() bool { return s.guards }

// Guard runs the hooks onStored.
func (s *Set) Guard(c *Call, doc document.Object) error {
	return s.each(func(h *hooks) error {
		if h.onStored == nil {
			return nil
		}
		return h.onStored(c, doc)
	})
}

// Store runs the hooks onStore. prior is nil on create.
func (s *Set) Store(c *Call, doc, prior document.Object) error {
	return s.each(func(h *hooks) error {
		if h.onStore == nil {
			return nil
		}
		return h.onStore(c, doc, prior)
	})
}

// Show returns the bytes that the server answers for a stored document.
func (s *Set) Show(c *Call, data []byte) ([]byte, error) {
	if !s.shows {
		return data, nil
	}
	doc, err := s.shown(c, data)
	if err != nil {
		return nil, err
	}
	return document.Encode(doc)
}

// shown decodes a stored document and runs the hooks show. It returns nil if there is no document.
func (s *Set) shown(c *Call, data []byte) (document.Object, error) {
	if data == nil {
		return nil, nil
	}
	doc, err := document.Decode(data)
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

// Reply returns the answer to a write that was made. before is nil for a create, after for a deletion.
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
	err = s.each(func(h *hooks) error {
		if h.onReply == nil {
			return nil
		}
		return h.onReply(c, &reply)
	})
	if err == nil && reply.Doc != nil {
		body, err = document.Encode(reply.Doc)
	}
	return reply.Status, body, err
}

// Refusal runs the hooks onRefusal. If it returns nil, the answer is 204.
func (s *Set) Refusal(c *Call, r *document.Refusal) *document.Refusal {
	for _, h := range s.hooks {
		if h.onRefusal != nil && r != nil {
			r = h.onRefusal(c, r)
		}
	}
	return r
}

// chance returns true for a share of its calls. The seed of the set decides for which.
func (s *Set) chance(share float64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.Float64() < share
}

// turn returns how often it was called with the name, this call included.
func (s *Set) turn(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns[name]++
	return s.turns[name]
}
