// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

// memory contains everything that a client remembers of its engine. It lasts as long as the client, which is one run of Terraform, unless a
// comment names an earlier end.
type memory struct {
	pathStyles *pathStyles  // the style of path in which each operation was answered (pathstyles.go)
	pause      pause        // the time until which no requests are sent, because of a 429 (wait.go)
	lost       *lost.Memory // the objects that this run created or saw, for creates whose reply is lost (search.go)

	reached     atomic.Bool // the engine has answered a request (retry.go)
	unreachable atomic.Bool // a request gave up before the engine's first answer (retry.go)
	prompt      atomic.Bool // the first read after a write has shown the write (settle.go)
	late        atomic.Bool // a later read after a write was the first to show the write (settle.go)
	etagsBroken atomic.Bool // the engine refuses the ETags that the client reads (update.go)

	// created contains the objects that this client has created and the engine has not returned since (call.go). The keys are objectKey,
	// and the values are the time.Time of the create. An entry is ignored after settleTime.
	created sync.Map

	mu        sync.Mutex
	removed   time.Time              // the time of the last delete; matters for settleTime (delete.go)
	refused   map[string][]string    // by kind: the fields that the engine refuses on create (create.go)
	rosters   map[Collection]*roster // the lists that prove which objects exist; each for rosterLife (gone.go)
	witnesses map[Collection]string  // the id of the object that was read last, which should still exist (gone.go)
	nextWrite chan struct{}          // closed and replaced at the end of each request that may have changed something
}

// objectKey identifies an object of the engine.
type objectKey struct {
	col Collection
	id  string
}

func newMemory() *memory {
	return &memory{
		pathStyles: newPathStyles(), lost: lost.NewMemory(), nextWrite: make(chan struct{}),
		refused: map[string][]string{},
		rosters: map[Collection]*roster{}, witnesses: map[Collection]string{},
	}
}

// patience returns how long the client still waits if the engine doesn't find the object of an address: until settleTime after the create,
// or not at all if this client has not created the object.
func (m *memory) patience(a address) time.Duration {
	value, _ := m.created.Load(objectKey{a.col, a.id})
	created, _ := value.(time.Time)
	return max(0, settleTime-time.Since(created))
}

// noteRemoval notes that this client deleted an object.
func (m *memory) noteRemoval() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.removed = time.Now()
}

// isRemoving reports whether the engine may still be removing objects that this client deleted.
func (m *memory) isRemoving() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.removed) < settleTime
}

// refusedOf returns the fields that the engine refuses when an object of this kind is created.
func (m *memory) refusedOf(col Collection) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.refused[col.kind])
}

// refuse notes that the engine refuses fields on create. So only the first create of a kind is sent twice.
func (m *memory) refuse(col Collection, names []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refused[col.kind] = append(m.refused[col.kind], names...)
}

func (m *memory) roster(col Collection) *roster {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rosters[col] == nil {
		m.rosters[col] = &roster{}
	}
	return m.rosters[col]
}

// noteRead notes that the engine returned an object.
func (m *memory) noteRead(col Collection, id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.witnesses[col] = id
}

// witnessesOf returns the ids of objects that should exist: the object that was read last, and one from the list.
func (m *memory) witnessesOf(col Collection, listed listing) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []string
	if last, ok := m.witnesses[col]; ok {
		found = append(found, last)
	}
	if len(listed.ids) > 0 {
		found = append(found, slices.Min(slices.Collect(maps.Keys(listed.ids))))
	}
	return found
}

// endWrite notes the end of a request that may have changed something.
func (m *memory) endWrite() {
	m.mu.Lock()
	defer m.mu.Unlock()
	close(m.nextWrite)
	m.nextWrite = make(chan struct{})
}

// NextWrite returns a channel that is closed at the end of the next request of this client that may change something, including a request
// that is already under way. Documents that were read before may then be out of date, also those of other kinds.
func (c *Client) NextWrite() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nextWrite
}
