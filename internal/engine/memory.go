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

// memory is what a client remembers of its engine. All of it lasts as long as the client, which is one run of Terraform, unless a
// comment names another end.
type memory struct {
	pathStyles *pathStyles  // the style of path in which each operation was answered (pathstyles.go)
	pause      pause        // the time until which the engine wants no requests (wait.go)
	lost       *lost.Memory // the objects that this run made or saw, for creates whose reply is lost (search.go)

	reached     atomic.Bool // the engine has answered a request (retry.go)
	unreachable atomic.Bool // a request gave up before the engine answered any (retry.go)
	prompt      atomic.Bool // the engine has shown a write at once (settle.go)
	late        atomic.Bool // the engine has shown a write late (settle.go)
	etagsBroken atomic.Bool // the engine refuses the ETags that it gives (update.go)

	mu        sync.Mutex
	created   map[objectKey]time.Time // objects that the engine has not shown since their create; each for settleTime
	removed   time.Time               // the last delete; for settleTime (delete.go)
	refused   map[string][]string     // by kind, the fields that the engine refused on create (create.go)
	rosters   map[Collection]*roster  // the lists that prove which objects there are; each for rosterLife (gone.go)
	witnesses map[Collection]string   // the object that was read last: one that should still be there (gone.go)
	nextWrite chan struct{}           // closed and replaced at the end of each request that may have changed something
}

// objectKey says which object of the engine is meant.
type objectKey struct {
	col Collection
	id  string
}

func newMemory() *memory {
	return &memory{
		pathStyles: newPathStyles(), lost: lost.NewMemory(), nextWrite: make(chan struct{}),
		created: map[objectKey]time.Time{}, refused: map[string][]string{},
		rosters: map[Collection]*roster{}, witnesses: map[Collection]string{},
	}
}

// expect notes that this client created an object, which the engine may show late.
func (m *memory) expect(col Collection, id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.created[objectKey{col, id}] = time.Now()
}

// shown notes that the engine has shown the object of an address.
func (m *memory) shown(a address) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.created, objectKey{a.col, a.id})
}

// patience returns how much longer the engine may not know the object of an address.
func (m *memory) patience(a address) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	created, ok := m.created[objectKey{a.col, a.id}]
	if !ok {
		return 0
	}
	return max(0, settleTime-time.Since(created))
}

func (m *memory) noteRemoval() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.removed = time.Now()
}

// isRemoving reports whether objects that this client has removed may still be on their way out.
func (m *memory) isRemoving() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.removed) < settleTime
}

// refusedOf returns the fields of a kind that the engine refused on create.
func (m *memory) refusedOf(col Collection) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.refused[col.kind])
}

// refuse notes that the engine refuses fields on create, so that only the first create of a kind is sent twice.
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

// witness notes that the engine answered for an object.
func (m *memory) witness(col Collection, id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.witnesses[col] = id
}

// witnessesOf returns the ids of objects that should be there: the one that was read last, and one of the list.
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

// NextWrite returns a channel that is closed when the next request of this client ends that may have changed something, also one
// that is under way. What was read before may be out of date then, of other kinds too.
func (c *Client) NextWrite() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nextWrite
}
