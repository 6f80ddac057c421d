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
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Call is a request as habits see it, once its path names something.
type Call struct {
	*http.Request

	Table     *table.Table
	Operation table.Operation
	// ID is that of the object; empty for a collection.
	ID    string
	Store *store.Store
	// Body is what was sent to create or update, as the habits left it.
	Body document.Object
	// Now is the time by the server's clock.
	Now time.Time
}

// Reply is what a write is answered with. Doc is nil for an answer without a body.
type Reply struct {
	Status int
	Doc    document.Object
	// Before is the document before an update.
	Before document.Object
}

// points are where a habit acts, in the order in which a request comes by. It sets those it needs. An error is answered: a
// refusal as it is.
type points struct {
	// settings changes values that the server works with.
	settings func(s *Settings)
	// route looks at a request before its path is looked up.
	route func(r *http.Request) error
	// begin looks at a request before it takes effect.
	begin func(c *Call) error
	// body changes the body of a create or an update before it is checked.
	body func(c *Call, body document.Object) error
	// guard looks at the stored object before an update, a deletion, a start or a stop.
	guard func(c *Call, doc document.Object) error
	// store changes a document of a create or an update before it is stored; prior is nil on create.
	store func(c *Call, doc, prior document.Object) error
	// document changes a document on its way out.
	document func(c *Call, doc document.Object)
	// reply changes the answer to a write that was made.
	reply func(c *Call, reply *Reply) error
	// refusal changes the answer to what was not done; nil is 204.
	refusal func(c *Call, r *refusal.Refusal) *refusal.Refusal
}

// Set is the habits of a server. It may be used by several requests at a time.
type Set struct {
	Settings

	names  []string
	points []points
	// views and echoes: some habit changes documents on their way out, or the answers to writes.
	// guards: some look at the stored object.
	views, echoes, guards bool

	history history

	mu     sync.Mutex
	random *rand.Rand
	turns  map[string]int
}

// New makes the habits of the names, each with its parameter behind an equals sign or without. The settings are those of a
// server without habits. The seed decides where a habit answers by chance.
func New(names []string, seed uint64, settings Settings) (*Set, error) {
	s := &Set{Settings: settings, names: slices.Clone(names), random: rand.New(rand.NewPCG(seed, 1)), turns: map[string]int{}}
	all := All()
	given, parameters := map[string]bool{}, map[string]parameter{}
	chosen := map[string]string{} // The habit that counts in a group.
	for _, name := range names {
		h, p, err := find(all, name)
		if err != nil {
			return nil, err
		}
		if given[h.Name] {
			return nil, fmt.Errorf("the habit %s is given twice", h.Name)
		}
		given[h.Name], parameters[h.Name] = true, p
		if h.Group != "" {
			chosen[h.Group] = h.Name
		}
	}
	for _, h := range all {
		if given[h.Name] && (h.Group == "" || chosen[h.Group] == h.Name) {
			s.add(h.points(s, parameters[h.Name]))
		}
	}
	return s, nil
}

func (s *Set) add(p points) {
	if p.settings != nil {
		p.settings(&s.Settings)
	}
	s.views = s.views || p.document != nil
	s.echoes = s.echoes || p.reply != nil
	s.guards = s.guards || p.guard != nil
	s.points = append(s.points, p)
}

// Names gives the names that the set was made of.
func (s *Set) Names() []string { return slices.Clone(s.names) }

// each does something at all points, until it fails.
func (s *Set) each(do func(p *points) error) error {
	for i := range s.points {
		if err := do(&s.points[i]); err != nil {
			return err
		}
	}
	return nil
}

// Route looks at a request before its path is looked up.
func (s *Set) Route(r *http.Request) error {
	return s.each(func(p *points) error {
		if p.route == nil {
			return nil
		}
		return p.route(r)
	})
}

// Begin looks at a request before it takes effect.
func (s *Set) Begin(c *Call) error {
	return s.each(func(p *points) error {
		if p.begin == nil {
			return nil
		}
		return p.begin(c)
	})
}

// Body changes the body of a create or an update before it is checked.
func (s *Set) Body(c *Call, body document.Object) error {
	if len(s.points) == 0 {
		return nil
	}
	for i := range slices.Backward(s.points) {
		if at := s.points[i].body; at != nil {
			if err := at(c, body); err != nil {
				return err
			}
		}
	}
	c.Body = maps.Clone(body)
	return nil
}

// Guards reports whether Guard has anything to look for.
func (s *Set) Guards() bool { return s.guards }

// Guard looks at the stored object before an update, a deletion, a start or a stop.
func (s *Set) Guard(c *Call, doc document.Object) error {
	return s.each(func(p *points) error {
		if p.guard == nil {
			return nil
		}
		return p.guard(c, doc)
	})
}

// Stored changes a document of a create or an update before it is stored; prior is nil on create.
func (s *Set) Stored(c *Call, doc, prior document.Object) error {
	return s.each(func(p *points) error {
		if p.store == nil {
			return nil
		}
		return p.store(c, doc, prior)
	})
}

// Out gives the bytes that are answered for a document.
func (s *Set) Out(c *Call, data []byte) ([]byte, error) {
	if !s.views {
		return data, nil
	}
	doc, err := s.shown(c, data)
	if err != nil {
		return nil, err
	}
	return document.Encode(doc)
}

// shown gives the document that is answered for a stored one.
func (s *Set) shown(c *Call, data []byte) (document.Object, error) {
	doc, err := document.Decode(data)
	if err != nil {
		return nil, err
	}
	for i := range s.points {
		if at := s.points[i].document; at != nil {
			at(c, doc)
		}
	}
	return doc, nil
}

// Reply gives what a write that was made is answered with. before and after are the stored documents; either may be nil.
func (s *Set) Reply(c *Call, status int, before, after []byte) (replyStatus int, body []byte, err error) {
	s.note(c, before, after)
	if !s.echoes {
		if after == nil {
			return status, nil, nil
		}
		body, err = s.Out(c, after)
		return status, body, err
	}
	reply := Reply{Status: status}
	if before != nil {
		if reply.Before, err = s.shown(c, before); err != nil {
			return 0, nil, err
		}
	}
	if after != nil {
		if reply.Doc, err = s.shown(c, after); err != nil {
			return 0, nil, err
		}
	}
	err = s.each(func(p *points) error {
		if p.reply == nil {
			return nil
		}
		return p.reply(c, &reply)
	})
	if err == nil && reply.Doc != nil {
		body, err = document.Encode(reply.Doc)
	}
	return reply.Status, body, err
}

// Refusal changes the answer to what was not done; nil is 204.
func (s *Set) Refusal(c *Call, r *refusal.Refusal) *refusal.Refusal {
	for i := range s.points {
		if at := s.points[i].refusal; at != nil && r != nil {
			r = at(c, r)
		}
	}
	return r
}

// chance is true in a share of the calls, which the seed decides.
func (s *Set) chance(share float64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.Float64() < share
}

// turn counts from 1 how often it was asked for the name.
func (s *Set) turn(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns[name]++
	return s.turns[name]
}
