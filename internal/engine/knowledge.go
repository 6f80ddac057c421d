// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

// knowledge is what a client learns about its engine during one run of Terraform. Some fields expire earlier, as their comments say.
type knowledge struct {
	pathStyles *pathStyles  // how the engine spells the path of each operation (pathstyles.go)
	pause      pause        // the time until which no requests are sent, because of a 429 (wait.go)
	lost       *lost.Memory // the objects that this run created or saw, for creates whose reply is lost (search.go)

	reached     atomic.Bool // the engine has answered a request (request.go)
	unreachable atomic.Bool // a request gave up before the engine's first answer (request.go)
	prompt      atomic.Bool // the first read after a write has shown the write (wait.go)
	late        atomic.Bool // a later read after a write was the first to show the write (wait.go)
	etagsBroken atomic.Bool // the engine refuses the ETags that the client reads (update.go)

	// created contains the objects that this client created and has not read since (request.go). It maps objectKey to the time.Time of the
	// create. Entries older than settleTime are ignored.
	created sync.Map

	mu        sync.Mutex
	removed   time.Time              // the time of the last delete; matters for settleTime (delete.go)
	refused   map[string][]string    // by kind: the fields that the engine refuses on create (create.go)
	rosters   map[Collection]*roster // the lists that prove which objects exist; each for rosterLife (delete.go)
	witnesses map[Collection]string  // the id of the object that was read last, which should still exist (delete.go)
	nextWrite chan struct{}          // closed and replaced at the end of each request that may have changed something
}

type objectKey struct {
	col Collection
	id  string
}

func newKnowledge() *knowledge {
	return &knowledge{
		pathStyles: newPathStyles(), lost: lost.NewMemory(), nextWrite: make(chan struct{}),
		refused: map[string][]string{},
		rosters: map[Collection]*roster{}, witnesses: map[Collection]string{},
	}
}

// patience returns how much longer a 404 for an object may be wrong, because some engines show a new object late. This is the rest of
// settleTime after this client created the object, or 0 if it did not create the object.
func (k *knowledge) patience(a address) time.Duration {
	value, _ := k.created.Load(objectKey{a.col, a.id})
	created, _ := value.(time.Time)
	return max(0, settleTime-time.Since(created))
}

func (k *knowledge) noteRemoval() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.removed = time.Now()
}

// isRemoving reports whether the engine may still be removing an object, because this client deleted one within the last settleTime.
func (k *knowledge) isRemoving() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return time.Since(k.removed) < settleTime
}

// refusedOf returns the fields that a create leaves out, because the engine has refused earlier creates with them.
func (k *knowledge) refusedOf(col Collection) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.refused[col.kind])
}

func (k *knowledge) refuse(col Collection, names []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refused[col.kind] = append(k.refused[col.kind], names...)
}

func (k *knowledge) roster(col Collection) *roster {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.rosters[col] == nil {
		k.rosters[col] = &roster{turn: semaphore.NewWeighted(1)}
	}
	return k.rosters[col]
}

// noteRead remembers the object of a successful read. A later read of this object shows whether the engine still answers for the
// collection.
func (k *knowledge) noteRead(col Collection, id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.witnesses[col] = id
}

// witnessesOf returns the ids of up to two objects that should still exist: the object that the client read last, and one object of the
// collection's list. If a read finds one of these objects, the engine still answers for the collection.
func (k *knowledge) witnessesOf(col Collection, listed listing) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	var found []string
	if last, ok := k.witnesses[col]; ok {
		found = append(found, last)
	}
	if len(listed.ids) > 0 {
		found = append(found, slices.Min(slices.Collect(maps.Keys(listed.ids))))
	}
	return found
}

// endWrite closes the channel that NextWrite returned. The client calls endWrite after every request that may have changed something.
func (k *knowledge) endWrite() {
	k.mu.Lock()
	defer k.mu.Unlock()
	close(k.nextWrite)
	k.nextWrite = make(chan struct{})
}

// NextWrite returns a channel that is closed when the next write of this client ends, even if that write has already begun. The caller must
// then discard all documents that it has read, even of other kinds: deleting a dashboard deletes its tabs.
func (c *Client) NextWrite() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nextWrite
}
