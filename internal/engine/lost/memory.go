// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package lost determines whether the engine made a write whose reply was lost. For a create, it finds the new object in the engine's list.
// For an update, it compares the sent values with a document that was read later. The client (package engine) sends the requests and acts
// on the results.
//
//	memory.go  records which objects this run has created, and when it first saw each object
//	create.go  finds the object that a create has created
//	clock.go   compares an object's creation time with the start of the run, and estimates how far ahead the engine's clock is
//	turn.go    keeps a search from overlapping with creates of the same name, because it could find an object from one of those creates
//	update.go  determines whether a document contains the values from an update
//
// The package imports only base/document. Start reading at Memory.Candidates.
package lost

import (
	"sync"
	"sync/atomic"
	"time"
)

// Document is an engine object decoded from JSON.
type Document = map[string]any

// Key identifies an object. It includes the kind, because objects of different kinds may have the same id.
type Key struct{ Kind, ID string }

// Memory records which objects this Terraform run has created or seen. It is safe for concurrent use.
type Memory struct {
	// LostReply is true once a reply has been lost in this Terraform run. From then on, the client reads the engine's list before each
	// create.
	LostReply atomic.Bool

	began     time.Time
	mu        sync.Mutex
	claimed   map[Key]bool      // the objects that were created in this run
	begun     int               // the number of the last create so far
	seen      map[Key]int       // for each object: the number of the last create that began before the object was first seen
	dateClock clock             // the clock that sets the Date header of replies
	clocks    map[string]*clock // by kind: the clock that sets creation times
	turns     map[turnKey]*Turn
}

// NewMemory returns an empty Memory. The run is considered to start at the time of the call.
func NewMemory() *Memory {
	return &Memory{
		began: time.Now(), claimed: map[Key]bool{}, seen: map[Key]int{}, clocks: map[string]*clock{}, turns: map[turnKey]*Turn{},
	}
}

// Claim records that a create in this run created the object, so that no other create can claim it.
func (m *Memory) Claim(key Key) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.claimed[key] = true
}

// NoteCreated records an object that a create has just returned, so that no other create can claim it. It also compares the object's
// creation time with the local time at which the create was sent, to estimate how far ahead the engine's clock is.
func (m *Memory) NoteCreated(key Key, doc Document, sent time.Time) {
	m.Claim(key)
	made, _, ok := spanOf(doc)
	if !ok {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.clocks[key.Kind] == nil {
		m.clocks[key.Kind] = &clock{}
	}
	m.clocks[key.Kind].note(made, sent, time.Now())
}

// Begin returns a number for a create that begins now. Comparing numbers shows whether an object was seen before a create began. Times
// would be ambiguous, because a coarse clock may return the same time twice.
func (m *Memory) Begin() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begun++
	return m.begun
}

// NoteSeen records that a list contained an object. Only the first call for each object has an effect.
func (m *Memory) NoteSeen(key Key) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.seen[key]; !ok {
		m.seen[key] = m.begun
	}
}

func (m *Memory) isClaimed(key Key) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.claimed[key]
}

// wasSeenBefore reports whether this run saw the object in a list before the create with the given number began.
func (m *Memory) wasSeenBefore(key Key, number int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	seen, ok := m.seen[key]
	return ok && seen < number
}
