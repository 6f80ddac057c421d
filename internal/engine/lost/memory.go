// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package lost decides whether the engine made a write whose reply was lost. For a create, it finds the new object in the engine's list.
// For an update, it compares the sent values with a document that was read later. The client sends the requests and acts on the decisions.
//
// From this module, the package imports only the package document.
//
//	memory.go  records which objects this run has created, and when it first saw each object
//	create.go  finds the object that a create has made
//	clock.go   compares the creation time of an object with the run, and estimates how the engine's clock differs from the local clock
//	turn.go    separates creates of one name, which could take each other's object
//	update.go  decides whether a document shows an update
//
// Start reading at Memory.Judge.
package lost

import (
	"sync"
	"sync/atomic"
	"time"
)

// Document is an engine object as decoded from JSON.
type Document = map[string]any

// Key identifies an object. It includes the kind, because two objects of different kinds may have the same id.
type Key struct{ Kind, ID string }

// Memory records which objects this run of Terraform has created or seen. It is safe for concurrent use.
type Memory struct {
	// LostReply becomes true after the first lost reply of this run of Terraform. The client then begins to read the engine's list before
	// each create.
	LostReply atomic.Bool

	began     time.Time
	mu        sync.Mutex
	claimed   map[Key]bool
	begun     int               // the number of the last create that began
	seen      map[Key]int       // the number of the last create that began before the object was first seen
	dateClock clock             // the clock of the header Date
	clocks    map[string]*clock // by kind: the clock of the creation times, from objects that this run created
	turns     map[turnKey]*Turn
}

// NewMemory returns an empty Memory. The run begins with this call.
func NewMemory() *Memory {
	return &Memory{
		began: time.Now(), claimed: map[Key]bool{}, seen: map[Key]int{}, clocks: map[string]*clock{}, turns: map[turnKey]*Turn{},
	}
}

// Claim records that a create of this run made the object. No other create may take the same object.
func (m *Memory) Claim(key Key) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.claimed[key] = true
}

// NoteCreated claims the object that a create has just returned, and learns from its creation time how far the engine's clock is ahead.
// sent is the local time at which the create was sent.
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

// Begin returns the number of a create that begins now. These numbers show whether an object was seen before a create. Times would not,
// because a coarse clock can show the same time for both.
func (m *Memory) Begin() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begun++
	return m.begun
}

// NoteSeen records when this run first saw an object in a list.
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

// wasSeenBefore reports whether this run saw the object in a list before the create with this number began.
func (m *Memory) wasSeenBefore(key Key, number int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	seen, ok := m.seen[key]
	return ok && seen < number
}
