// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package lost decides what became of writes whose reply was lost: which object of a list a create has made, and whether a
// document shows that an update was made. The client asks the engine and carries out what is decided here.
//
// It imports nothing of this module.
//
//	memory.go  what a run knows of the engine's objects: which are its own, and when it saw which for the first time
//	age.go     what the time of creation of an object says: of this run, older, or nothing
//	clock.go   how far the engine's clock is from the own one
//	turn.go    creates of one name, which could take each other's object, are kept apart
//	create.go  which of the objects found is the one that a create has made
//	update.go  whether a document shows what an update sent
//
// Start reading at Memory.Judge.
package lost

import (
	"sync"
	"time"
)

// Document is an engine object as decoded from JSON.
type Document = map[string]any

// Key says which object is meant. Ids differ within a kind.
type Key struct{ Kind, ID string }

// Memory is what a run knows of the engine's objects. It is safe for concurrent use.
type Memory struct {
	Clock Clock // that of the header Date

	began   time.Time
	mu      sync.Mutex
	own     map[Key]bool
	seen    map[Key]time.Time
	births  map[string]*Clock // by kind: that of the times of creation, as the objects show that this run has made
	turns   map[turnKey]*Turn
	doubted bool
}

// NewMemory is the memory of a run that begins.
func NewMemory() *Memory {
	return &Memory{
		began: time.Now(), own: map[Key]bool{}, seen: map[Key]time.Time{}, births: map[string]*Clock{}, turns: map[turnKey]*Turn{},
	}
}

// Own notes that this run has made an object, or taken it for the one that it made. No other create takes it.
func (m *Memory) Own(key Key) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.own[key] = true
}

// Made notes that this run has made an object by a create that was sent at a time and answered now.
func (m *Memory) Made(key Key, doc Document, sent time.Time) {
	m.Own(key)
	made, _, ok := spanOf(doc)
	if !ok {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.births[key.Kind] == nil {
		m.births[key.Kind] = &Clock{}
	}
	m.births[key.Kind].note(made, sent, time.Now())
}

// See notes that the engine has an object.
func (m *Memory) See(key Key) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.seen[key]; !ok {
		m.seen[key] = time.Now()
	}
}

// Doubt notes that a reply was lost in this run. The creates after it are worth a look at the list before them.
func (m *Memory) Doubt() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.doubted = true
}

// IsDoubted says whether a reply was lost in this run.
func (m *Memory) IsDoubted() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.doubted
}

func (m *Memory) isOwn(key Key) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.own[key]
}

// wasSeenBefore says whether the engine had an object at a time, as far as it was looked at.
func (m *Memory) wasSeenBefore(key Key, at time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	seen, ok := m.seen[key]
	return ok && seen.Before(at)
}
